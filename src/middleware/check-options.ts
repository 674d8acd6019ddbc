/** Checks of what a host passes to a middleware, where it is made: a typo is met at start, not at the first call. */

/** @throws TypeError naming the option that `owner` does not have. */
export function checkKnown(owner: string, options: object, known: readonly string[]): void {
  if (typeof options !== "object" || options === null) throw new TypeError(`${owner} takes an object of options`);
  for (const key of Object.keys(options)) {
    if (!known.includes(key)) throw new TypeError(`${owner} has no option ${JSON.stringify(key)}; it has ${known.join(", ")}`);
  }
}

/** Seconds. @throws TypeError unless it is a finite number, `min` or more. */
export function checkSeconds(name: string, value: unknown, { above, min = 0 }: { readonly above?: number; readonly min?: number } = {}): number {
  const isEnough = typeof value === "number" && Number.isFinite(value) && (above === undefined ? value >= min : value > above);
  if (isEnough) return value;
  throw new TypeError(`${name} is a number of seconds, ${above === undefined ? `${min} or more` : `above ${above}`}; it is ${show(value)}`);
}

/** @throws TypeError unless it is a whole number, `min` or more. */
export function checkCount(name: string, value: unknown, min = 1): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= min) return value;
  throw new TypeError(`${name} is a whole number, ${min} or more; it is ${show(value)}`);
}

/** @throws TypeError unless it is true or false. */
export function checkFlag(name: string, value: unknown): boolean {
  if (typeof value === "boolean") return value;
  throw new TypeError(`${name} is true or false; it is ${show(value)}`);
}

/** @throws TypeError unless it is a function or left out. */
export function checkFunction<F>(name: string, value: F | undefined): F | undefined {
  if (value === undefined || typeof value === "function") return value;
  throw new TypeError(`${name} is a function; it is ${show(value)}`);
}

function show(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : typeof value === "object" && value !== null ? "an object" : String(value);
}
