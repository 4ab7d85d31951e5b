import { policiesOf } from "./access";
import { route } from "./route";

const { read, approve } = policiesOf("System Wallet");
const PATH = "/wallets/reconciliation";

/** Method, path and policy of the calls of reconciliation, which belongs to System Wallet. */
export const reconciliationRoutes = {
  // accounts and statements
  // items
  // matching
  settings: route("GET", `${PATH}/settings`, read),
  // Limits decide what counts as explained, so that changing them needs the right to approve.
  updateSettings: route("PATCH", `${PATH}/settings`, approve),
  tryRules: route("GET", `${PATH}/rules/trial`, read, { timeout: 60_000 }),
  // days
};
