/** What a project offers on the wire, read from its `cloudg-mcp.schemas.json` without running any of its code. Serves --stats and --diff. */
import type { JsonSchema } from "../model/json-schema.js";
import type { PrimitiveKind } from "../model/kinds.js";
import type { ManifestFile, ManifestFileMember } from "./manifest-file.js";

export interface Primitive {
  readonly kind: PrimitiveKind;
  /** Name, URI or URI template. */
  readonly key: string;
  /** `file#Export` of the class. */
  readonly cls: string;
  readonly description: string;
  readonly input: JsonSchema;
  readonly output: JsonSchema | undefined;
  /** class-validator checks more than the schema says. */
  readonly residual: boolean;
}

export interface Surface {
  readonly primitives: readonly Primitive[];
  /** `file#Export.method` of members whose name or URI only a run knows. */
  readonly unnamed: readonly string[];
}

export function readSurface({ classes }: Pick<ManifestFile, "classes">): Surface {
  const primitives: Primitive[] = [];
  const unnamed: string[] = [];
  for (const [cls, members] of Object.entries(classes)) {
    for (const [method, member] of Object.entries(members)) {
      const primitive = readPrimitive(cls, member);
      if (primitive === undefined) unnamed.push(`${cls}.${method}`);
      else primitives.push(primitive);
    }
  }
  return { primitives, unnamed };
}

function readPrimitive(cls: string, { kind, description = "", schema, output, residual, wire = {} }: ManifestFileMember): Primitive | undefined {
  const { key } = wire;
  if (key === undefined) return undefined;
  const own = wire.inputSchema;
  return {
    kind,
    key,
    cls,
    description: wire.description ?? description,
    input: own ?? schema,
    output: wire.outputSchema ?? output,
    residual: own === undefined && residual === true,
  };
}

/** A tool as a model is told of it. */
export function toolDefinition({ key, description, input }: Pick<Primitive, "key" | "description" | "input">): Record<string, unknown> {
  return { name: key, description, inputSchema: input };
}
