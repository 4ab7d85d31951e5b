import { z } from "zod";
import {
  adminRef,
  day,
  endpoint,
  externalIdText,
  id,
  instant,
  listInput,
  longList,
  noInput,
  oneLine,
  pageOf,
  text,
  version,
} from "./common";
import { MAX_KOBO } from "./ledger.values";
import { cleanPastedLine } from "./pasted.values";
import {
  BANK_STATEMENT_FORMATS,
  BANK_STATEMENT_LIST,
  BANK_STATEMENT_STATES,
  COVERAGE_SOURCES,
  HEADER_NAME_MAX,
  NARRATION_LENGTH_MAX,
  STATEMENT_CHUNK_LINES,
  STATEMENT_DATE_FORMATS,
  STATEMENT_LINES_MAX,
  STATEMENT_REFERENCE_LENGTH_MAX,
} from "./reconciliation.values";
import { statementRoutes as routes } from "./reconciliation-statements.routes";
import { timelineEntry } from "./system-logs";
import { accountNumber, bankCode } from "./transaction.app";

const bankAccount = z.object({
  id: z.string(),
  name: z.string(),
  bank_code: z.string(),
  bank_name: z.string(),
  account_number: z.string(),
  /** First day for which the account needs a statement. */
  starts_on: day,
  is_active: z.boolean(),
  /** Statements cover every day from `starts_on` to this day; null if no statement covers `starts_on`. */
  covered_to: day.nullable(),
  /** Closing balance of the last statement in kobo, and its last day; null without a statement. */
  balance: z.object({ amount: z.int(), day }).nullable(),
  version,
});
export type BankAccount = z.infer<typeof bankAccount>;

const accountName = oneLine(80, 2);

/** Adds a bank account. `starts_on`: required for the first account; for others, defaults to the first open day. */
export const bankAccountCreation = z.strictObject({
  name: accountName,
  bank_code: bankCode,
  /** Name of the bank; required if the bank is not in the list of banks. */
  bank_name: oneLine(80).optional(),
  account_number: accountNumber,
  starts_on: day.nullish(),
});
export const bankAccountUpdate = z.strictObject({
  accountId: id,
  version,
  name: accountName,
  is_active: z.boolean("State whether the account is reconciled."),
});

const bankStatement = z.object({
  id: z.string(),
  account: z.object({ id: z.string(), name: z.string() }),
  file_name: z.string(),
  file_hash: z.string(),
  format: z.enum(BANK_STATEMENT_FORMATS),
  state: z.enum(BANK_STATEMENT_STATES),
  from_day: day,
  to_day: day,
  /** Balances in kobo before the first line and after the last. */
  opening: z.int(),
  closing: z.int(),
  /** Numbers of lines: in the file, stored so far, and already contained in another statement. */
  lines: z.int(),
  stored_lines: z.int(),
  known_lines: z.int(),
  /** One or two sentences that explain why the file was refused; null if it was not refused. */
  problem: z.string().nullable(),
  imported_by: adminRef,
  started_at: instant,
  ended_at: instant.nullable(),
});
export type BankStatement = z.infer<typeof bankStatement>;

const statementSingle = bankStatement.extend({
  /** Why the statement can't be removed; null if it can be removed, or if it is not imported. */
  stays_because: z.string().nullable(),
  timeline: z.array(timelineEntry),
});
export type BankStatementDetails = z.infer<typeof statementSingle>;

const statementId = z.strictObject({ statementId: id });

const signedKobo = z.int("Send an amount in kobo.").min(-MAX_KOBO).max(MAX_KOBO);
const lineNumber = z.int().min(1).max(2_147_483_647);
const lineCount = z.int().min(0).max(STATEMENT_LINES_MAX, "A statement has at most 250,000 lines. Export fewer days.");

/** Cleans a text of a bank, which may contain line breaks and control characters. */
const bankText = (max: number) =>
  text(max, 0, (bankWords) => cleanPastedLine(bankWords.replace(/[\p{Cc}\u2028\u2029]+/gu, " ")));

/** Begins the import of a file. Resumes an import of the same file that has already begun, even if another admin began it. */
export const statementImportStart = z.strictObject({
  accountId: id,
  file_name: oneLine(200, 1),
  /** SHA-256 of the file in hex. */
  file_hash: externalIdText(64).regex(/^[\da-f]{64}$/, "Send the file's SHA-256 in hex."),
  format: z.enum(BANK_STATEMENT_FORMATS),
  from_day: day,
  to_day: day,
  opening: signedKobo,
  closing: signedKobo,
  /** Number of the file's lines that have an amount. Lines without an amount, such as "balance brought forward", are not sent. */
  lines: lineCount,
});

/** Line number in the file (unique), day, amount (positive: money that arrived), balance after the line, narration, reference. */
const statementLine = z.tuple([
  lineNumber,
  day,
  signedKobo.refine((amount) => amount !== 0, "Leave out lines without an amount."),
  signedKobo.nullable(),
  bankText(NARRATION_LENGTH_MAX),
  bankText(STATEMENT_REFERENCE_LENGTH_MAX),
]);
export type StatementLine = z.input<typeof statementLine>;

/** Lines to store. Send fewer than the maximum where their JSON would exceed MAX_BODY_BYTES. */
const statementChunk = z.strictObject({
  accountId: id,
  statementId: id,
  /** Number of the file's lines that were sent before these lines: `stored_lines` of the last response. */
  after: lineCount,
  lines: longList(statementLine, STATEMENT_CHUNK_LINES, {
    tooFew: "Send at least one line.",
    tooMany: `Send at most ${STATEMENT_CHUNK_LINES.toLocaleString("en")} lines at a time.`,
  }),
});

/** Name of a column in a file's header. */
const header = oneLine(HEADER_NAME_MAX, 1);

/** Columns of a bank's CSV and Excel files, by the names in their header. */
export const statementLayout = z
  .strictObject({
    /** Number of the row with the names of the columns, from 1. Defaults to the first row that contains all these names. */
    header_row: z.int().min(1).max(1_000).optional(),
    columns: z.strictObject({
      date: header,
      narration: z.array(header).min(1, "Choose the column with the description.").max(6),
      reference: header.optional(),
      /** Column of signed amounts, or of unsigned amounts whose sign is in `direction` (CR or DR). Omit it for `debit` and `credit`. */
      amount: header.optional(),
      debit: header.optional(),
      credit: header.optional(),
      direction: header.optional(),
      balance: header.optional(),
    }),
    date_format: z.enum(STATEMENT_DATE_FORMATS, "Choose the order of day, month and year."),
  })
  .superRefine(({ columns: { amount, debit, credit, direction } }, context) => {
    const wrong = (column: string, message: string) =>
      context.addIssue({ code: "custom", path: ["columns", column], message });
    if (!amount && !debit && !credit)
      wrong("amount", "Choose the column with the amount, or those with debit and credit.");
    if (amount && (debit || credit)) wrong("amount", "Choose either one column with amounts, or debit and credit.");
    if (!amount && !(debit && credit)) wrong(debit ? "credit" : "debit", "Choose both debit and credit.");
    if (direction && !amount) wrong("direction", "Only a single column of amounts has a direction.");
  });
export type StatementLayout = z.infer<typeof statementLayout>;

const savedLayout = z.object({
  /** Columns of the bank's files; null until an admin has chosen the columns. */
  layout: statementLayout.nullable(),
  saved_by: adminRef.nullable(),
  saved_at: instant.nullable(),
});

const coverageSource = z.object({
  kind: z.enum(COVERAGE_SOURCES),
  /** Id of the bank account, name of the provider, or `ledger`. */
  id: z.string(),
  name: z.string(),
  /** First day that the source has to cover. */
  starts_on: day,
  /** Days of the period that the source covers, earliest first. */
  covered: z.array(day),
  /** Why the last attempt to fetch a provider's settlements failed; null after a success, and for other sources. */
  problem: z.string().nullable(),
});
export type CoverageSource = z.infer<typeof coverageSource>;

/** Calls for bank accounts and statements. */
export const statementCalls = {
  bankAccounts: endpoint(routes.bankAccounts, {
    summary: "Bank accounts with their balances by the last statement",
    input: noInput,
    output: z.object({
      items: z.array(bankAccount),
      /** First reconciled day, and last closed day (initially the day before the first); null until the first account is added. */
      starts_on: day.nullable(),
      closed_until: day.nullable(),
      /** Ledger balance of the settlement float in kobo. Shown beside the sum of the bank accounts. */
      float_balance: z.int(),
      /** Known banks for the form, by name. */
      banks: z.array(z.object({ code: z.string(), name: z.string() })),
    }),
  }),
  createBankAccount: endpoint(routes.createBankAccount, {
    summary: "Add a bank account; the first one starts reconciliation",
    done: "Added a bank account",
    input: bankAccountCreation,
    output: bankAccount,
  }),
  updateBankAccount: endpoint(routes.updateBankAccount, {
    summary: "Rename a bank account, or stop or resume its reconciliation",
    done: "Changed a bank account",
    input: bankAccountUpdate,
    output: bankAccount,
  }),
  coverage: endpoint(routes.coverage, {
    summary: "Days covered by statements, providers and the ledger",
    /** Period of at most 92 days; by default the last 31 days up to yesterday. */
    input: z.strictObject({ from: day.optional(), to: day.optional() }),
    output: z.object({
      days: z.array(z.object({ day, is_closed: z.boolean() })),
      sources: z.array(coverageSource),
    }),
  }),
  statements: endpoint(routes.statements, {
    summary: "Bank statements, newest first",
    input: listInput(BANK_STATEMENT_LIST),
    output: pageOf(bankStatement),
  }),
  statement: endpoint(routes.statement, {
    summary: "One bank statement with its history",
    input: statementId,
    output: statementSingle,
  }),
  beginStatement: endpoint(routes.beginStatement, {
    summary: "Begin or resume the import of a statement's file",
    done: "Began to import a bank statement",
    input: statementImportStart,
    output: bankStatement,
  }),
  addStatementLines: endpoint(routes.addStatementLines, {
    summary: "Store the next lines of a statement's file",
    done: "Stored lines of a bank statement",
    input: statementChunk,
    /** Number of lines stored so far. The next call sends the lines that follow. */
    output: z.object({ stored_lines: z.int() }),
  }),
  finishStatement: endpoint(routes.finishStatement, {
    summary: "Check a statement and import its lines; `state` is then `imported`, or `refused` with `problem`",
    done: "Checked a bank statement and imported its lines",
    input: z.strictObject({ accountId: id, statementId: id }),
    output: bankStatement,
  }),
  cancelStatement: endpoint(routes.cancelStatement, {
    summary: "Cancel the import of a statement that is being read",
    done: "Cancelled the import of a bank statement",
    input: statementId,
    output: bankStatement,
  }),
  removeStatement: endpoint(routes.removeStatement, {
    summary: "Remove an imported statement and its lines, if no day is closed and no line is matched",
    done: "Removed a bank statement",
    input: statementId,
    /** Number of removed lines. */
    output: z.object({ removed: z.int() }),
  }),
  statementLayout: endpoint(routes.statementLayout, {
    summary: "Columns of a bank's statement files",
    input: z.strictObject({ bankCode }),
    output: savedLayout,
  }),
  saveStatementLayout: endpoint(routes.saveStatementLayout, {
    summary: "Remember the columns of a bank's statement files",
    done: "Saved the columns of a bank's statements",
    input: z.strictObject({ bankCode, layout: statementLayout }),
    output: savedLayout,
  }),
};
