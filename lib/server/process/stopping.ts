import "server-only";

// Next bundles instrumentation, pages and the API apart: all of them are told.
const shared = globalThis as { crossRiverPayIsStopping?: boolean };

/** Whether the process is about to end: nothing is begun any more that another instance, or the next start, can do. */
export const isStopping = () => shared.crossRiverPayIsStopping === true;

/** From now on the process is about to end. */
export function beginStopping(): void {
  shared.crossRiverPayIsStopping = true;
}
