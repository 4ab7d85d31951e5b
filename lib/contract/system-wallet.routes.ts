import { needs } from "./access";
import { route } from "./route";

const feature = "System Wallet";

export const systemWalletRoutes = {
  accounts: route("GET", "/wallets/accounts", needs(feature, "read"), "The system accounts with their balances"),
  statement: route(
    "GET",
    "/wallets/accounts/{account}/statement",
    needs(feature, "read"),
    "Postings of an account with the balance after each, newest first",
  ),
  exportStatement: route(
    "POST",
    "/wallets/accounts/{account}/statement/export",
    needs(feature, "export"),
    "Make a link that downloads a statement",
    { secret: true },
  ),
  closingBalances: route(
    "GET",
    "/wallets/accounts/{account}/closing-balances",
    needs(feature, "read"),
    "What came, what went and the closing balance of each Lagos day",
  ),
  entry: route("GET", "/wallets/entries/{entryId}", needs(feature, "read"), "One ledger entry with its postings"),
  reverseEntry: route(
    "POST",
    "/wallets/entries/{entryId}/reversal",
    needs(feature, "create"),
    "Ask for an entry to be taken back; another admin approves",
    { idempotent: true },
  ),
  movements: route("GET", "/wallets/movements", needs(feature, "read"), "Money moved by hand, newest first"),
  movement: route("GET", "/wallets/movements/{movementId}", needs(feature, "read"), "One movement"),
  exportMovements: route(
    "POST",
    "/wallets/movements/export",
    needs(feature, "export"),
    "Make a link that downloads movements",
    { secret: true },
  ),
  transactionSuspense: route(
    "GET",
    "/wallets/transactions/{transactionId}",
    needs(feature, "read"),
    "What suspense holds for a transaction, and the movements that belong to it",
  ),
  createMovement: route(
    "POST",
    "/wallets/movements",
    needs(feature, "create"),
    "Draft a movement, or ask for it at once",
    {
      idempotent: true,
    },
  ),
  updateMovement: route("PATCH", "/wallets/movements/{movementId}", needs(feature, "create"), "Change a draft"),
  submitMovement: route(
    "PATCH",
    "/wallets/movements/{movementId}/submission",
    needs(feature, "create"),
    "Ask for a drafted movement; another admin approves",
    { idempotent: true },
  ),
  cancelMovement: route(
    "PATCH",
    "/wallets/movements/{movementId}/cancellation",
    needs(feature, "create"),
    "Drop a draft, or withdraw what one asked for",
  ),
  verify: route(
    "GET",
    "/wallets/ledger-check",
    needs(feature, "read"),
    "Check every posting of the ledger, in one call or stretch by stretch",
    {
      timeout: 120_000,
    },
  ),
};
