import { needs } from "./access";
import { route } from "./route";

const feature = "System Wallet";

export const systemWalletRoutes = {
  accounts: route("GET", "/wallets/accounts", needs(feature, "read")),
  statement: route("GET", "/wallets/accounts/{account}/statement", needs(feature, "read")),
  exportStatement: route("POST", "/wallets/accounts/{account}/statement/export", needs(feature, "export"), {
    secret: true,
  }),
  closingBalances: route("GET", "/wallets/accounts/{account}/closing-balances", needs(feature, "read")),
  exportClosingBalances: route(
    "POST",
    "/wallets/accounts/{account}/closing-balances/export",
    needs(feature, "export"),
    {
      secret: true,
    },
  ),
  entry: route("GET", "/wallets/entries/{entryId}", needs(feature, "read")),
  reverseEntry: route("POST", "/wallets/entries/{entryId}/reversal", needs(feature, "create"), { idempotent: true }),
  movements: route("GET", "/wallets/movements", needs(feature, "read")),
  movement: route("GET", "/wallets/movements/{movementId}", needs(feature, "read")),
  exportMovements: route("POST", "/wallets/movements/export", needs(feature, "export"), { secret: true }),
  transactionSuspense: route("GET", "/wallets/transactions/{transactionId}", needs(feature, "read")),
  createMovement: route("POST", "/wallets/movements", needs(feature, "create"), { idempotent: true }),
  updateMovement: route("PATCH", "/wallets/movements/{movementId}", needs(feature, "create")),
  submitMovement: route("PATCH", "/wallets/movements/{movementId}/submission", needs(feature, "create"), {
    idempotent: true,
  }),
  cancelMovement: route("PATCH", "/wallets/movements/{movementId}/cancellation", needs(feature, "create")),
  verify: route("GET", "/wallets/ledger-check", needs(feature, "read"), { timeout: 120_000 }),
};
