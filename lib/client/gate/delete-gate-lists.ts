/** Name of the IndexedDB database of ticket lists. Separate from unsent scans, so that logout can delete it. */
export const GATE_DATABASE_NAME = "gate-lists";

/** Deletes all ticket lists of this browser at logout. Unsent scans stay; they contain hashes and no names. */
export function deleteGateLists(): void {
  try {
    // Pages with an open connection to the database close it (indexed-store.ts).
    globalThis.indexedDB?.deleteDatabase(GATE_DATABASE_NAME);
  } catch {
    // Ignores the error: the browser blocks storage, so no list was stored.
  }
}
