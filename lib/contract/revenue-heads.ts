/** Calls of revenue heads with input and output. */
export const revenueHeads = {};
