import { accessPoliciesOf } from "./access";
import { MAX_BODY_BYTES, route } from "./route";

const { read, create, update } = accessPoliciesOf("System Wallet");
const accountsPath = "/wallets/reconciliation/accounts";
const statementsPath = `${accountsPath}/{accountId}/statements` as const;
const statementPath = "/wallets/reconciliation/statements/{statementId}";

/** Method, path and policy of the calls of bank accounts and statements. */
export const statementRoutes = {
  bankAccounts: route("GET", accountsPath, read),
  createBankAccount: route("POST", accountsPath, create),
  updateBankAccount: route("PATCH", `${accountsPath}/{accountId}`, update),
  coverage: route("GET", "/wallets/reconciliation/coverage", read),
  statements: route("GET", "/wallets/reconciliation/statements", read),
  statement: route("GET", statementPath, read),
  beginStatement: route("POST", statementsPath, create),
  addStatementLines: route("POST", `${statementsPath}/{statementId}/lines`, create, {
    timeout: 60_000,
    body: MAX_BODY_BYTES,
  }),
  finishStatement: route("POST", `${statementsPath}/{statementId}/finish`, create, { timeout: 60_000 }),
  cancelStatement: route("PATCH", `${statementPath}/cancellation`, create),
  removeStatement: route("DELETE", statementPath, create, { timeout: 60_000 }),
  statementLayout: route("GET", "/wallets/reconciliation/layouts/{bankCode}", read),
  saveStatementLayout: route("POST", "/wallets/reconciliation/layouts/{bankCode}", create),
};
