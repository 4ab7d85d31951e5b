import "server-only";
import { api } from "@/lib/server/api/pipeline";
import { addStatementLines } from "./add-lines";
import { createBankAccount, updateBankAccount } from "./change-account";
import { readCoverage } from "./coverage";
import { finishStatement } from "./finish";
import { beginStatement, cancelStatement } from "./import-statement";
import { readColumnLayout, saveColumnLayout } from "./layouts";
import { readBankAccounts } from "./read-accounts";
import { listStatements, readBankStatementDetails } from "./read-statements";
import { removeStatement } from "./remove";

const { reconciliation: calls } = api;

/** Handlers of the calls for bank accounts and statements. */
export const statementHandlers = {
  bankAccounts: calls.bankAccounts.handler(({ context: { db } }) => readBankAccounts(db)),
  createBankAccount: calls.createBankAccount.handler(({ input, context }) => createBankAccount(context, input)),
  updateBankAccount: calls.updateBankAccount.handler(({ input, context }) => updateBankAccount(context, input)),
  coverage: calls.coverage.handler(({ input, context: { db } }) => readCoverage(db, input)),
  statements: calls.statements.handler(({ input, context: { db } }) => listStatements(db, input)),
  statement: calls.statement.handler(({ input, context: { db } }) => readBankStatementDetails(db, input.statementId)),
  beginStatement: calls.beginStatement.handler(({ input, context }) => beginStatement(context, input)),
  addStatementLines: calls.addStatementLines.handler(({ input, context }) => addStatementLines(context, input)),
  finishStatement: calls.finishStatement.handler(({ input, context }) => finishStatement(context, input)),
  cancelStatement: calls.cancelStatement.handler(({ input, context }) => cancelStatement(context, input)),
  removeStatement: calls.removeStatement.handler(({ input, context }) => removeStatement(context, input)),
  statementLayout: calls.statementLayout.handler(({ input, context: { db } }) => readColumnLayout(db, input.bankCode)),
  saveStatementLayout: calls.saveStatementLayout.handler(({ input, context }) => saveColumnLayout(context, input)),
};
