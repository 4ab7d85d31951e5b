import "server-only";
import { dayCalls } from "./reconciliation/days/day-calls";

/** Handlers of the `reconciliation.*` calls. */
export const reconciliation = {
  // accounts and statements
  // items
  // matching
  ...dayCalls,
};
