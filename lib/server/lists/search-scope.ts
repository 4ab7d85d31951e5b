import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";

/** Shared state of one search that runs through many lists. `commonWords`: results by table and text, which lists of a table share. */
type SearchScope = { commonWords: Map<string, Promise<ReadonlySet<string>>> };

const scopeStorage = new AsyncLocalStorage<SearchScope>();

/** Runs a search of many lists. Within it, lists suggest no similar names, which takes longer than the search itself. */
export const inSearchScope = <T>(run: () => Promise<T>): Promise<T> =>
  scopeStorage.run({ commonWords: new Map() }, run);

/** Returns the scope of the current search; undefined in a list's own call. */
export const currentSearchScope = () => scopeStorage.getStore();
