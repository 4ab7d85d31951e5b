import { z } from "zod";
import { pendingApproval } from "./approvals";
import {
  adminRef,
  day,
  endpoint,
  id,
  instant,
  listInput,
  listOf,
  noInput,
  pageOf,
  personRef,
  referenceText,
  text,
  version,
} from "./common";
import { exportFormat, exportLink, PAGING_KEYS, statementFormat } from "./exports";
import { ACCOUNT_STATEMENT_LIST, LEDGER_ENTRY_KINDS, SYSTEM_ACCOUNTS } from "./ledger.values";
import { ledgerEntriesCalls } from "./ledger-entries";
import { kobo } from "./money";
import { openingBalancesCalls } from "./opening-balances";
import { timelineEntry } from "./system-logs";
import { systemWalletRoutes as routes } from "./system-wallet.routes";
import {
  CLOSING_BALANCE_DAYS_MAX,
  EXTERNAL_REFERENCE_LENGTH_MAX,
  kindAllowsDirection,
  MANUAL_MOVEMENT_KINDS,
  MOVEMENT_ACCOUNTS,
  MOVEMENT_AMOUNT_MAX,
  MOVEMENT_DIRECTIONS,
  MOVEMENT_KINDS,
  MOVEMENT_LIST,
  MOVEMENT_NOTE_MAX,
  MOVEMENT_STATES,
  mayReferToTransaction,
} from "./system-wallet.values";
import { tierLimitsCalls } from "./tier-limits";

const account = z.enum(SYSTEM_ACCOUNTS, "There is no such account.");
const movementId = z.strictObject({ movementId: id });

const walletAccount = z.object({
  account,
  /** Balance in kobo, on the account's normal side. */
  balance: z.int(),
  /** The balance minus reservations and pending outflows. */
  available: z.int(),
  /** Number of pending movements, refunds and lost disputes that affect the account. */
  waiting: z.int(),
  /** Outflow of the last seven Lagos days, in kobo. */
  left_lately: z.int(),
});
export type WalletAccount = z.infer<typeof walletAccount>;

const statementRow = z.object({
  /** Number of the posting within its account. */
  id: z.string(),
  entry_id: z.string(),
  posted_at: instant,
  kind: z.enum(LEDGER_ENTRY_KINDS),
  description: z.string(),
  /** Kobo on the account's normal side; negative for an outflow. */
  amount: z.int(),
  balance_after: z.int(),
  is_reversed: z.boolean(),
});
export type AccountStatementRow = z.infer<typeof statementRow>;

const statementInput = listInput(ACCOUNT_STATEMENT_LIST).extend({ account });

/** Input with the days to list: either the last `days`, or a range. `to` defaults to today. */
const closingBalancesInput = z.strictObject({
  account,
  days: z.coerce.number<number | string>().int().min(1).max(CLOSING_BALANCE_DAYS_MAX).default(31),
  from: day.optional(),
  to: day.optional(),
});

const ledgerEntrySingle = z.object({
  id: z.string(),
  kind: z.enum(LEDGER_ENTRY_KINDS),
  description: z.string(),
  posted_at: instant,
  posted_by: adminRef.nullable(),
  source: z.object({ type: z.string(), id: z.string() }),
  postings: z.array(
    z.object({
      account: account.nullable(),
      name: z.string(),
      /** Kobo; positive for a credit, negative for a debit. */
      amount: z.int(),
      /** Balance after the posting; null for a user's wallet if the caller may not read users. */
      balance_after: z.int().nullable(),
    }),
  ),
  reversal_of: z.string().nullable(),
  reversed_by: z.string().nullable(),
  /** Id of the pending movement that requests the ledger entry's reversal. */
  awaiting_reversal: z.string().nullable(),
});
export type LedgerEntryDetails = z.infer<typeof ledgerEntrySingle>;

const movementRow = z.object({
  id: z.string(),
  reference: z.string(),
  kind: z.enum(MOVEMENT_KINDS),
  state: z.enum(MOVEMENT_STATES),
  account: account.nullable(),
  to_account: account.nullable(),
  direction: z.enum(MOVEMENT_DIRECTIONS).nullable(),
  amount: z.int(),
  note: z.string(),
  external_reference: z.string(),
  requested_by: adminRef,
  requested_at: instant,
  decided_by: adminRef.nullable(),
  decided_at: instant.nullable(),
  entry_id: z.string().nullable(),
  reverses_entry_id: z.string().nullable(),
  /** The movement's transaction, with its user. */
  transaction: z.object({ id: z.string(), reference: z.string(), user: personRef }).nullable(),
  version,
});
export type MovementRow = z.infer<typeof movementRow>;

const movementSingle = movementRow.extend({ awaiting: pendingApproval.nullable(), timeline: z.array(timelineEntry) });
export type MovementDetails = z.infer<typeof movementSingle>;

const movementsInput = listInput(MOVEMENT_LIST);

const movementFields = {
  kind: z.enum(MANUAL_MOVEMENT_KINDS, "Choose what to do."),
  account: z.enum(SYSTEM_ACCOUNTS, "Choose an account."),
  to_account: z.enum(SYSTEM_ACCOUNTS, "Choose the account that receives it.").nullish(),
  direction: z.enum(MOVEMENT_DIRECTIONS, "Choose whether the balance increases or decreases.").nullish(),
  amount: kobo,
  note: text(MOVEMENT_NOTE_MAX, 3),
  external_reference: referenceText(EXTERNAL_REFERENCE_LENGTH_MAX).optional(),
  /** Reference of the movement's transaction. */
  transaction: referenceText(40).nullish(),
};

type MovementInput = {
  amount: number;
  kind: (typeof MANUAL_MOVEMENT_KINDS)[number];
  account: (typeof SYSTEM_ACCOUNTS)[number];
  to_account?: (typeof SYSTEM_ACCOUNTS)[number] | null;
  direction?: (typeof MOVEMENT_DIRECTIONS)[number] | null;
  transaction?: string | null;
};

/** Reports missing and forbidden fields of a kind of movement. */
function checkMovement(input: MovementInput, context: z.RefinementCtx) {
  const wrong = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
  const { kind } = input;
  if (input.amount > MOVEMENT_AMOUNT_MAX) wrong("amount", "Move at most ₦1,000,000,000,000.00 at a time.");
  if (!MOVEMENT_ACCOUNTS[kind].includes(input.account)) wrong("account", "This account can't be used for this.");
  if (kind === "transfer") {
    if (!input.to_account) wrong("to_account", "Choose the account that receives it.");
    else if (input.to_account === input.account) wrong("to_account", "Choose a different account than the source.");
    else if (!MOVEMENT_ACCOUNTS.transfer.includes(input.to_account))
      wrong("to_account", "This account can't be used for this.");
  } else if (input.to_account) wrong("to_account", "Only a transfer has an account that gets it.");
  if (kind === "adjust" && !input.direction) wrong("direction", "Choose whether the balance increases or decreases.");
  if (input.direction && !kindAllowsDirection(kind))
    wrong("direction", "Only an adjustment or a clearing has a direction.");
  if (kind === "clear" && !input.transaction?.trim()) wrong("transaction", "Enter the reference of the transaction.");
  if (input.transaction && !mayReferToTransaction(input))
    wrong("transaction", "Only movements of suspense can have a transaction.");
}

const submit = z.boolean("State whether to request it immediately.");
/** A new movement: a draft, or with `submit` a request for approval. */
export const movementCreation = z.strictObject({ ...movementFields, submit }).superRefine(checkMovement);
export const movementUpdate = z.strictObject({ movementId: id, version, ...movementFields }).superRefine(checkMovement);

export const ledgerEntryReversal = z.strictObject({ entryId: id, note: text(MOVEMENT_NOTE_MAX, 3) });

const movementVersion = z.strictObject({ movementId: id, version });

/** Calls of System Wallet, with descriptions and schemas. */
export const systemWalletCalls = {
  accounts: endpoint(routes.accounts, {
    summary: "The system accounts with their balances",
    input: noInput,
    output: listOf(walletAccount),
  }),
  statement: endpoint(routes.statement, {
    summary: "Postings of an account with the balance after each, newest first",
    input: statementInput,
    output: pageOf(statementRow),
  }),
  exportStatement: endpoint(routes.exportStatement, {
    summary: "Make a link that downloads a statement",
    done: "Exported a statement",
    input: statementInput.omit(PAGING_KEYS).extend(statementFormat),
    output: exportLink,
  }),
  closingBalances: endpoint(routes.closingBalances, {
    summary: "Credits, debits and closing balance of each Lagos day",
    input: closingBalancesInput,
    /** One row per day, newest first. `came`, `went`: inflow and outflow. Amounts in kobo on the account's normal side. */
    output: listOf(z.object({ day, came: z.int(), went: z.int(), closing: z.int() })),
  }),
  exportClosingBalances: endpoint(routes.exportClosingBalances, {
    summary: "Make a link that downloads closing balances by day",
    done: "Exported closing balances",
    input: closingBalancesInput.extend(exportFormat),
    output: exportLink,
  }),
  ...ledgerEntriesCalls,
  entry: endpoint(routes.entry, {
    summary: "One ledger entry with its postings",
    input: z.strictObject({ entryId: id }),
    output: ledgerEntrySingle,
  }),
  reverseEntry: endpoint(routes.reverseEntry, {
    summary: "Request the reversal of an entry; another admin approves",
    done: "Requested a reversal",
    input: ledgerEntryReversal,
    output: movementSingle,
  }),
  movements: endpoint(routes.movements, {
    summary: "Manual transfers, newest first",
    input: movementsInput,
    output: pageOf(movementRow),
  }),
  exportMovements: endpoint(routes.exportMovements, {
    summary: "Make a link that downloads movements",
    done: "Exported manual transfers",
    input: movementsInput.omit(PAGING_KEYS).extend(exportFormat),
    output: exportLink,
  }),
  transactionSuspense: endpoint(routes.transactionSuspense, {
    summary: "Amount in suspense for a transaction, and its movements",
    input: z.strictObject({ transactionId: id }),
    output: z.object({
      /** Kobo on suspense for the transaction, less pending movements. Negative: an uncovered shortfall. */
      available: z.int(),
      /** Movements of the transaction, newest first. */
      movements: z.array(movementRow),
    }),
  }),
  movement: endpoint(routes.movement, { summary: "One movement", input: movementId, output: movementSingle }),
  createMovement: endpoint(routes.createMovement, {
    summary: "Create a draft of a movement, or request it immediately",
    done: "Drafted or requested a manual transfer",
    input: movementCreation,
    output: movementSingle,
  }),
  updateMovement: endpoint(routes.updateMovement, {
    summary: "Change a draft",
    done: "Changed the draft of a manual transfer",
    input: movementUpdate,
    output: movementSingle,
  }),
  submitMovement: endpoint(routes.submitMovement, {
    summary: "Request a drafted movement; another admin approves",
    done: "Requested approval of a manual transfer",
    input: movementVersion,
    output: movementSingle,
  }),
  cancelMovement: endpoint(routes.cancelMovement, {
    summary: "Delete a draft, or withdraw a request",
    done: "Cancelled a manual transfer",
    input: movementVersion,
    output: movementSingle,
  }),
  ...tierLimitsCalls,
  ...openingBalancesCalls,
  verify: endpoint(routes.verify, {
    summary: "Check every posting of the ledger, in one call or in sections",
    done: "Verified the ledger",
    input: z.strictObject({
      /** Signed `next` of an earlier call by the same admin. Omit it to start at the beginning. */
      after: text(200).optional(),
      /** Maximum duration in seconds. After that, the call returns its progress. */
      seconds: z.coerce.number<number | string>().int().min(1).max(100).default(100),
    }),
    output: z.object({
      /** Numbers of accounts, entries and postings checked by this call. */
      accounts: z.int(),
      entries: z.int(),
      postings: z.int(),
      /** Progress of the check, in postings. Every posting is read twice: with its entry and with its account. */
      read: z.int(),
      to_read: z.int(),
      /** Sum of all balances in kobo; zero if the ledger is correct. */
      total: z.int(),
      /** Faults that the check found, one sentence each, in the order found. */
      faults: z.array(z.string()),
      /** True if the whole ledger was checked or a fault was found. Otherwise pass `next` to the following call. */
      finished: z.boolean(),
      next: z.string().nullable(),
    }),
  }),
};
