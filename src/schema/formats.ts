/** The string formats that are checked, each in time linear in the text. Formats not in the table are annotations, as JSON Schema says. Serves compilation. */
import { isIPv4, isIPv6 } from "node:net";
import { DATE_TIME_DETAIL, isDate, isDateTime, isTime } from "./iso-date.js";
import type { IssueType } from "./issue-text.js";
import { compileRegExp } from "./reg-exp.js";

export interface Format {
  readonly test: (text: string) => boolean;
  readonly issue: IssueType;
  readonly detail?: string;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const MAX_HOSTNAME = 253;
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const MAX_EMAIL = 254;
const MAX_LOCAL_PART = 64;
/** RFC 3986 appendix B, with a scheme required. */
const URI_PARTS = /^[a-z][a-z0-9+.-]*:(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/is;
const URI_TEXT = /^(?:[a-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*$/i;
const AUTHORITY = /^(?:((?:[a-z0-9\-._~!$&'()*+,;=:]|%[0-9a-f]{2})*)@)?(\[[^\]]*\]|(?:[a-z0-9\-._~!$&'()*+,;=]|%[0-9a-f]{2})*)(?::\d*)?$/i;

export const FORMATS: ReadonlyMap<string, Format> = new Map<string, Format>([
  ["date-time", { test: isDateTime, issue: "datetime_parsing", detail: DATE_TIME_DETAIL }],
  ["date", { test: isDate, issue: "date_parsing" }],
  ["time", { test: isTime, issue: "time_parsing" }],
  ["email", { test: isEmail, issue: "value_error", detail: "this is not a valid email address" }],
  ["hostname", { test: isHostname, issue: "value_error", detail: "this is not a valid host name" }],
  ["ipv4", { test: isIPv4, issue: "ip_v4_address" }],
  ["ipv6", { test: (text) => isIPv6(text) && !text.includes("%"), issue: "ip_v6_address" }],
  ["uri", { test: isUri, issue: "url_parsing" }],
  ["uuid", { test: (text) => UUID.test(text), issue: "uuid_parsing" }],
  ["regex", { test: (text) => compileRegExp(text) !== undefined, issue: "pattern_regex" }],
]);

function isHostname(text: string): boolean {
  return text.length <= MAX_HOSTNAME && text.split(".").every((label) => LABEL.test(label));
}

/** What mail systems accept in practice: no quoted local parts, no address literals. */
function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  if (at < 1 || at > MAX_LOCAL_PART || text.length > MAX_EMAIL) return false;
  const domain = text.slice(at + 1);
  return domain.includes(".") && isHostname(domain) && LOCAL_PART.test(text.slice(0, at));
}

/** RFC 3986 section 3: absolute, every other character percent-encoded. */
function isUri(text: string): boolean {
  const match = URI_PARTS.exec(text);
  if (match === null) return false;
  const [, authority, path = "", query = "", fragment = ""] = match;
  if (authority === undefined && path.startsWith("//")) return false;
  return (authority === undefined || isAuthority(authority)) && URI_TEXT.test(path) && URI_TEXT.test(query) && URI_TEXT.test(fragment);
}

function isAuthority(text: string): boolean {
  const host = AUTHORITY.exec(text)?.[2];
  return host !== undefined && (!host.startsWith("[") || isIPv6(host.slice(1, -1)));
}
