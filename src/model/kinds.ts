/** Facts about the four kinds of primitive, as a table: code asks the table, it does not branch on the kind. */
export type PrimitiveKind = "tool" | "resource" | "resourceTemplate" | "prompt";

export interface KindFacts {
  readonly kind: PrimitiveKind;
  /** What a person calls one of it. */
  readonly label: string;
  readonly listMethod: string;
  /** The key its wire objects stand under in a list result. */
  readonly listKey: "tools" | "resources" | "resourceTemplates" | "prompts";
  /** The registry's map for it. */
  readonly registryKey: "tools" | "resources" | "templates" | "prompts";
  /** The field that identifies one. */
  readonly keyField: "name" | "uri" | "uriTemplate";
  /** The layer's prefix is put before its name. */
  readonly prefixed: boolean;
}

export const KINDS: Readonly<Record<PrimitiveKind, KindFacts>> = {
  tool: { kind: "tool", label: "tool", listMethod: "tools/list", listKey: "tools", registryKey: "tools", keyField: "name", prefixed: true },
  resource: {
    kind: "resource",
    label: "resource",
    listMethod: "resources/list",
    listKey: "resources",
    registryKey: "resources",
    keyField: "uri",
    prefixed: false,
  },
  resourceTemplate: {
    kind: "resourceTemplate",
    label: "resource template",
    listMethod: "resources/templates/list",
    listKey: "resourceTemplates",
    registryKey: "templates",
    keyField: "uriTemplate",
    prefixed: false,
  },
  prompt: { kind: "prompt", label: "prompt", listMethod: "prompts/list", listKey: "prompts", registryKey: "prompts", keyField: "name", prefixed: true },
};
export const KIND_LIST: readonly KindFacts[] = Object.values(KINDS);
