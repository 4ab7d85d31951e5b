import "server-only";
import { api } from "./api/pipeline";
import { createExportLink } from "./exports/link";
import { toUnpagedList } from "./lists/list";
import { requestTierLimits } from "./system-wallet/change-limits";
import { cancelMovement, createMovement, submitMovement, updateMovement } from "./system-wallet/change-movement";
import { checkLedger } from "./system-wallet/check-ledger";
import { closingBalances, closingDaysOf } from "./system-wallet/closing-balances";
import { listLedgerEntries } from "./system-wallet/list-ledger-entries";
import { listMovements, readMovementDetails, readSuspenseWithMovements } from "./system-wallet/list-movements";
import { listStatement } from "./system-wallet/list-statement";
import { deleteBalanceFile } from "./system-wallet/opening-balances/delete-file";
import { readBalanceFiles } from "./system-wallet/opening-balances/read-files";
import { requestPosting } from "./system-wallet/opening-balances/request-posting";
import { readSystemAccountsWithOutflow } from "./system-wallet/read-accounts";
import { readLedgerEntry } from "./system-wallet/read-ledger-entry";
import { readTierLimits } from "./system-wallet/read-limits";
import { requestLedgerEntryReversal } from "./system-wallet/request-ledger-entry-reversal";

const { systemWallet: calls } = api;

/** Handlers of the `systemWallet.*` calls. */
export const systemWalletHandlers = {
  accounts: calls.accounts.handler(({ context: { db } }) => toUnpagedList(readSystemAccountsWithOutflow(db))),
  statement: calls.statement.handler(({ input, context: { db } }) => listStatement(db, input)),
  exportStatement: calls.exportStatement.handler(({ input, context }) =>
    createExportLink(context, "wallet-statement", input),
  ),
  closingBalances: calls.closingBalances.handler(({ input, context: { db } }) =>
    toUnpagedList(closingBalances(db, closingDaysOf(input))),
  ),
  exportClosingBalances: calls.exportClosingBalances.handler(({ input, context }) =>
    createExportLink(context, "wallet-closing-balances", { ...closingDaysOf(input), format: input.format }),
  ),
  entries: calls.entries.handler(({ input, context: { db } }) => listLedgerEntries(db, input)),
  entry: calls.entry.handler(({ input, context: { db, admin } }) => readLedgerEntry(db, input.entryId, admin.rights)),
  reverseEntry: calls.reverseEntry.handler(({ input, context }) => requestLedgerEntryReversal(context, input)),
  movements: calls.movements.handler(({ input, context: { db } }) => listMovements(db, input)),
  exportMovements: calls.exportMovements.handler(({ input, context }) =>
    createExportLink(context, "wallet-movements", input),
  ),
  movement: calls.movement.handler(({ input, context: { db } }) => readMovementDetails(db, input.movementId)),
  transactionSuspense: calls.transactionSuspense.handler(({ input, context: { db } }) =>
    readSuspenseWithMovements(db, input.transactionId),
  ),
  createMovement: calls.createMovement.handler(({ input, context }) => createMovement(context, input)),
  updateMovement: calls.updateMovement.handler(({ input, context }) => updateMovement(context, input)),
  submitMovement: calls.submitMovement.handler(({ input, context }) => submitMovement(context, input)),
  cancelMovement: calls.cancelMovement.handler(({ input, context }) => cancelMovement(context, input)),
  limits: calls.limits.handler(({ context: { db } }) => toUnpagedList(readTierLimits(db))),
  changeLimits: calls.changeLimits.handler(({ input, context }) => requestTierLimits(context, input)),
  openingBalances: calls.openingBalances.handler(({ context: { db } }) => toUnpagedList(readBalanceFiles(db))),
  postOpeningBalances: calls.postOpeningBalances.handler(({ input, context }) => requestPosting(context, input)),
  deleteOpeningBalances: calls.deleteOpeningBalances.handler(({ input, context }) => deleteBalanceFile(context, input)),
  verify: calls.verify.handler(({ input, context }) => checkLedger(context, input)),
};
