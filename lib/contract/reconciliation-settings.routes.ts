import { accessPoliciesOf } from "./access";
import { route } from "./route";

const { read, approve } = accessPoliciesOf("System Wallet");

/** Method, path and policy of the calls for the limits of reconciliation and for trial runs of its matching rules. */
export const reconciliationSettingsRoutes = {
  settings: route("GET", "/wallets/reconciliation/settings", read),
  // Needs the right to approve, because limits decide which differences may remain unexplained.
  updateSettings: route("PATCH", "/wallets/reconciliation/settings", approve),
  tryRules: route("GET", "/wallets/reconciliation/rules/trial", read, { timeout: 60_000 }),
};
