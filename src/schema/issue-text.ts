/** The one table of what is said about a refused argument: stable slugs, in pydantic's vocabulary where it has one, and their English. Serves validation. */

/** `{}` stands for a fact of the SCHEMA (a limit, the expected literals, an expected key); a fact of the input never goes in. */
export const ISSUE_TEXT = {
  missing: "Field required",
  extra_forbidden: "Extra inputs are not permitted",
  property_name: "This key is not permitted here, its name has the wrong form",
  int_type: "Input should be a valid integer",
  int_parsing: "Input should be a valid integer, unable to parse string as an integer",
  int_parsing_size: "Input should be an integer of magnitude at most {}",
  int_from_float: "Input should be a valid integer, got a number with a fractional part",
  float_type: "Input should be a valid number",
  float_parsing: "Input should be a valid number, unable to parse string as a number",
  finite_number: "Input should be a finite number",
  greater_than: "Input should be greater than {}",
  greater_than_equal: "Input should be greater than or equal to {}",
  less_than: "Input should be less than {}",
  less_than_equal: "Input should be less than or equal to {}",
  multiple_of: "Input should be a multiple of {}",
  bool_type: "Input should be a valid boolean",
  bool_parsing: "Input should be a valid boolean, unable to interpret input",
  none_required: "Input should be null",
  literal_error: "Input should be {}",
  string_type: "Input should be a valid string",
  string_too_short: "String should have at least {}",
  string_too_long: "String should have at most {}",
  string_pattern_mismatch: "String should match pattern '{}'",
  pattern_timeout: "String takes too long to match against pattern '{}'; send a shorter or simpler one",
  pattern_regex: "Input should be a valid regular expression",
  pattern_type: "Input should be a regular expression as a string",
  datetime_type: "Input should be a date or date-time as an ISO 8601 string",
  datetime_parsing: "Input should be {}",
  date_parsing: "Input should be a valid ISO 8601 date, such as 2024-01-31",
  time_parsing: "Input should be a valid time with a time zone, such as 09:30:00Z",
  url_type: "Input should be a URL as a string",
  url_parsing: "Input should be a valid absolute URL or URI",
  uuid_parsing: "Input should be a valid UUID",
  ip_v4_address: "Input is not a valid IPv4 address",
  ip_v6_address: "Input is not a valid IPv6 address",
  bytes_type: "Input should be bytes as a base64 string",
  bytes_invalid: "Input should be valid base64 (standard alphabet, padded)",
  value_error: "Value error, {}",
  list_type: "Input should be a valid list",
  tuple_type: "Input should be a valid list of fixed positions",
  too_short: "Input should have at least {}",
  too_long: "Input should have at most {}",
  unique_items: "Items should be unique",
  contains: "Input should contain {} of the required form",
  model_type: "Input should be an object",
  dict_type: "Input should be an object with string keys",
  map_pair: "Each entry should be a pair of a string key and a value",
  union_type: "Input should be {}",
  one_of: "Input should match exactly one of the accepted forms, but matches several",
  not_allowed: "Input has a form that is excluded here",
  no_value_allowed: "No value is permitted here",
  recursion_limit: "Input is nested too deeply (more than {} levels), or refers back to itself",
  size_limit: "Input has too many objects and lists to be checked",
  too_many_errors: "… and {}",
} as const;

export type IssueType = keyof typeof ISSUE_TEXT;

/** Messages made so far, by text and fact: a refusal is on the path of a call too, and the facts of a schema are few. */
const MADE = new Map<IssueType, Map<string | number, string>>();
const MAX_MADE = 500;

/** The message for `type`, with the schema's own fact in it where the text has a place for one. */
export function describeIssue(type: IssueType, detail?: string | number): string {
  if (detail === undefined) return ISSUE_TEXT[type];
  let made = MADE.get(type);
  if (made === undefined) MADE.set(type, (made = new Map<string | number, string>()));
  return made.get(detail) ?? makeText(type, detail, made);
}

function makeText(type: IssueType, detail: string | number, made: Map<string | number, string>): string {
  const text = ISSUE_TEXT[type].replace("{}", () => String(detail));
  if (made.size < MAX_MADE) made.set(detail, text);
  return text;
}

/** `1 item`, `3 items`, `2 entries`. */
export function count(n: number, noun: string, plural = `${noun}s`): string {
  return `${n} ${n === 1 ? noun : plural}`;
}
