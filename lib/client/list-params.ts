/**
 * The URL of a list ⇄ its state ⇄ the input of its call. Pure, so that the page on the server and the screen in the
 * browser read the same list from the same address. In the URL the page is 1-based; to the API it is zero-based.
 */

/** The contract's page sizes and longest search; repeated here because the contract would bring zod along. */
export const PAGE_SIZES = [20, 50, 100] as const;
const MAX_SEARCH = 200;
const MAX_PAGE = 1_000_001;

/** Reads one raw filter value; "" when it means nothing. */
export type FilterRule<T extends string = string> = (raw: string) => T | "";
export type FilterRules = Record<string, FilterRule>;

export type ListDefinition<F extends FilterRules = FilterRules> = {
  sorts: readonly string[];
  /** The order that the API gives unasked, such as "due_at": shown in the head, never written into the URL. */
  defaultSort?: string;
  filters: F;
};

export type FilterValues<F extends FilterRules> = { [K in keyof F]?: Exclude<ReturnType<F[K]>, ""> };

export type ListState<F extends FilterRules = FilterRules> = {
  page: number;
  size: number;
  sort?: string;
  q?: string;
  filters: FilterValues<F>;
};

type SearchInput = URLSearchParams | Record<string, string | string[] | undefined>;

const words = (raw: string) => raw.split(",");

/** Several of these, comma-separated; others are dropped. */
export const anyOf =
  (values: readonly string[]): FilterRule =>
  (raw) =>
    values.filter((value) => words(raw).includes(value)).join(",");

/** Exactly one of these. */
export const oneOf =
  <const T extends string>(values: readonly T[]): FilterRule<T> =>
  (raw) =>
    values.find((value) => value === raw) ?? "";

/** On or absent. */
export const flag: FilterRule<"true"> = (raw) => (raw === "true" ? "true" : "");

/** A day that exists, such as 2026-11-21. */
export const day: FilterRule = (raw) => {
  const time = /^(?!000[01])\d{4}-\d\d-\d\d$/.test(raw) ? Date.parse(`${raw}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== raw ? "" : raw;
};

/** The days from one to another that an address says, outside a list. @param read the address's value of a name */
export function readDays(read: (name: string) => unknown): { from?: string; to?: string } {
  const dayIn = (name: string) => {
    const raw = read(name);
    return (typeof raw === "string" && day(raw)) || undefined;
  };
  return { from: dayIn("from"), to: dayIn("to") };
}

/** Naira with at most two decimals, such as 5000.50. */
export const naira: FilterRule = (raw) => (/^\d{1,13}(\.\d{1,2})?$/.test(raw) ? raw : "");

export const uuid: FilterRule = (raw) =>
  /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(raw) ? raw : "";

/** Any storable text of at most this length. */
export const shortText =
  (max: number): FilterRule =>
  (raw) =>
    raw.trim() && raw.length <= max && !raw.includes("\0") && raw.isWellFormed() ? raw : "";

/** The first rule that finds a meaning. */
export const either =
  <A extends string, B extends string>(first: FilterRule<A>, second: FilterRule<B>): FilterRule<A | B> =>
  (raw) =>
    first(raw) || second(raw);

/** Names the type of a definition without widening its filters. */
export const defineList = <F extends FilterRules>(definition: ListDefinition<F>): ListDefinition<F> => definition;

function reader(search: SearchInput): (key: string) => string {
  if (search instanceof URLSearchParams) return (key) => search.get(key) ?? "";
  return (key) => {
    const value = search[key];
    return (Array.isArray(value) ? value[0] : value) ?? "";
  };
}

/** What an address says; unknown keys and values without a meaning count as absent. */
export function parseListParams<F extends FilterRules>(
  definition: ListDefinition<F>,
  search: SearchInput,
): ListState<F> {
  const read = reader(search);
  const page = /^[1-9]\d{0,6}$/.test(read("page")) ? Number(read("page")) : 1;
  const filters: FilterValues<F> = {};
  for (const key in definition.filters) {
    const value = definition.filters[key]?.(read(key));
    if (value) filters[key] = value as FilterValues<F>[typeof key];
  }
  const sort = read("sort");
  const isSort = definition.sorts.includes(sort.replace(/^-/, "")) && sort !== definition.defaultSort;
  return {
    page: page <= MAX_PAGE ? page : 1,
    size: PAGE_SIZES.find((size) => String(size) === read("size")) ?? PAGE_SIZES[0],
    sort: isSort ? sort : undefined,
    q: shortText(MAX_SEARCH)(read("q")) || undefined,
    filters,
  };
}

/** The query string of a state, "" for the plain list. Defaults are left out; keys of others in `current` are kept. */
export function toSearch<F extends FilterRules>(
  definition: ListDefinition<F>,
  state: ListState<F>,
  current = new URLSearchParams(),
): string {
  const search = new URLSearchParams(current);
  const entries: Record<string, string | undefined> = {
    q: state.q,
    ...Object.fromEntries(Object.keys(definition.filters).map((key) => [key, state.filters[key]])),
    sort: state.sort,
    size: state.size === PAGE_SIZES[0] ? "" : String(state.size),
    page: state.page > 1 ? String(state.page) : "",
  };
  for (const [key, value] of Object.entries(entries)) {
    search.delete(key);
    if (value) search.set(key, value);
  }
  // A comma needs no escape in a query, and a shared link stays readable.
  const text = search.toString().replaceAll("%2C", ",");
  return text && `?${text}`;
}

/** The contract's list input: empty values dropped, page minus one (specification section 5). */
export function toApiInput<F extends FilterRules>({ page, size, sort, q, filters }: ListState<F>) {
  return { page: page - 1, size, ...(sort && { sort }), ...(q && { q }), ...filters };
}

/**
 * What a click on a column head asks for: ascending, then descending, then the list's own order again. Where that order
 * is this column's, descending, there are only the two.
 */
export function nextSort(
  { defaultSort }: ListDefinition,
  sort: string | undefined,
  column: string,
): string | undefined {
  const current = sort ?? defaultSort;
  const isLast = current === `-${column}` && current !== defaultSort;
  const next = current === column ? `-${column}` : isLast ? undefined : column;
  return next === defaultSort ? undefined : next;
}

/** Whether anything narrows the list: decides between "nothing here yet" and "nothing matches". */
export const isFiltered = (state: ListState) => Boolean(state.q) || Object.values(state.filters).some(Boolean);
