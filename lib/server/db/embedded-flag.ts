import "server-only";

// Stored on globalThis, because Next.js may bundle routes separately. DATABASE_URL can't be used, because the start sets it to the
// address of the embedded PostgreSQL.
const globalState = globalThis as { crossRiverPayEmbeddedDatabase?: boolean };

/** Records that this process has started an embedded PostgreSQL. */
export const markEmbeddedDatabase = () => {
  globalState.crossRiverPayEmbeddedDatabase = true;
};

/** Returns true if this process has started an embedded PostgreSQL. */
export const usesEmbeddedDatabase = () => globalState.crossRiverPayEmbeddedDatabase === true;
