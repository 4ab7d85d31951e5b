/** Tickets by hash, and names that only a code opens. Apart from the scans that wait, so that a logout can drop it whole. */
export const GATE_LISTS = "gate-lists";

/** At logout: no list of tickets stays in this browser. Scans that were not sent stay; they are hashes and name nobody. */
export function forgetGateLists(): void {
  try {
    // A page that has it open lets go of it by itself (indexed-store.ts).
    globalThis.indexedDB?.deleteDatabase(GATE_LISTS);
  } catch {
    // A browser may refuse its storage: then nothing was kept.
  }
}
