import "server-only";

/** Handlers of the `reconciliation.*` calls. */
export const reconciliation = {
  // accounts and statements
  // items
  // matching
  // days
};
