/**
 * The ISO 8601 texts that are a date here, a subset of RFC 3339. Serves string formats and `Date` arguments.
 *
 *     date      = YYYY "-" MM "-" DD                              a day of the calendar: 2024-02-30 is none
 *     date-time = date ("T" | "t" | " ") HH ":" MM [":" SS ["." digits]] zone
 *     zone      = "Z" | "z" | ("+" | "-") HH ":" MM
 *
 * The zone is required, since a time without one means another instant on every machine. Leap seconds are refused: a `Date` cannot hold them.
 */

/** How a refusal tells what is meant. */
export const DATE_DETAIL = "a valid ISO 8601 date or date-time with a time zone, such as 2024-01-31 or 2024-01-31T09:30:00Z";
export const DATE_TIME_DETAIL = "a valid ISO 8601 date-time with a time zone, such as 2024-01-31T09:30:00Z";

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d(?::([0-5]\d)(?:\.\d+)?)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const DATE_LENGTH = 10;
/** A longer one is not a time but an attack on the log. */
const MAX_LENGTH = 64;

export function isDate(text: string): boolean {
  const match = DATE.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

/** RFC 3339 full-time: seconds and zone required. */
export function isTime(text: string): boolean {
  return text.length <= MAX_LENGTH && TIME.exec(text)?.[2] !== undefined;
}

/** RFC 3339 date-time: seconds and zone required. */
export function isDateTime(text: string): boolean {
  return isSeparator(text[DATE_LENGTH]) && isDate(text.slice(0, DATE_LENGTH)) && isTime(text.slice(DATE_LENGTH + 1));
}

/** The instant a date (midnight UTC) or date-time means; undefined for any other text. */
export function parseDate(text: string): Date | undefined {
  if (text.length > MAX_LENGTH || !isDate(text.slice(0, DATE_LENGTH))) return undefined;
  if (text.length === DATE_LENGTH) return new Date(text);
  const time = text.slice(DATE_LENGTH + 1);
  if (!isSeparator(text[DATE_LENGTH]) || !TIME.test(time)) return undefined;
  return new Date(`${text.slice(0, DATE_LENGTH)}T${time.toUpperCase()}`);
}

function isSeparator(character: string | undefined): boolean {
  return character === "T" || character === "t" || character === " ";
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
