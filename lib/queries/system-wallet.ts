import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { fetchInWindow } from "@/lib/client/list-window";
import type { ExportFormat, StatementFormat } from "@/lib/contract/exports.values";
import { withoutPaging } from "./exports";
import { queryKeyOf } from "./keys";
import { mutationsInvalidating } from "./mutations";

export type AccountStatementInput = Parameters<typeof api.systemWallet.statement>[0];
export type MovementListInput = Parameters<typeof api.systemWallet.movements>[0];
export type MovementInput = Parameters<typeof api.systemWallet.createMovement>[0];
export type UpdateMovementInput = Parameters<typeof api.systemWallet.updateMovement>[0];
export type LedgerEntryReversalInput = Parameters<typeof api.systemWallet.reverseEntry>[0];

/** Reads the system accounts with their balances. */
export const walletAccountsQuery = () =>
  queryOptions({
    queryKey: queryKeyOf("System-Wallet", "accounts"),
    queryFn: ({ signal }) => api.systemWallet.accounts({}, { signal }),
  });

/** Reads a page of the postings of one account. */
export const accountStatementQuery = (input: AccountStatementInput) =>
  queryOptions({
    queryKey: queryKeyOf("System-Wallet", "statement", input),
    queryFn: fetchInWindow(api.systemWallet.statement, input),
    placeholderData: keepPreviousData,
  });

export type ClosingBalancesInput = Parameters<typeof api.systemWallet.closingBalances>[0];

/** Reads inflow, outflow and closing balance of an account for each Lagos day. */
export const closingBalancesQuery = (input: ClosingBalancesInput) =>
  queryOptions({
    queryKey: queryKeyOf("System-Wallet", "closing-balances", input),
    queryFn: ({ signal }) => api.systemWallet.closingBalances(input, { signal }),
    placeholderData: keepPreviousData,
  });

/** Reads one ledger entry with its postings. */
export const ledgerEntryQuery = (entryId: string) =>
  queryOptions({
    queryKey: queryKeyOf("System-Wallet", "entry", entryId),
    queryFn: ({ signal }) => api.systemWallet.entry({ entryId }, { signal }),
  });

/** Reads a page of the list of manual money movements. */
export const movementListQuery = (input: MovementListInput) =>
  queryOptions({
    queryKey: queryKeyOf("System-Wallet", "movements", input),
    queryFn: fetchInWindow(api.systemWallet.movements, input),
    placeholderData: keepPreviousData,
  });

/** Reads how much of a transaction's money is on the suspense account, and the movements that refer to the transaction. */
export const transactionSuspenseQuery = (transactionId: string) =>
  queryOptions({
    queryKey: queryKeyOf("System-Wallet", "transaction-suspense", transactionId),
    queryFn: ({ signal }) => api.systemWallet.transactionSuspense({ transactionId }, { signal }),
  });

export const movementQuery = (movementId: string) =>
  queryOptions({
    queryKey: queryKeyOf("System-Wallet", "movement", movementId),
    queryFn: ({ signal }) => api.systemWallet.movement({ movementId }, { signal }),
  });

/** Reads the wallet limits of each tier: current, approved for later, and requested. */
export const tierLimitsQuery = () =>
  queryOptions({
    queryKey: queryKeyOf("System-Wallet", "limits"),
    queryFn: ({ signal }) => api.systemWallet.limits({}, { signal }),
  });

/** Interval in ms for polling while opening balances are posted. */
const POSTING_POLL_MS = 2_000;

/** Reads the files of opening balances, from which citizens' wallets get their first balance. */
export const openingBalancesQuery = () =>
  queryOptions({
    queryKey: queryKeyOf("System-Wallet", "opening-balances"),
    queryFn: ({ signal }) => api.systemWallet.openingBalances({}, { signal }),
    refetchInterval: ({ state }) => state.data?.items.some((file) => file.state === "posting") && POSTING_POLL_MS,
  });

/** Verifies the ledger's postings for two seconds, so that progress can be shown. Not a query, so that it never runs automatically. */
export const verifyLedgerSection = (cursor: string | undefined, signal: AbortSignal) =>
  api.systemWallet.verify({ after: cursor, seconds: 2 }, { signal });
/** Result of verifying one section of the ledger. */
export type LedgerVerification = Awaited<ReturnType<typeof verifyLedgerSection>>;

// Also refetches users, because a user's account can't be closed while a clearing to the user's wallet is pending.
const { changes, creates } = mutationsInvalidating("System-Wallet", "User", "Overview", "System-Logs");

export const createMovementMutation = creates(api.systemWallet.createMovement);

export const updateMovementMutation = changes(api.systemWallet.updateMovement);

/** Requests the approval of a drafted movement by another admin. */
export const submitMovementMutation = creates(api.systemWallet.submitMovement);

/** Deletes the draft of a movement, or withdraws its request. */
export const cancelMovementMutation = changes(api.systemWallet.cancelMovement);

export type ChangeTierLimitsInput = Parameters<typeof api.systemWallet.changeLimits>[0];

/** Requests new wallet limits of a tier from a given day; another admin decides. */
export const changeTierLimitsMutation = creates(api.systemWallet.changeLimits);

export type PostOpeningBalancesInput = Parameters<typeof api.systemWallet.postOpeningBalances>[0];

/** Requests the posting of a file of opening balances; another admin decides. */
export const postOpeningBalancesMutation = creates(api.systemWallet.postOpeningBalances);

/** Deletes a file of opening balances whose posting is not requested. */
export const deleteOpeningBalancesMutation = changes(api.systemWallet.deleteOpeningBalances);

/** Requests the reversal of a ledger entry; another admin decides. */
export const reverseLedgerEntryMutation = creates(api.systemWallet.reverseEntry);

export const exportMovements = (input: MovementListInput, format: ExportFormat) =>
  api.systemWallet.exportMovements({ ...withoutPaging(input), format });

export const exportAccountStatement = (input: AccountStatementInput, format: StatementFormat) =>
  api.systemWallet.exportStatement({ ...withoutPaging(input), format });

export const exportClosingBalances = (input: ClosingBalancesInput, format: ExportFormat) =>
  api.systemWallet.exportClosingBalances({ ...input, format });
