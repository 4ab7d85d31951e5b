/** Name of the IndexedDB database of ticket lists. Unsent scans have another database, so that logout can delete this one. */
export const GATE_DATABASE_NAME = "gate-lists";

/** Deletes all ticket lists of this browser at logout. Unsent scans stay; they contain hashes and no names. */
export function deleteGateLists(): void {
  try {
    // Other pages close their open connection to the database, so that it can be deleted (indexed-store.ts).
    globalThis.indexedDB?.deleteDatabase(GATE_DATABASE_NAME);
  } catch {
    // Ignores the error: the browser blocks storage, so no list was stored.
  }
}
