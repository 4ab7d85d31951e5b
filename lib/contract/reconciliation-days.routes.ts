import { accessPoliciesOf } from "./access";
import { route } from "./route";

const { read, create, approve, exporting } = accessPoliciesOf("System Wallet");

/** Timeout in ms of calls that compute a day's figures. They read all reconciliation items of the day, up to about 100,000. */
const COMPUTING = { timeout: 60_000 };

/** Method, path and policy of the calls that list and close reconciliation days. */
export const reconciliationDayRoutes = {
  days: route("GET", "/wallets/reconciliation/days", read),
  day: route("GET", "/wallets/reconciliation/days/{day}", read, COMPUTING),
  proposeDay: route("POST", "/wallets/reconciliation/days/{day}/proposal", create, { idempotent: true, ...COMPUTING }),
  withdrawProposal: route("PATCH", "/wallets/reconciliation/days/{day}/withdrawal", create, COMPUTING),
  closeDay: route("POST", "/wallets/reconciliation/days/{day}/closing", approve, { idempotent: true, ...COMPUTING }),
  exportDay: route("POST", "/wallets/reconciliation/days/{day}/export", exporting, { secret: true }),
};
