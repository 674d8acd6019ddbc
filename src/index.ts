/** The public names, one by one; nothing else. A test pins them. */
export {
  CancelledError,
  AccessDeniedError,
  DefinitionError,
  ERROR_CODES,
  ErrorCode,
  InvalidArgumentsError,
  isLayerError,
  MCPLayerError,
  NotFoundError,
  RateLimitedError,
  ResultErrorCode,
  TimeoutError,
} from "./errors.js";
export type { ArgumentIssue, Fault } from "./errors.js";

export { arg, args } from "./decorators/arg.js";
export { hidden } from "./decorators/hidden.js";
export { plugin } from "./decorators/plugin.js";
export { prompt } from "./decorators/prompt.js";
export { resource } from "./decorators/resource.js";
export { resourceTemplate } from "./decorators/resource-template.js";
export { tool } from "./decorators/tool.js";
export type {
  ArgumentExtras,
  CompletionSource,
  PluginOptions,
  PromptOptions,
  ResourceOptions,
  ResourceTemplateOptions,
  ToolOptions,
} from "./decorators/options.js";

export type { ContentAnnotations, ToolAnnotations } from "./model/annotations.js";
export { Capability } from "./model/capability.js";
export { AudioContent, EmbeddedResource, ImageContent, ResourceLink, TextContent } from "./model/content.js";
export type { Content, ContentLike, ContentOptions, ResourceLinkOptions } from "./model/content.js";
export type { BuiltinForm, Constructor, HydrationMark } from "./model/hydration.js";
export type { Icon } from "./model/icon.js";
export type { JsonObject, JsonSchema, JsonValue } from "./model/json-schema.js";
export { META_PREFIX } from "./model/meta-prefix.js";
export { Plugin } from "./model/plugin.js";
export { Principal } from "./model/principal.js";
export type { PrincipalInit } from "./model/principal.js";
export { PromptMessage, PromptResult } from "./model/prompt-result.js";
export type { PromptRole } from "./model/prompt-result.js";
export { PromptSpec } from "./model/prompt-spec.js";
export type { PromptArgument, PromptHandler, PromptSpecInit } from "./model/prompt-spec.js";
export { BlobResourceContents, TextResourceContents } from "./model/resource-contents.js";
export type { ResourceContents } from "./model/resource-contents.js";
export { ResourceSpec, ResourceTemplateSpec } from "./model/resource-spec.js";
export type { CompletionHandler, ResourceHandler, ResourceSpecInit, ResourceTemplateHandler, ResourceTemplateSpecInit } from "./model/resource-spec.js";
export { Sensitivity } from "./model/sensitivity.js";
export type {
  CallKind,
  ChangeKind,
  ElicitRequest,
  ElicitResult,
  LayerHandle,
  LogLevel,
  Root,
  SampleRequest,
  SampleResult,
  ToolContext,
  WorkerContext,
} from "./model/tool-context.js";
export type { DateOnly, Email, Int, Items, Num, Str, Tagged, Url, Uuid } from "./model/tagged-types.js";
export { ToolResult } from "./model/tool-result.js";
export type { ToolResultInit } from "./model/tool-result.js";
export { ToolSpec } from "./model/tool-spec.js";
export type { ToolHandler, ToolSpecInit } from "./model/tool-spec.js";

export { defineSchemas } from "./schema/manifest.js";
export type { SchemaModule } from "./schema/manifest.js";

export { Registry } from "./registry/registry.js";
export type { AddOptions, AnySpec, TemplateMatch } from "./registry/registry.js";

export { definePlugin } from "./scan/plugin-definition.js";
export type { PluginDefinition, PluginDefinitionInit, PluginSource } from "./scan/plugin-definition.js";
export { scan } from "./scan/scan.js";
export type { ScanOptions, ScanResult } from "./scan/scan.js";

export { Layer } from "./layer/layer.js";
export type { CallOptions } from "./layer/layer.js";
export type { CallInfo, LayerHost, Middleware, MiddlewareFunction, MiddlewareObject } from "./layer/call-info.js";
export type { ChangeEvent, ChangeListener } from "./layer/changes.js";
export type { CompletionArgument, CompletionRef, CompletionResult } from "./layer/complete.js";
export type { LayerOptions } from "./layer/options.js";
export { openPolicy } from "./layer/ports.js";
export type { Pipeline, PolicyPort, TransformPart, TransformPort } from "./layer/ports.js";
export type { ClientPort, TransportContext } from "./layer/transport-context.js";

export { Policy } from "./policy/policy.js";
export type { PolicyLoadOptions, PolicySource } from "./policy/policy.js";
export { PolicyError } from "./policy/policy-error.js";
export type { PolicyFault } from "./policy/policy-error.js";
export type { AuditFilter, AuditOutcome, AuditRecord } from "./policy/audit-trail.js";
export type { MatchDocument, PolicyDocument, PolicyInput, RateLimitDocument, RuleDocument } from "./policy/document.js";
export type { Explanation, Outline } from "./policy/explain.js";
export type { RedisClient } from "./policy/redis-buckets.js";

export { AuditLog } from "./middleware/audit-log.js";
export type { AuditLogOptions } from "./middleware/audit-log.js";
export { Caching } from "./middleware/caching.js";
export type { CachingOptions } from "./middleware/caching.js";
export { ConcurrencyLimit } from "./middleware/concurrency-limit.js";
export type { ConcurrencyLimitOptions } from "./middleware/concurrency-limit.js";
export { Metrics } from "./middleware/metrics.js";
export type { MetricsSnapshot, PrimitiveMetrics } from "./middleware/metrics.js";
export { Retry } from "./middleware/retry.js";
export type { CallFailure, RetryOptions } from "./middleware/retry.js";

export { UriTemplate } from "./uri/template.js";

export { exportDefinitions, ExportedDefinitions, UnknownMethodError } from "./adapters/export.js";
export type { Definitions, ExportCallOptions, ExportedHandler, ServerInfo, ToolFunction } from "./adapters/export.js";
