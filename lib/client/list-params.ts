import {
  ALL_ROWS,
  dayFilter,
  type Filter,
  type Filters,
  firstClickSort,
  type ListDeclaration,
  MAX_PAGE,
  MAX_SEARCH_LENGTH,
  PAGE_SIZES,
  SAVED_VIEW_PARAM,
  textFilter,
} from "@/lib/contract/list.values";

/**
 * Converts between a list's URL, its state and the input of its API call. Pure functions, so that server and browser
 * derive the same state from a URL. Pages count from 1 in the URL and from 0 in the API.
 */

type FilterValue<F> = F extends Filter<infer T> ? T : never;
/** Values of a list's active filters, by filter name. */
export type FilterValues<F extends Filters> = { [K in keyof F]?: FilterValue<F[K]> };

/** State of a list as its URL contains it: page, page size, sort order, search text and filters. */
export type ListState<F extends Filters = Filters> = {
  page: number;
  size: number;
  sort?: string;
  q?: string;
  filters: FilterValues<F>;
  /** Id of the open saved view, or `ALL_ROWS`. Undefined if no view is open and the list opens with all rows anyway. */
  saved?: string;
};

type SearchInput = URLSearchParams | Record<string, string | string[] | undefined>;

/** Reads a date range from the URL of a page that shows no list. @param readParam returns a URL parameter by name */
export function readDateRange(readParam: (name: string) => unknown): { from?: string; to?: string } {
  const readDay = (name: string) => {
    const rawValue = readParam(name);
    return (typeof rawValue === "string" && dayFilter(rawValue)) || undefined;
  };
  return { from: readDay("from"), to: readDay("to") };
}

function createParamReader(search: SearchInput): (key: string) => string {
  if (search instanceof URLSearchParams) return (key) => search.get(key) ?? "";
  return (key) => {
    const value = search[key];
    return (Array.isArray(value) ? value[0] : value) ?? "";
  };
}

/** Maximum length of the parameter `saved`: the length of a saved view's id. */
const MAX_SAVED_LENGTH = 36;
/** Names of the URL parameters that every list has, besides its filters. */
export const LIST_STATE_PARAMS = ["page", "size", "sort", "q", SAVED_VIEW_PARAM];

/** Returns true if a URL has no parameter of the list. The list then opens with its default view or last filters. */
export function hasNoListParams(list: ListDeclaration, search: SearchInput): boolean {
  const readParam = createParamReader(search);
  return [...LIST_STATE_PARAMS, ...Object.keys(list.filters)].every((name) => !readParam(name));
}

/**
 * Parses a list's state from a URL. Unknown parameters and invalid values are ignored.
 * @param start query string that applies to a URL without parameters of the list: the default view, or the last filters
 */
export function parseListParams<F extends Filters>(
  list: ListDeclaration<F>,
  search: SearchInput,
  start = "",
): ListState<F> {
  const readParam = createParamReader(start && hasNoListParams(list, search) ? new URLSearchParams(start) : search);
  const page = /^[1-9]\d{0,6}$/.test(readParam("page")) ? Number(readParam("page")) : 1;
  const filters: FilterValues<F> = {};
  for (const key in list.filters) {
    const value = list.filters[key]?.(readParam(key));
    if (value) filters[key] = value as FilterValues<F>[typeof key];
  }
  const sort = readParam("sort");
  const isSort = list.sorts.includes(sort.replace(/^-/, "")) && sort !== list.defaultSort;
  return {
    page: page <= MAX_PAGE + 1 ? page : 1,
    size: PAGE_SIZES.find((size) => String(size) === readParam("size")) ?? PAGE_SIZES[0],
    sort: isSort ? sort : undefined,
    q: textFilter(MAX_SEARCH_LENGTH)(readParam("q")) || undefined,
    filters,
    saved: readParam(SAVED_VIEW_PARAM).slice(0, MAX_SAVED_LENGTH) || (start ? ALL_ROWS : undefined),
  };
}

/** Returns the query string of a list's state, "" for the default state. Omits defaults and keeps other parameters of `current`. */
export function toListQueryString<F extends Filters>(
  list: ListDeclaration<F>,
  state: ListState<F>,
  current = new URLSearchParams(),
): string {
  const search = new URLSearchParams(current);
  const entries: Record<string, string | undefined> = {
    q: state.q,
    ...Object.fromEntries(Object.keys(list.filters).map((key) => [key, state.filters[key]])),
    sort: state.sort,
    size: state.size === PAGE_SIZES[0] ? "" : String(state.size),
    page: state.page > 1 ? String(state.page) : "",
  };
  for (const [key, value] of Object.entries(entries)) {
    search.delete(key);
    if (value) search.set(key, value);
  }
  search.delete(SAVED_VIEW_PARAM);
  if (state.saved && (state.saved !== ALL_ROWS || hasNoListParams(list, search)))
    search.set(SAVED_VIEW_PARAM, state.saved);
  // Commas need no escape in a query, and keep a shared link readable.
  const text = search.toString().replaceAll("%2C", ",");
  return text && `?${text}`;
}

/** Returns the list input of the contract: without empty values, page minus one (specification section 5). */
export function toApiInput<F extends Filters>({ page, size, sort, q, filters }: ListState<F>) {
  return { page: page - 1, size, ...(sort && { sort }), ...(q && { q }), ...filters };
}

/**
 * Returns the sort order after a click on a column header: first the column's default order, then its reverse, then the
 * list's default. If the list's default is one of the two, the click alternates between them.
 */
export function nextSort(
  { defaultSort }: ListDeclaration,
  sort: string | undefined,
  column: string,
): string | undefined {
  const current = sort ?? defaultSort;
  const firstSort = firstClickSort(column);
  const secondSort = firstSort === column ? `-${column}` : column;
  const isLast = current === secondSort && current !== defaultSort;
  const next = current === firstSort ? secondSort : isLast ? undefined : firstSort;
  return next === defaultSort ? undefined : next;
}

/** Returns true if search or filters are active. Selects between the texts "nothing here yet" and "nothing matches". */
export const hasSearchOrFilters = (state: ListState) => Boolean(state.q) || Object.values(state.filters).some(Boolean);
