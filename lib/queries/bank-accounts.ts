import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { fetchInWindow } from "@/lib/client/list-window";
import type { ListResponse } from "@/lib/contract/common";
import type { BankStatement } from "@/lib/contract/reconciliation-statements";
import { queryKeyOf } from "./keys";
import { mutationsInvalidating } from "./mutations";

const calls = api.reconciliation;

export type BankStatementListInput = Parameters<typeof calls.statements>[0];
export type StatementCoverageInput = Parameters<typeof calls.coverage>[0];
export type BankAccountInput = Parameters<typeof calls.createBankAccount>[0];
export type BankAccountUpdateInput = Parameters<typeof calls.updateBankAccount>[0];

/** Reads the bank accounts with their balances by the last statement. */
export const bankAccountsQuery = () =>
  queryOptions({
    queryKey: queryKeyOf("System-Wallet", "bank-accounts"),
    queryFn: ({ signal }) => calls.bankAccounts({}, { signal }),
  });

/** Reads which days are covered by statements, providers and the ledger. */
export const statementCoverageQuery = (input: StatementCoverageInput) =>
  queryOptions({
    queryKey: queryKeyOf("System-Wallet", "coverage", input),
    queryFn: ({ signal }) => calls.coverage(input, { signal }),
    placeholderData: keepPreviousData,
  });

/** Interval in ms for polling while a statement's file is being imported. */
const READING_POLL_MS = 5_000;

/** Reads a page of the list of bank statements. */
export const bankStatementListQuery = (input: BankStatementListInput) =>
  queryOptions<ListResponse<BankStatement>>({
    queryKey: queryKeyOf("System-Wallet", "bank-statements", input),
    queryFn: fetchInWindow(calls.statements, input),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => state.data?.items.some((each) => each.state === "reading") && READING_POLL_MS,
  });

/** Reads one bank statement with its history. */
export const bankStatementQuery = (statementId: string) =>
  queryOptions({
    queryKey: queryKeyOf("System-Wallet", "bank-statement", statementId),
    queryFn: ({ signal }) => calls.statement({ statementId }, { signal }),
  });

const { changes, creates } = mutationsInvalidating("System-Wallet", "Overview", "System-Logs");

export const createBankAccountMutation = creates(calls.createBankAccount);
export const updateBankAccountMutation = changes(calls.updateBankAccount);
/** Removes an imported statement with its lines. */
export const removeBankStatementMutation = changes(calls.removeStatement);
