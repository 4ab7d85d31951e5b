import { z } from "zod";
import { awaiting } from "./approvals";
import {
  adminRef,
  day,
  declare,
  id,
  instant,
  line,
  listInput,
  listOf,
  nothing,
  personRef,
  text,
  version,
  wholeList,
} from "./common";
import { exportFormat, exportLink, pageKeys, statementFormat } from "./exports";
import { ENTRY_KINDS, STATEMENT_LIST, SYSTEM_ACCOUNTS } from "./ledger.values";
import { kobo } from "./money";
import { openingBalancesCalls } from "./opening-balances";
import { timelineEntry } from "./system-logs";
import { systemWalletRoutes as routes } from "./system-wallet.routes";
import {
  ACCOUNTS_OF,
  CLOSING_DAYS_MAX,
  DIRECTIONS,
  EXTERNAL_REFERENCE_MAX,
  MANUAL_KINDS,
  MOVEMENT_KINDS,
  MOVEMENT_LIST,
  MOVEMENT_MAX,
  MOVEMENT_STATES,
  mayHaveDirection,
  mayNameTransaction,
  NOTE_MAX,
} from "./system-wallet.values";
import { tierLimitsCalls } from "./tier-limits";

const account = z.enum(SYSTEM_ACCOUNTS, "There is no such account.");
const movementId = z.strictObject({ movementId: id });

const walletAccount = z.object({
  account,
  /** Kobo, on the account's own side. */
  balance: z.int(),
  /** The balance without what waits for approval to leave. */
  available: z.int(),
  /** Movements, refunds and lost disputes that wait for approval and touch the account. */
  waiting: z.int(),
  /** Kobo that left it in the last seven Lagos days. */
  left_lately: z.int(),
});
export type WalletAccount = z.infer<typeof walletAccount>;

const statementRow = z.object({
  /** The posting's number in its account. */
  id: z.string(),
  entry_id: z.string(),
  posted_at: instant,
  kind: z.enum(ENTRY_KINDS),
  description: z.string(),
  /** Kobo, on the account's side: below zero what left. */
  amount: z.int(),
  balance_after: z.int(),
  is_reversed: z.boolean(),
});
export type StatementRow = z.infer<typeof statementRow>;

const statementInput = listInput(STATEMENT_LIST).extend({ account });

/** The last `days`, or from one day to another; a last day left out is today. */
const closingInput = z.strictObject({
  account,
  days: z.coerce.number<number | string>().int().min(1).max(CLOSING_DAYS_MAX).default(31),
  from: day.optional(),
  to: day.optional(),
});

const entry = z.object({
  id: z.string(),
  kind: z.enum(ENTRY_KINDS),
  description: z.string(),
  posted_at: instant,
  posted_by: adminRef.nullable(),
  source: z.object({ type: z.string(), id: z.string() }),
  postings: z.array(
    z.object({
      account: account.nullable(),
      name: z.string(),
      /** Kobo: positive a credit, negative a debit. */
      amount: z.int(),
      /** Null for a user's wallet where the reader may not read users. */
      balance_after: z.int().nullable(),
    }),
  ),
  reversal_of: z.string().nullable(),
  reversed_by: z.string().nullable(),
  /** The movement that asks for its reversal and waits. */
  awaiting_reversal: z.string().nullable(),
});
export type WalletEntry = z.infer<typeof entry>;

const movementRow = z.object({
  id: z.string(),
  reference: z.string(),
  kind: z.enum(MOVEMENT_KINDS),
  state: z.enum(MOVEMENT_STATES),
  account: account.nullable(),
  to_account: account.nullable(),
  direction: z.enum(DIRECTIONS).nullable(),
  amount: z.int(),
  note: z.string(),
  external_reference: z.string(),
  requested_by: adminRef,
  requested_at: instant,
  decided_by: adminRef.nullable(),
  decided_at: instant.nullable(),
  entry_id: z.string().nullable(),
  reverses_entry_id: z.string().nullable(),
  /** The transaction that it belongs to, and whose that is. */
  transaction: z.object({ id: z.string(), reference: z.string(), user: personRef }).nullable(),
  version,
});
export type MovementRow = z.infer<typeof movementRow>;

const movementSingle = movementRow.extend({ awaiting: awaiting.nullable(), timeline: z.array(timelineEntry) });
export type MovementSingle = z.infer<typeof movementSingle>;

const movementsInput = listInput(MOVEMENT_LIST);

const movementFields = {
  kind: z.enum(MANUAL_KINDS, "Choose what to do."),
  account: z.enum(SYSTEM_ACCOUNTS, "Choose an account."),
  to_account: z.enum(SYSTEM_ACCOUNTS, "Choose the account that gets it.").nullish(),
  direction: z.enum(DIRECTIONS, "Choose whether the balance grows or shrinks.").nullish(),
  amount: kobo,
  note: text(NOTE_MAX, 3),
  external_reference: line(EXTERNAL_REFERENCE_MAX).optional(),
  /** Reference of the transaction that it belongs to. */
  transaction: line(40).nullish(),
};

type Asked = {
  amount: number;
  kind: (typeof MANUAL_KINDS)[number];
  account: (typeof SYSTEM_ACCOUNTS)[number];
  to_account?: (typeof SYSTEM_ACCOUNTS)[number] | null;
  direction?: (typeof DIRECTIONS)[number] | null;
  transaction?: string | null;
};

/** Each kind says what it needs and nothing besides. */
function fitting(input: Asked, context: z.RefinementCtx) {
  const wrong = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
  const { kind } = input;
  if (input.amount > MOVEMENT_MAX) wrong("amount", "Move at most ₦1,000,000,000,000.00 at once.");
  if (!ACCOUNTS_OF[kind].includes(input.account)) wrong("account", "This account can't be used for this.");
  if (kind === "transfer") {
    if (!input.to_account) wrong("to_account", "Choose the account that gets it.");
    else if (input.to_account === input.account) wrong("to_account", "Choose another account than the one it leaves.");
    else if (!ACCOUNTS_OF.transfer.includes(input.to_account))
      wrong("to_account", "This account can't be used for this.");
  } else if (input.to_account) wrong("to_account", "Only a transfer has an account that gets it.");
  if (kind === "adjust" && !input.direction) wrong("direction", "Choose whether the balance grows or shrinks.");
  if (input.direction && !mayHaveDirection(kind))
    wrong("direction", "Only an adjustment or a clearing has a direction.");
  if (kind === "clear" && !input.transaction?.trim()) wrong("transaction", "Enter the reference of the transaction.");
  if (input.transaction && !mayNameTransaction(input))
    wrong("transaction", "Only what goes into suspense or out of it belongs to a transaction.");
}

const submit = z.boolean("Say whether to ask for it at once.");
/** A new movement: a draft, or with `submit` asked for at once. */
export const movementCreation = z.strictObject({ ...movementFields, submit }).superRefine(fitting);
export const movementUpdate = z.strictObject({ movementId: id, version, ...movementFields }).superRefine(fitting);

export const entryReversal = z.strictObject({ entryId: id, note: text(NOTE_MAX, 3) });

const changed = z.strictObject({ movementId: id, version });

export const systemWallet = {
  accounts: declare(routes.accounts, {
    summary: "The system accounts with their balances",
    input: nothing,
    output: wholeList(walletAccount),
  }),
  statement: declare(routes.statement, {
    summary: "Postings of an account with the balance after each, newest first",
    input: statementInput,
    output: listOf(statementRow),
  }),
  exportStatement: declare(routes.exportStatement, {
    summary: "Make a link that downloads a statement",
    done: "Exported a statement",
    input: statementInput.omit(pageKeys).extend(statementFormat),
    output: exportLink,
  }),
  closingBalances: declare(routes.closingBalances, {
    summary: "What came, what went and the closing balance of each Lagos day",
    input: closingInput,
    /** Newest first. Kobo on the account's side. */
    output: wholeList(z.object({ day, came: z.int(), went: z.int(), closing: z.int() })),
  }),
  exportClosingBalances: declare(routes.exportClosingBalances, {
    summary: "Make a link that downloads closing balances by day",
    done: "Exported closing balances",
    input: closingInput.extend(exportFormat),
    output: exportLink,
  }),
  entry: declare(routes.entry, {
    summary: "One ledger entry with its postings",
    input: z.strictObject({ entryId: id }),
    output: entry,
  }),
  reverseEntry: declare(routes.reverseEntry, {
    summary: "Ask for an entry to be taken back; another admin approves",
    done: "Requested a reversal",
    input: entryReversal,
    output: movementSingle,
  }),
  movements: declare(routes.movements, {
    summary: "Manual transfers, newest first",
    input: movementsInput,
    output: listOf(movementRow),
  }),
  exportMovements: declare(routes.exportMovements, {
    summary: "Make a link that downloads movements",
    done: "Exported manual transfers",
    input: movementsInput.omit(pageKeys).extend(exportFormat),
    output: exportLink,
  }),
  transactionSuspense: declare(routes.transactionSuspense, {
    summary: "What suspense holds for a transaction, and the movements that belong to it",
    input: z.strictObject({ transactionId: id }),
    output: z.object({
      /**
       * Kobo that lie on suspense for it and no movement that waits takes; below zero what suspense is short of for it,
       * and no movement that waits brings.
       */
      available: z.int(),
      /** Movements that belong to it, newest first. */
      movements: z.array(movementRow),
    }),
  }),
  movement: declare(routes.movement, { summary: "One movement", input: movementId, output: movementSingle }),
  createMovement: declare(routes.createMovement, {
    summary: "Draft a movement, or ask for it at once",
    done: "Drafted or requested a manual transfer",
    input: movementCreation,
    output: movementSingle,
  }),
  updateMovement: declare(routes.updateMovement, {
    summary: "Change a draft",
    done: "Changed the draft of a manual transfer",
    input: movementUpdate,
    output: movementSingle,
  }),
  submitMovement: declare(routes.submitMovement, {
    summary: "Ask for a drafted movement; another admin approves",
    done: "Requested approval of a manual transfer",
    input: changed,
    output: movementSingle,
  }),
  cancelMovement: declare(routes.cancelMovement, {
    summary: "Drop a draft, or withdraw what one asked for",
    done: "Cancelled a manual transfer",
    input: changed,
    output: movementSingle,
  }),
  ...tierLimitsCalls,
  ...openingBalancesCalls,
  verify: declare(routes.verify, {
    summary: "Check every posting of the ledger, in one call or stretch by stretch",
    done: "Verified the ledger",
    input: z.strictObject({
      /** The `next` of an earlier call of the same admin, which signs it; none: from the beginning. */
      after: text(200).optional(),
      /** How long the call may go on before it answers how far it got. */
      seconds: z.coerce.number<number | string>().int().min(1).max(100).default(100),
    }),
    output: z.object({
      /** What this call looked at. */
      accounts: z.int(),
      entries: z.int(),
      postings: z.int(),
      /** Progress: every posting is read twice, with its entry and with its account. */
      read: z.int(),
      to_read: z.int(),
      /** Kobo that all balances come to: zero when the ledger is right. */
      total: z.int(),
      /** What is wrong, in words, the first thing first; empty when nothing is. */
      faults: z.array(z.string()),
      /** Looked at everything, or found a fault; otherwise `next` says where to go on. */
      finished: z.boolean(),
      next: z.string().nullable(),
    }),
  }),
};
