/** Finds where a text stops being JSON: engines say it in different words, or not at all. Serves `call --args`. */

export interface JsonFault {
  /** UTF-16 units from the start. */
  readonly offset: number;
  /** What could have stood there. */
  readonly expected: string;
}

const SPACE = /[ \t\r\n]*/y;
// eslint-disable-next-line no-control-regex -- JSON strings hold none unescaped
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;

type Step = "value" | "element" | "key" | "colon" | "next" | "end";
const EXPECTED: Readonly<Record<Step, string>> = {
  value: "a value",
  element: 'a value or "]"',
  key: "a property name in double quotes",
  colon: '":"',
  next: '"," or the closing bracket',
  end: "the end",
};

/** The first place where `text` is not JSON; undefined when it is. Not recursive: depth is no matter. */
export function findJsonFault(text: string): JsonFault | undefined {
  const open: ("}" | "]")[] = [];
  let at = 0;
  let step = "value" as Step;
  let keyMayClose = false;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };
  const takeText = (wanted: string): boolean => {
    const found = text.startsWith(wanted, at);
    if (found) at += wanted.length;
    return found;
  };
  const ended = (): Step => (open.length === 0 ? "end" : "next");
  const close = (bracket: "}" | "]"): boolean => {
    if (open.at(-1) !== bracket || !takeText(bracket)) return false;
    open.pop();
    step = ended();
    return true;
  };
  const steps: Readonly<Record<Step, () => boolean>> = {
    value: () => {
      if (takeText("{")) {
        open.push("}");
        [step, keyMayClose] = ["key", true];
      } else if (takeText("[")) {
        open.push("]");
        step = "element";
      } else if (take(STRING) || take(SCALAR)) step = ended();
      else return false;
      return true;
    },
    element: () => close("]") || steps.value(),
    key: () => {
      if (keyMayClose && close("}")) return true;
      keyMayClose = false;
      if (!take(STRING)) return false;
      step = "colon";
      return true;
    },
    colon: () => {
      step = "value";
      return takeText(":");
    },
    next: () => {
      if (close("}") || close("]")) return true;
      step = open.at(-1) === "}" ? "key" : "value";
      keyMayClose = false;
      return takeText(",");
    },
    end: () => false,
  };
  for (;;) {
    take(SPACE);
    const current = step;
    if (current === "end" && at === text.length) return undefined;
    const expected = current === "key" && keyMayClose ? `${EXPECTED.key} or "}"` : EXPECTED[current];
    if (!steps[current]()) return { offset: at, expected };
  }
}

/** 1-based line and column of an offset. */
export function positionOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: before.at(-1)!.length + 1 };
}
