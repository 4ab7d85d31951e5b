import "server-only";
import { api } from "./api/spine";
import type { Queryable } from "./db/client";
import { makeExport } from "./exports/link";
import {
  cancelMovement as cancel,
  createMovement as create,
  submitMovement as submit,
  updateMovement as update,
} from "./system-wallet/change-movement";
import { checkLedger } from "./system-wallet/check-ledger";
import { closingBalances as closingBalancesOf, closingDaysOf } from "./system-wallet/closing-balances";
import { heldForTransaction, listMovements, movementSingle } from "./system-wallet/list-movements";
import { listStatement } from "./system-wallet/list-statement";
import { leftLately, walletAccounts } from "./system-wallet/read-accounts";
import { walletEntry } from "./system-wallet/read-entry";
import { reverseEntry as reverse } from "./system-wallet/reverse-entry";

async function accountsNow(db: Queryable) {
  const left = await leftLately(db);
  return (await walletAccounts(db)).map((each) => ({ ...each, left_lately: left.get(each.account) ?? 0 }));
}

const accounts = api.systemWallet.accounts.handler(async ({ context: { db } }) => ({
  items: await accountsNow(db),
}));

const statement = api.systemWallet.statement.handler(({ input, context: { db } }) => listStatement(db, input));

const exportStatement = api.systemWallet.exportStatement.handler(({ input, context }) =>
  makeExport(context, "wallet-statement", input),
);

const closingBalances = api.systemWallet.closingBalances.handler(async ({ input, context: { db } }) => ({
  items: await closingBalancesOf(db, closingDaysOf(input)),
}));

const exportClosingBalances = api.systemWallet.exportClosingBalances.handler(({ input, context }) =>
  makeExport(context, "wallet-closing-balances", { ...closingDaysOf(input), format: input.format }),
);

const entry = api.systemWallet.entry.handler(({ input, context: { db, admin } }) =>
  walletEntry(db, input.entryId, admin.rights),
);

const reverseEntry = api.systemWallet.reverseEntry.handler(({ input, context }) => reverse(context, input));

const movements = api.systemWallet.movements.handler(({ input, context: { db } }) => listMovements(db, input));

const exportMovements = api.systemWallet.exportMovements.handler(({ input, context }) =>
  makeExport(context, "wallet-movements", input),
);

const movement = api.systemWallet.movement.handler(({ input, context: { db } }) =>
  movementSingle(db, input.movementId),
);

const transactionSuspense = api.systemWallet.transactionSuspense.handler(({ input, context: { db } }) =>
  heldForTransaction(db, input.transactionId),
);

const createMovement = api.systemWallet.createMovement.handler(({ input, context }) => create(context, input));

const updateMovement = api.systemWallet.updateMovement.handler(({ input, context }) => update(context, input));

const submitMovement = api.systemWallet.submitMovement.handler(({ input, context }) => submit(context, input));

const cancelMovement = api.systemWallet.cancelMovement.handler(({ input, context }) => cancel(context, input));

/** Needs no more than reading: it changes nothing. The verdict goes on record. */
const verify = api.systemWallet.verify.handler(({ input, context }) => checkLedger(context, input));

export const systemWallet = {
  accounts,
  statement,
  exportStatement,
  closingBalances,
  exportClosingBalances,
  entry,
  reverseEntry,
  movements,
  exportMovements,
  movement,
  transactionSuspense,
  createMovement,
  updateMovement,
  submitMovement,
  cancelMovement,
  verify,
};
