import "server-only";

// Stored on globalThis, because Next.js may bundle routes separately. DATABASE_URL can't show whether PostgreSQL is embedded, because the
// start also sets it for an embedded server.
const globalState = globalThis as { crossRiverPayEmbeddedDatabase?: boolean };

/** Records that this process has started an embedded PostgreSQL. */
export const markEmbeddedDatabase = () => {
  globalState.crossRiverPayEmbeddedDatabase = true;
};

/** Returns true if this process has started an embedded PostgreSQL. */
export const usesEmbeddedDatabase = () => globalState.crossRiverPayEmbeddedDatabase === true;
