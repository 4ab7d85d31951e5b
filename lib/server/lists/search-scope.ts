import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { COUNT_CAP } from "@/lib/contract/common";

/** State of one search in many lists. `commonWords`: results by table and text, shared by the lists of a table. */
type SearchScope = { commonWords: Map<string, Promise<ReadonlySet<string>>> };

const scopeStorage = new AsyncLocalStorage<SearchScope>();

/** Runs a search of many lists. Within it, lists suggest no similar names, because that takes longer than the search itself. */
export const inSearchScope = <T>(run: () => Promise<T>): Promise<T> =>
  scopeStorage.run({ commonWords: new Map() }, run);

/** Highest total within a search of many lists: they show five rows each and "more than 1,000". */
export const SEARCH_COUNT_CAP = 1_000;

/** Returns the number up to which the current list counts its rows. */
export const countCap = () => (scopeStorage.getStore() ? SEARCH_COUNT_CAP : COUNT_CAP);

/** Returns the scope of the current search; undefined in a list's own call. */
export const currentSearchScope = () => scopeStorage.getStore();
