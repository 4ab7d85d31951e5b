import "server-only";

/** Handlers of the `revenueHeads.*` calls. */
export const revenueHeads = {};
