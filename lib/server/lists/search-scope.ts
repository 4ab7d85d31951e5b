import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { COUNT_CAP } from "@/lib/contract/common";

/**
 * Shared state of one search in many lists. `commonWords`: results of `commonWords` by table and text, for all lists that read the table.
 */
type SearchScope = { commonWords: Map<string, Promise<ReadonlySet<string>>> };

const scopeStorage = new AsyncLocalStorage<SearchScope>();

/**
 * Runs a search of many lists. Within the search, lists suggest no similar names, because that would take longer than the search itself.
 */
export const inSearchScope = <T>(run: () => Promise<T>): Promise<T> =>
  scopeStorage.run({ commonWords: new Map() }, run);

/** Maximum counted total of a list within a search of many lists, which shows five rows of each list and "more than 1,000". */
export const SEARCH_COUNT_CAP = 1_000;

/** Returns the number up to which a list counts its rows in the current request. */
export const currentCountCap = () => (scopeStorage.getStore() ? SEARCH_COUNT_CAP : COUNT_CAP);

/** Returns the shared state of the current search; undefined in the call of a single list. */
export const currentSearchScope = () => scopeStorage.getStore();
