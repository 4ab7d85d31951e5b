import { hashKey, type Query, type QueryClient, type QueryFunctionContext, type QueryKey } from "@tanstack/react-query";
import type { ListResponse } from "@/lib/contract/common";
import type { QueryKeyGroup } from "@/lib/modules";

/**
 * Keeps the rows of a list in place while new ones arrive (docs/rules.md, Lists). The server returns the time up to which a list was
 * read (`until`); the rows up to that time are the list's window. While a table shows the list, other pages and refetches use the same
 * `until`. The first page opens a new window if the list is not cached, after a write of this browser, and on demand.
 */

type PageInput = { page?: unknown };
type ListAnswer = ListResponse<unknown>;
/** A list shows only rows up to `until`, a time by the server's clock. `openedAt`: start of the window in ms, by this browser's clock. */
type ListWindow = { until: string; openedAt: number };
type ClientWindows = {
  /** Open windows by list, that is by query key without the page. */
  open: Map<string, ListWindow>;
  /** Time in ms at which all windows of a key group were last closed. */
  groupsClosedAt: Map<string, number>;
  /** Time in ms at which the window of a list was last closed. */
  listsClosedAt: Map<string, number>;
  /** Time in ms of this browser's last successful write; 0 if there was none. */
  wroteAt: number;
};

/** Maximum number of remembered lists. Each search and filter counts as a list. */
const MAX_LISTS = 200;

const windowsByClient = new WeakMap<QueryClient, ClientWindows>();

function clientWindowsOf(client: QueryClient): ClientWindows {
  const existing = windowsByClient.get(client) ?? {
    open: new Map(),
    groupsClosedAt: new Map(),
    listsClosedAt: new Map(),
    wroteAt: 0,
  };
  windowsByClient.set(client, existing);
  return existing;
}

/** Stores the value for a list. Above `MAX_LISTS`, drops the lists whose value was stored longest ago. */
function setNewest<Value>(lists: Map<string, Value>, list: string, value: Value): void {
  lists.delete(list);
  lists.set(list, value);
  for (const oldestKey of [...lists.keys()].slice(0, -MAX_LISTS)) lists.delete(oldestKey);
}

/** Returns the list that a query key belongs to: key group, name and every input except the page. */
function listKeyOf([group, listName, input]: QueryKey): string {
  const { page: _page, ...others } = (input ?? {}) as PageInput;
  return hashKey([group, listName, others]);
}

const pageNumberOf = ([, , input]: QueryKey) => (input as PageInput | undefined)?.page;

const listPagesOf = (client: QueryClient, list: string) =>
  client
    .getQueryCache()
    .findAll({ predicate: ({ queryKey }) => queryKey.length === 3 && listKeyOf(queryKey) === list });

/** Returns the `queryFn` of a list with an `arrival` column. It reads a page up to the same time as the list's other pages. */
export const fetchInWindow =
  <Input extends PageInput, T extends ListAnswer>(
    call: (input: Input & { until?: string }, options: { signal: AbortSignal }) => Promise<T>,
    input: Input,
  ) =>
  async ({ client, queryKey, signal }: Pick<QueryFunctionContext, "client" | "queryKey" | "signal">): Promise<T> => {
    const list = listKeyOf(queryKey);
    const { open } = clientWindowsOf(client);
    const window = open.get(list);
    const isOpen = window && (pageNumberOf(queryKey) !== 0 || isWindowStillOpen(client, list, queryKey, window));
    if (window && isOpen) return call({ ...input, until: window.until }, { signal });
    const openedAt = Date.now();
    const answer = await call(input, { signal });
    if (window && answer.until) open.set(list, { until: answer.until, openedAt });
    return answer;
  };

/** Returns true if a refetch of the first page must use the same `until`, so that no new rows appear. */
function isWindowStillOpen(client: QueryClient, list: string, [group]: QueryKey, { openedAt }: ListWindow): boolean {
  const { groupsClosedAt, listsClosedAt } = clientWindowsOf(client);
  const closedAtMs = Math.max(groupsClosedAt.get(String(group)) ?? 0, listsClosedAt.get(list) ?? 0);
  return closedAtMs < openedAt && listPagesOf(client, list).some(({ state }) => state.data !== undefined);
}

/** Returns the cached query that contains this data. */
const findQuery = (client: QueryClient, data: ListAnswer): Query | undefined =>
  client
    .getQueryCache()
    .getAll()
    .find(({ state }) => state.data === data);

/** Returns the input of the API call that read this page of a list; undefined if the page is no longer cached. */
export const apiInputOfListPage = (client: QueryClient, data: object): object | undefined =>
  findQuery(client, data as ListAnswer)?.queryKey[2] as object | undefined;

/**
 * Records up to which time the shown page was read (the list's window), and removes cached pages with another time. Only tables call
 * it: a query for the newest row, such as a user's last payment, has no window.
 */
export function rememberListWindow(client: QueryClient, data: ListAnswer): void {
  const query = data.until === undefined ? undefined : findQuery(client, data);
  if (!query || data.until === undefined) return;
  const list = listKeyOf(query.queryKey);
  const { open } = clientWindowsOf(client);
  if (open.get(list)?.until !== data.until) {
    // Uses at most this browser's time, because data rendered by the server has the server's time, which may be ahead.
    setNewest(open, list, { until: data.until, openedAt: Math.min(query.state.dataUpdatedAt, Date.now()) });
  }
  for (const otherPage of listPagesOf(client, list)) {
    const { until } = (otherPage.state.data ?? {}) as Partial<ListAnswer>;
    if (until !== undefined && until !== data.until && !otherPage.isActive()) client.getQueryCache().remove(otherPage);
  }
}

/** Lets a list show rows that have arrived since its window was opened: refetches the first page, now or when it is shown next. */
export function showNewListRows(client: QueryClient, data: ListAnswer): void {
  const query = findQuery(client, data);
  if (!query) return;
  const list = listKeyOf(query.queryKey);
  setNewest(clientWindowsOf(client).listsClosedAt, list, Date.now());
  void client.invalidateQueries({
    predicate: ({ queryKey }) => queryKey.length === 3 && pageNumberOf(queryKey) === 0 && listKeyOf(queryKey) === list,
  });
}

/**
 * Closes the window of a list that was prefetched some time ago, so that the next refetch also returns rows that arrived since. Has no
 * effect on a window opened after `readAt`. @param readAt time in ms at which the list was read
 */
export function allowNewRowsInPrefetchedList(client: QueryClient, queryKey: QueryKey, readAt: number): void {
  if (queryKey.length !== 3) return;
  const { listsClosedAt } = clientWindowsOf(client);
  const list = listKeyOf(queryKey);
  setNewest(listsClosedAt, list, Math.max(readAt, listsClosedAt.get(list) ?? 0));
}

/** Returns the time of this browser's last successful write, in ms; 0 if there was none. */
export const lastSuccessfulWriteTime = (client: QueryClient) => clientWindowsOf(client).wroteAt;

/** Records a successful write of this browser. Closes the windows of all lists in these key groups, so that first pages show the write. */
export function recordSuccessfulWrite(client: QueryClient, groups: readonly QueryKeyGroup[]): void {
  const windows = clientWindowsOf(client);
  windows.wroteAt = Date.now();
  for (const group of groups) windows.groupsClosedAt.set(group, windows.wroteAt);
}
