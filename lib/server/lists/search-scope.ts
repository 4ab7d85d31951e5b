import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { COUNT_CAP } from "@/lib/contract/common";

/** Shared state of one search that runs through many lists. `commonWords`: results by table and text, which lists of a table share. */
type SearchScope = { commonWords: Map<string, Promise<ReadonlySet<string>>> };

const scopeStorage = new AsyncLocalStorage<SearchScope>();

/** Runs a search of many lists. Within it, lists suggest no similar names, which takes longer than the search itself. */
export const inSearchScope = <T>(run: () => Promise<T>): Promise<T> =>
  scopeStorage.run({ commonWords: new Map() }, run);

/** Highest total within a search of many lists: they show five rows each and "more than 1,000". */
export const SEARCH_COUNT_CAP = 1_000;

/** Returns the number up to which the current list counts its rows. */
export const countCap = () => (scopeStorage.getStore() ? SEARCH_COUNT_CAP : COUNT_CAP);

/** Returns the scope of the current search; undefined in a list's own call. */
export const currentSearchScope = () => scopeStorage.getStore();
