import "server-only";
import { call } from "@orpc/server";
import type { InputOf } from "@/lib/contract/common";
import type { savedViewCalls } from "@/lib/contract/saved-views";
import type { ListName } from "@/lib/contract/saved-views.values";
import type { HandlerContext, RequestContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { withWaitBudget } from "@/lib/server/db/wait-budget";
import { LIST_CALLS } from "./list-calls";
import { mayReadList, parseListSearch } from "./lists";
import { readVisibleSavedViews } from "./read-views";

type Count = { total: number; totalIsCapped: boolean };

/**
 * Time in ms for which a count is cached on the server. The screen shows a count for at most 25 s more, so that none is older than a
 * minute.
 */
const FRESH_COUNT_MS = 25_000;
/** Time in ms for which a slow count is not tried again, so that opening the list does not run it each time. */
const SLOW_MS = 5 * 60_000;
/** Time limit in ms for counting the rows of one view. A count that takes longer is left out. */
const COUNT_LIMIT_MS = 1_000;
/** Time limit in ms for all counts of one request. Counts that are not finished by then are left out. */
const ALL_COUNTS_LIMIT_MS = 3_000;
/** Maximum number of cached counts; the oldest are dropped. */
const MAX_CACHED = 5_000;

/** Cached counts by caller, list and filters. `count` is null if counting took too long. */
const cache = new Map<string, { count: Count | null; validUntil: number }>();

/**
 * Counts the rows of each view that the caller sees, with the list's own call as this caller: the same rights, filters and cap as the
 * list. Cached per caller, rights and filters. Invalid filters and slow counts are left out; a slow one is not tried again for some
 * minutes. @throws 403
 */
export async function countViews(
  context: HandlerContext & RequestContext,
  { list, within }: InputOf<typeof savedViewCalls.counts>,
) {
  const { db, admin } = context;
  if (!mayReadList(list, admin)) throw refuse.forbidden();
  const startedAt = performance.now();
  const items: (Count & { id: string })[] = [];
  // Counts the views one after another, so that counting takes a single connection.
  for (const view of await readVisibleSavedViews(db, admin, list)) {
    if (performance.now() - startedAt > ALL_COUNTS_LIMIT_MS) break;
    const count = await countView(context, list, { ...parseListSearch(list, view.search).input, ...within });
    if (count) items.push({ id: view.id, ...count });
  }
  return { items };
}

async function countView(
  { admin, token, address, device, requestId }: HandlerContext & RequestContext,
  list: ListName,
  input: Record<string, string>,
): Promise<Count | null> {
  // Uses a small page, which is read fast, because the page size does not change the count.
  const { size: _size, sort: _sort, ...filters } = input;
  const key = JSON.stringify([admin.id, admin.rights, list, filters]);
  const cached = cache.get(key);
  if (cached && Date.now() < cached.validUntil) return cached.count;
  const request: RequestContext = { token, address, device, requestId, idempotencyKey: null, isUnattended: true };
  const startedAt = performance.now();
  try {
    const count = await withWaitBudget(COUNT_LIMIT_MS, async () => {
      const page: unknown = await call(LIST_CALLS[list], filters, { context: request, path: ["savedViews", "counts"] });
      return pageCountOf(page);
    });
    if (count) cacheCount(key, count, FRESH_COUNT_MS);
    return count;
  } catch {
    // The view gets no count if the list refused its filters (the opened list shows the reason) or if counting was too slow. Treats 95% of
    // the limit as too slow, because timers may fire some ms early.
    if (performance.now() - startedAt >= 0.95 * COUNT_LIMIT_MS) cacheCount(key, null, SLOW_MS);
    return null;
  }
}

function pageCountOf(page: unknown): Count | null {
  if (typeof page !== "object" || page === null || !("total" in page) || !("totalIsCapped" in page)) return null;
  const { total, totalIsCapped } = page;
  return typeof total === "number" ? { total, totalIsCapped: totalIsCapped === true } : null;
}

function cacheCount(key: string, count: Count | null, validMs: number): void {
  cache.delete(key);
  cache.set(key, { count, validUntil: Date.now() + validMs });
  for (const oldest of [...cache.keys()].slice(0, -MAX_CACHED)) cache.delete(oldest);
}

/** Drops all cached counts. For tests. */
export const clearViewCounts = () => cache.clear();
