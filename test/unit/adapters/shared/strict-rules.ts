/** The published rules of OpenAI's strict mode ("Structured Outputs": supported schemas), as a checker: every violation with its place. */
const TYPES = new Set(["string", "number", "boolean", "integer", "object", "array", "null"]);
const FORMATS = new Set(["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"]);
const NUMBERS = ["multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  string: ["pattern", "format"],
  number: NUMBERS,
  integer: NUMBERS,
  object: ["properties", "required", "additionalProperties"],
  array: ["items", "minItems", "maxItems"],
  boolean: [],
  null: [],
};
const MAX_PROPERTIES = 5000;
const MAX_NESTING = 10;
const MAX_ENUM_VALUES = 1000;
const MAX_TEXT = 120_000;

type Node = Record<string, unknown>;
interface Count {
  properties: number;
  enumValues: number;
  text: number;
  problems: string[];
}

export function strictViolations(root: Node): string[] {
  const count: Count = { properties: 0, enumValues: 0, text: 0, problems: [] };
  if (root["type"] !== "object") count.problems.push("#: the root must be an object");
  if (root["anyOf"] !== undefined) count.problems.push("#: the root may be no anyOf");
  const { $defs = {}, ...schema } = root as { $defs?: Record<string, Node> };
  visit(schema, "#", 0, count, $defs);
  for (const [name, definition] of Object.entries($defs)) {
    count.text += name.length;
    visit(definition, `#/$defs/${name}`, 0, count, $defs);
  }
  if (count.properties > MAX_PROPERTIES) count.problems.push(`${count.properties} properties`);
  if (count.enumValues > MAX_ENUM_VALUES) count.problems.push(`${count.enumValues} enum values`);
  if (count.text > MAX_TEXT) count.problems.push(`${count.text} characters of names and enums`);
  return count.problems;
}

function visit(node: Node, at: string, nesting: number, count: Count, defs: Readonly<Record<string, Node>>): void {
  const complain = (problem: string): unknown => count.problems.push(`${at}: ${problem}`);
  if (nesting > MAX_NESTING) complain(`nested deeper than ${MAX_NESTING}`);
  if (node["$ref"] !== undefined) {
    if (Object.keys(node).length > 1) complain("$ref has keywords beside it");
    const [, name] = /^#\/\$defs\/(.+)$/.exec(String(node["$ref"])) ?? [];
    if (name === undefined || !Object.hasOwn(defs, name)) complain(`$ref to nothing: ${String(node["$ref"])}`);
    return;
  }
  if (node["anyOf"] !== undefined) {
    const branches = node["anyOf"] as Node[];
    const beside = Object.keys(node).filter((key) => key !== "anyOf" && key !== "description");
    if (beside.length > 0) complain(`${beside.join(", ")} beside anyOf`);
    if (branches.length === 0) complain("an empty anyOf");
    branches.forEach((branch, index) => visit(branch, `${at}/anyOf/${index}`, nesting, count, defs));
    return;
  }
  const types = [node["type"]].flat();
  for (const type of types) if (!TYPES.has(type as string)) complain(`no type: ${String(type)}`);
  const allowed = new Set(["type", "description", "enum", ...types.flatMap((type) => ALLOWED[type as string] ?? [])]);
  for (const key of Object.keys(node)) if (!allowed.has(key)) complain(`keyword ${key} is not supported`);
  if (node["format"] !== undefined && !FORMATS.has(node["format"] as string)) complain(`format ${String(node["format"])}`);
  if (node["enum"] !== undefined) checkEnum(node["enum"] as unknown[], count, complain);
  if (types.includes("object")) checkObject(node, at, nesting, count, defs, complain);
  if (types.includes("array")) {
    if (node["items"] === undefined) complain("array without items");
    else visit(node["items"] as Node, `${at}/items`, nesting + 1, count, defs);
  }
}

function checkEnum(values: readonly unknown[], count: Count, complain: (problem: string) => unknown): void {
  if (values.length === 0) complain("an empty enum");
  if (values.some((value) => typeof value === "object" && value !== null)) complain("an enum of objects");
  count.enumValues += values.length;
  count.text += values.reduce<number>((sum, value) => sum + String(value).length, 0);
}

function checkObject(
  node: Node,
  at: string,
  nesting: number,
  count: Count,
  defs: Readonly<Record<string, Node>>,
  complain: (problem: string) => unknown,
): void {
  const properties = node["properties"] as Record<string, Node> | undefined;
  if (properties === undefined) return void complain("object without properties");
  const names = Object.keys(properties);
  count.properties += names.length;
  count.text += names.join("").length;
  if (node["additionalProperties"] !== false) complain("additionalProperties is not false");
  const required = new Set(node["required"] as string[] | undefined);
  for (const name of names) if (!required.delete(name)) complain(`property ${name} is not required`);
  for (const name of required) complain(`required ${name} is no property`);
  for (const [name, property] of Object.entries(properties)) visit(property, `${at}/properties/${name}`, nesting + 1, count, defs);
}
