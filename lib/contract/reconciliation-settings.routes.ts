import { policiesOf } from "./access";
import { route } from "./route";

const { read, approve } = policiesOf("System Wallet");

/** Method, path and policy of the calls for limits and for trying the rules. */
export const reconciliationSettingsRoutes = {
  settings: route("GET", "/wallets/reconciliation/settings", read),
  // Limits decide what counts as explained, so that changing them needs the right to approve.
  updateSettings: route("PATCH", "/wallets/reconciliation/settings", approve),
  tryRules: route("GET", "/wallets/reconciliation/rules/trial", read, { timeout: 60_000 }),
};
