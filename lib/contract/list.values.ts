/**
 * Declares lists with their sorts and filters. A screen parses its URL with them (lib/client/list-params.ts), and the contract
 * derives the call's input (`listInput`). Does not import zod, which would enlarge a page's initial JavaScript.
 */

import { cleanPastedLine, cleanPastedValue } from "./pasted.values";

/** Page sizes that a list offers. */
export const PAGE_SIZES = [20, 50, 100] as const;
/** Maximum length of a list's search text. */
export const MAX_SEARCH_LENGTH = 200;
/** Maximum page number, from 0. */
export const MAX_PAGE = 1_000_000;
/** Maximum of `newer`, the number of newer rows in a list's response. */
export const MAX_NEWER_COUNT = 100;

/** URL parameter with the id of the open saved view. */
export const SAVED_VIEW_PARAM = "saved";
/** Value of the URL parameter `saved` that shows all rows, in a list that otherwise opens with a saved view or the last filters. */
export const ALL_ROWS = "all";
/** Returns the URL of a list with all rows, for the link of a figure that counts them. Without `saved`, the list could open filtered. */
export const allRowsUrl = (listUrl: string) => `${listUrl}?${SAVED_VIEW_PARAM}=${ALL_ROWS}`;

/** Kinds of filters, by the values that they accept. The contract has a schema for each kind (`filterSchema` in common.ts). */
type FilterKind =
  | { kind: "anyOf" | "oneOf"; values: readonly string[] }
  | { kind: "oneOfOrId"; values: readonly string[] }
  | { kind: "flag" | "day" | "naira" | "id" }
  | { kind: "text" | "value" | "number" | "ids"; max: number }
  /** `words`: error message, as a sentence. */
  | { kind: "pattern"; pattern: RegExp; words: string };

/** Parses one value from the URL; returns "" for an invalid one. */
export type Filter<T extends string = string, K extends FilterKind = FilterKind> = ((raw: string) => T | "") & K;
/** The filters of a list by URL parameter. */
export type Filters = Record<string, Filter>;

/** Declaration of a list: its sort orders, filters and defaults. */
export type ListDeclaration<F extends Filters = Filters, S extends string = string> = {
  /** Name under which saved views, columns and last filters are stored (saved-views.values.ts). */
  name?: string;
  filters: F;
  sorts: readonly S[];
  /** Default sort of the API, such as "-created_at". Shown in the table header, but not written into the URL. */
  defaultSort?: S | `-${S}`;
  /**
   * Name of the column and sort with the time at which a row arrived, which never changes. A list sorted by it, newest
   * first, is paged within a window (`until`), so that new rows do not shift the pages.
   */
  arrival?: S;
};

/**
 * Sorts whose first click sorts in ascending order: by text, code or position. Other sorts, by number or time, start with the largest
 * or newest.
 */
const ASCENDING_FIRST_SORTS: readonly string[] = ["name", "title", "email", "code", "position", "row"];
/** Returns the sort for the first click on a column's header: A to Z for texts, largest or newest first for numbers and times. */
export const firstClickSort = (sort: string) => (ASCENDING_FIRST_SORTS.includes(sort) ? sort : `-${sort}`);

/** Creates a filter from its kind and the function that parses its value. */
export const makeFilter = <T extends string, K extends FilterKind>(
  kind: K,
  parse: (raw: string) => T | "",
): Filter<T, K> => Object.assign((raw: string) => parse(raw), kind);

/** Creates a filter that accepts one or more of `values`, comma-separated. Drops unknown values. */
export const anyOfFilter = <const T extends string>(values: readonly T[]) =>
  makeFilter({ kind: "anyOf", values } as const, (raw) => {
    const choices = raw.split(",");
    return values.filter((value) => choices.includes(value)).join(",");
  });

/** Creates a filter that accepts exactly one of `values`. */
export const oneOfFilter = <const T extends string>(values: readonly T[]) =>
  makeFilter({ kind: "oneOf", values } as const, (raw) => values.find((value) => value === raw) ?? "");

/** Filter that is on or off: accepts only "true". */
export const flagFilter = makeFilter({ kind: "flag" } as const, (raw) => (raw === "true" ? "true" : ""));

/** Filter that accepts an existing day, such as 2026-11-21. */
export const dayFilter = makeFilter({ kind: "day" } as const, (raw) => {
  const time = /^(?!000[01])\d{4}-\d\d-\d\d$/.test(raw) ? Date.parse(`${raw}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== raw ? "" : raw;
});

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
/** Filter that accepts the id of a record. */
export const idFilter = makeFilter({ kind: "id" } as const, (raw) => {
  const value = cleanPastedValue(raw);
  return UUID.test(value) ? value : "";
});

/** Creates a filter that accepts up to `max` comma-separated ids. Drops invalid ids, and ids after the first `max`. */
export const idsFilter = (max: number) =>
  makeFilter({ kind: "ids", max } as const, (raw) => raw.split(",").filter(idFilter).slice(0, max).join(","));

/** Creates a filter that accepts one of `values` or a record's id, such as `me`, `nobody` or an admin's id. */
export const oneOfOrIdFilter = <const T extends string>(values: readonly T[]) =>
  makeFilter({ kind: "oneOfOrId", values } as const, (raw) => values.find((value) => value === raw) ?? idFilter(raw));

const storableOrEmpty = (text: string, max: number) =>
  text.length <= max && !text.includes("\0") && text.isWellFormed() ? text : "";

/** Creates a filter that accepts any storable text of at most `max` characters, such as the words of a search. */
export const textFilter = (max: number) =>
  makeFilter({ kind: "text", max } as const, (raw) => storableOrEmpty(cleanPastedLine(raw), max));

/** Creates a filter that accepts a reference or code, and removes the quotes, labels and blanks that copying adds. */
export const pastedFilter = (max: number) =>
  makeFilter({ kind: "value", max } as const, (raw) => storableOrEmpty(cleanPastedValue(raw), max));

/** Creates a filter that accepts a whole number from 1 to `max`. */
export const wholeNumberFilter = (max: number) =>
  makeFilter({ kind: "number", max } as const, (raw) => (/^[1-9]\d{0,8}$/.test(raw) && Number(raw) <= max ? raw : ""));

/** Creates a filter that accepts texts that match a pattern. @param words error message: "Use a point such as 4.9757,8.3417." */
export const patternFilter = (pattern: RegExp, words: string) =>
  makeFilter({ kind: "pattern", pattern, words } as const, (raw) => {
    const value = cleanPastedValue(raw);
    return pattern.test(value) ? value : "";
  });

/** Returns the list unchanged, with its exact type. */
export const declareList = <const F extends Filters, const S extends string>(
  list: ListDeclaration<F, S>,
): ListDeclaration<F, S> => list;

/** Returns the list under another name, without the filters that a page fixes, such as a user's page. */
export function omitFilters<F extends Filters, S extends string, const K extends keyof F>(
  name: string,
  { filters, ...list }: ListDeclaration<F, S>,
  ...names: K[]
): ListDeclaration<Omit<F, K>, S> {
  const remaining = Object.entries(filters).filter(([name]) => !(names as (keyof F)[]).includes(name));
  return { ...list, name, filters: Object.fromEntries(remaining) as Omit<F, K> };
}
