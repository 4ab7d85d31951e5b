/** Method, path and policy of the calls of revenue heads, which belong to System Wallet. */
export const revenueHeadsRoutes = {};
