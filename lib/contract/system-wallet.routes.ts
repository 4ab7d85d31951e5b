import { accessPoliciesOf } from "./access";
import { route } from "./route";

const { read, create, exporting } = accessPoliciesOf("System Wallet");

/** Method, path and policy of the calls of System Wallet. */
export const systemWalletRoutes = {
  accounts: route("GET", "/wallets/accounts", read),
  statement: route("GET", "/wallets/accounts/{account}/statement", read, { replica: true }),
  exportStatement: route("POST", "/wallets/accounts/{account}/statement/export", exporting, {
    secret: true,
  }),
  closingBalances: route("GET", "/wallets/accounts/{account}/closing-balances", read, { replica: true }),
  exportClosingBalances: route("POST", "/wallets/accounts/{account}/closing-balances/export", exporting, {
    secret: true,
  }),
  entries: route("GET", "/wallets/entries", read, { replica: true }),
  entry: route("GET", "/wallets/entries/{entryId}", read),
  reverseEntry: route("POST", "/wallets/entries/{entryId}/reversal", create, { idempotent: true }),
  movements: route("GET", "/wallets/movements", read, { replica: true }),
  movement: route("GET", "/wallets/movements/{movementId}", read),
  exportMovements: route("POST", "/wallets/movements/export", exporting, {
    secret: true,
    proof: true,
    personal: ["movement.name"],
  }),
  transactionSuspense: route("GET", "/wallets/transactions/{transactionId}", read),
  createMovement: route("POST", "/wallets/movements", create, { idempotent: true }),
  updateMovement: route("PATCH", "/wallets/movements/{movementId}", create),
  submitMovement: route("PATCH", "/wallets/movements/{movementId}/submission", create, {
    idempotent: true,
  }),
  cancelMovement: route("PATCH", "/wallets/movements/{movementId}/cancellation", create),
  limits: route("GET", "/wallets/limits", read),
  changeLimits: route("POST", "/wallets/limits/{tierId}", create, { idempotent: true }),
  openingBalances: route("GET", "/wallets/opening-balances", read),
  postOpeningBalances: route("POST", "/wallets/opening-balances/{balanceFileId}/posting", create, { idempotent: true }),
  deleteOpeningBalances: route("DELETE", "/wallets/opening-balances/{balanceFileId}", create, { timeout: 60_000 }),
  verify: route("GET", "/wallets/ledger-check", read, { timeout: 120_000 }),
};
