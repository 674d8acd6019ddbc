/** Arguments that are text in JSON and something better in a handler: dates, URLs, regular expressions, bytes. Serves compilation. */
import { isDate, isRegExp, isUint8Array } from "node:util/types";
import { DATE_DETAIL, parseDate } from "./iso-date.js";
import type { IssueType } from "./issue-text.js";
import { compileRegExp } from "./reg-exp.js";
import type { Check } from "./walk.js";
import { refuse } from "./walk.js";

export type TextForm = "Date" | "URL" | "RegExp" | "Uint8Array" | "Buffer";

interface TextTarget {
  /** Whether a caller in process has brought the real thing. */
  readonly isInstance: (value: object) => boolean;
  /** undefined where the text has another form. */
  readonly parse: (text: string) => object | undefined;
  readonly typeIssue: IssueType;
  readonly issue: IssueType;
  readonly detail?: string;
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

const TARGETS: Readonly<Record<TextForm, TextTarget>> = {
  Date: {
    isInstance: (value) => isDate(value) && !Number.isNaN(value.getTime()),
    parse: parseDate,
    typeIssue: "datetime_type",
    issue: "datetime_parsing",
    detail: DATE_DETAIL,
  },
  URL: { isInstance: (value) => value instanceof URL, parse: parseUrl, typeIssue: "url_type", issue: "url_parsing" },
  RegExp: { isInstance: isRegExp, parse: compileRegExp, typeIssue: "pattern_type", issue: "pattern_regex" },
  Uint8Array: { isInstance: isUint8Array, parse: (text) => parseBytes(text, false), typeIssue: "bytes_type", issue: "bytes_invalid" },
  Buffer: { isInstance: (value) => Buffer.isBuffer(value), parse: (text) => parseBytes(text, true), typeIssue: "bytes_type", issue: "bytes_invalid" },
};

export function isTextForm(form: string): form is TextForm {
  return Object.hasOwn(TARGETS, form);
}

/**
 * @param check The schema's own check, without `format`: the form says more. What it lets through and is no text (null, say) stays as it is.
 * @param onlyText Whether the schema accepts nothing but a string.
 */
export function compileTextForm(form: TextForm, check: Check, onlyText: boolean): Check {
  const { isInstance, parse, typeIssue, issue, detail } = TARGETS[form];
  return (value, walk) => {
    if (typeof value !== "string") {
      if (typeof value === "object" && value !== null && isInstance(value)) return value;
      if (form === "Buffer" && isUint8Array(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
      if (onlyText) return refuse(walk, typeIssue);
    }
    const text = check(value, walk);
    return typeof text === "string" ? (parse(text) ?? refuse(walk, issue, detail)) : text;
  };
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function parseBytes(text: string, asBuffer: boolean): Uint8Array | undefined {
  if (text.length % 4 !== 0 || !BASE64.test(text)) return undefined;
  const buffer = Buffer.from(text, "base64");
  return asBuffer ? buffer : new Uint8Array(buffer);
}
