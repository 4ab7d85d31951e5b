/**
 * What a list can be asked for, declared once: the screen reads its address by it (lib/client/list-params.ts), and the
 * contract makes the call's input of it (`listInput`). No zod here, so that a page's first scripts carry none.
 */

export const PAGE_SIZES = [20, 50, 100] as const;
/** Characters of a search. */
export const SEARCH_MAX = 200;
/** The last page, counted from zero. */
export const PAGE_MAX = 1_000_000;

/** What a filter's value may be. The contract has a schema for each (`filterSchema` of common.ts). */
type Kind =
  | { kind: "anyOf" | "oneOf"; values: readonly string[] }
  | { kind: "oneOfOrId"; values: readonly string[] }
  | { kind: "flag" | "day" | "naira" | "id" }
  | { kind: "text" | "number" | "ids"; max: number }
  /** `words`: what is wanted, as a sentence. */
  | { kind: "pattern"; pattern: RegExp; words: string };

/** Reads one raw value; "" when it means nothing. */
export type Filter<T extends string = string, K extends Kind = Kind> = ((raw: string) => T | "") & K;
export type Filters = Record<string, Filter>;

export type List<F extends Filters = Filters, S extends string = string> = {
  filters: F;
  sorts: readonly S[];
  /** The order that the API gives unasked, such as "-created_at": shown in the head, never written into the URL. */
  defaultSort?: S | `-${S}`;
};

/** Orders by words, by a code or by a place in a list: these begin at A or at the first. All others are of numbers and times. */
const FROM_THE_START: readonly string[] = ["name", "title", "email", "code", "position", "row"];
/** The order that the first press on a head asks for: the greatest and the newest first, names from A on. */
export const firstOrder = (sort: string) => (FROM_THE_START.includes(sort) ? sort : `-${sort}`);

const filter = <T extends string, K extends Kind>(kind: K, read: (raw: string) => T | ""): Filter<T, K> =>
  Object.assign((raw: string) => read(raw), kind);

/** Several of these, comma-separated; others are dropped. */
export const anyOf = <const T extends string>(values: readonly T[]) =>
  filter({ kind: "anyOf", values } as const, (raw) => {
    const asked = raw.split(",");
    return values.filter((value) => asked.includes(value)).join(",");
  });

/** Exactly one of these. */
export const oneOf = <const T extends string>(values: readonly T[]) =>
  filter({ kind: "oneOf", values } as const, (raw) => values.find((value) => value === raw) ?? "");

/** On or absent. */
export const flag = filter({ kind: "flag" } as const, (raw) => (raw === "true" ? "true" : ""));

/** A day that exists, such as 2026-11-21. */
export const day = filter({ kind: "day" } as const, (raw) => {
  const time = /^(?!000[01])\d{4}-\d\d-\d\d$/.test(raw) ? Date.parse(`${raw}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== raw ? "" : raw;
});

/** Naira with at most two decimals, such as 5000.50. */
export const naira = filter({ kind: "naira" } as const, (raw) => (/^\d{1,13}(\.\d{1,2})?$/.test(raw) ? raw : ""));

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
export const uuid = filter({ kind: "id" } as const, (raw) => (UUID.test(raw) ? raw : ""));

/** Up to so many records by id, comma-separated; others are dropped. */
export const ids = (max: number) =>
  filter({ kind: "ids", max } as const, (raw) => raw.split(",").filter(uuid).slice(0, max).join(","));

/** One of these words, or a record's id: `me`, `nobody`, an admin. */
export const oneOfOrId = <const T extends string>(values: readonly T[]) =>
  filter({ kind: "oneOfOrId", values } as const, (raw) => values.find((value) => value === raw) ?? uuid(raw));

/** Any storable text of at most this length. */
export const shortText = (max: number) =>
  filter({ kind: "text", max } as const, (raw) =>
    raw.trim() && raw.length <= max && !raw.includes("\0") && raw.isWellFormed() ? raw : "",
  );

/** A whole number from 1 on. */
export const wholeNumber = (max: number) =>
  filter({ kind: "number", max } as const, (raw) => (/^[1-9]\d{0,8}$/.test(raw) && Number(raw) <= max ? raw : ""));

/** What a pattern allows. @param words what is wanted, as a sentence: "Use a point such as 4.9757,8.3417." */
export const matching = (pattern: RegExp, words: string) =>
  filter({ kind: "pattern", pattern, words } as const, (raw) => (pattern.test(raw) ? raw : ""));

/** Names the type of a list without widening it. */
export const declareList = <const F extends Filters, const S extends string>(list: List<F, S>): List<F, S> => list;

/** The same list where some filters are said already, as the user on a user's page. */
export function without<F extends Filters, S extends string, const K extends keyof F>(
  { filters, ...list }: List<F, S>,
  ...names: K[]
): List<Omit<F, K>, S> {
  const kept = Object.entries(filters).filter(([name]) => !(names as (keyof F)[]).includes(name));
  return { ...list, filters: Object.fromEntries(kept) as Omit<F, K> };
}
