import { z } from "zod";
import { pendingApproval } from "./approvals";
import {
  day,
  endpoint,
  type InputOf,
  id,
  listInput,
  longList,
  type OutputOf,
  oneLine,
  pageOf,
  requiredText,
  text,
  version,
} from "./common";
import { exportFormat, exportLink, PAGING_KEYS } from "./exports";
import { ACCOUNT_NUMBER_PATTERN } from "./grant.values";
import { withoutSeparators } from "./pasted.values";
import { headCode, revenueHeadCallsFromApp, revenueHeadOfPayment } from "./revenue-heads.app";
import { revenueHeadsRoutes as routes } from "./revenue-heads.routes";
import {
  EARLIEST_HEAD_START_DAY,
  HEAD_BANK_NAME_MAX,
  HEAD_NAME_MAX,
  HEAD_REASON_MAX,
  HEAD_ROW_RESULTS,
  HEAD_STATES,
  HEADS_IMPORT_MAX,
  REVENUE_HEAD_LIST,
  REVENUE_REPORT_DAYS,
  REVENUE_REPORT_GROUPINGS,
} from "./revenue-heads.values";
import { timelineEntry } from "./system-logs";

const headFields = {
  name: z.string(),
  ministry: z.string(),
  bank_name: z.string().nullable(),
  account_number: z.string().nullable(),
};

const headRow = z.object({
  /** Id of the head's dated row that applies on the requested day. */
  id: z.string(),
  code: z.string(),
  ...headFields,
  state: z.enum(HEAD_STATES),
  /** First day on which this row applies. */
  starts_on: day,
  /** Day from which the head's next row applies; null if no change is planned. */
  changes_on: day.nullable(),
  /** Version of the head with all its rows, for optimistic locking. */
  version,
});
export type RevenueHeadRow = z.infer<typeof headRow>;

const datedRow = z.object({
  id: z.string(),
  starts_on: day,
  ...headFields,
  is_active: z.boolean(),
  /** True if a payment has used this row. The row then never changes. */
  is_used: z.boolean(),
});
export type RevenueHeadDatedRow = z.infer<typeof datedRow>;

const headSingle = headRow.extend({
  /** Dated rows of the head (names and account from a day on), latest first. */
  rows: z.array(datedRow),
  /** True if a payment used the head today, so that it can change from tomorrow on only. */
  is_used_today: z.boolean(),
  /** Requested change of the bank account, which another admin decides; null if no change is requested. */
  awaiting: pendingApproval.nullable(),
  timeline: z.array(timelineEntry),
});
export type RevenueHeadDetails = z.infer<typeof headSingle>;

const listOfHeads = listInput(REVENUE_HEAD_LIST);

/** An optional text; null if empty. */
const orNone = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === "string" && value.trim() === "" ? null : value), schema.nullable());
const accountNumber = requiredText("Enter the account number.", withoutSeparators).regex(
  ACCOUNT_NUMBER_PATTERN,
  "An account number has 10 digits.",
);
const startsOn = day.refine(
  (value) => value >= EARLIEST_HEAD_START_DAY && value < "2200-01-01",
  "Choose a day from 2000 on.",
);
const reason = text(HEAD_REASON_MAX, 3);

const inputFields = {
  name: oneLine(HEAD_NAME_MAX, 2),
  ministry: oneLine(HEAD_NAME_MAX, 2),
  bank_name: orNone(oneLine(HEAD_BANK_NAME_MAX, 2)),
  account_number: orNone(accountNumber),
};
type AccountInput = { bank_name: string | null; account_number: string | null };
function checkAccount(input: AccountInput, context: z.RefinementCtx) {
  const addIssue = (key: string, message: string) => context.addIssue({ code: "custom", path: [key], message });
  if (input.bank_name && !input.account_number) addIssue("account_number", "Enter the account at this bank.");
  if (input.account_number && !input.bank_name) addIssue("bank_name", "Enter the bank of this account.");
}

/** Input that adds a revenue head. */
export const headCreation = z
  .strictObject({ code: headCode, starts_on: startsOn, ...inputFields })
  .superRefine(checkAccount);
/** Input that changes a head's names or bank account from a day on. */
export const headChange = z
  .strictObject({ code: headCode, version, starts_on: startsOn, ...inputFields, reason })
  .superRefine(checkAccount);
/** Input that corrects the names in a row that no payment has used. */
export const headCorrection = z.strictObject({
  code: headCode,
  rowId: id,
  version,
  name: inputFields.name,
  ministry: inputFields.ministry,
});
/** Input that ends a revenue head from a day on. */
export const revenueHeadEnding = z.strictObject({ code: headCode, version, starts_on: startsOn, reason });

/** Row of an imported file. Texts are checked row by row, so that one invalid row does not prevent the import of other rows. */
const importedRow = z.strictObject({
  row: z.int().min(1).max(1_000_000_000),
  code: oneLine(60),
  name: oneLine(200),
  ministry: oneLine(200),
  bank_name: oneLine(120),
  account_number: oneLine(60),
  starts_on: oneLine(40),
});
export type HeadImportRow = z.input<typeof importedRow>;
const importInput = z.strictObject({
  /** Day from which rows without a day of their own apply. */
  starts_on: startsOn,
  entries: longList(importedRow, HEADS_IMPORT_MAX, {
    tooFew: "There is nothing to import.",
    tooMany: `Import at most ${HEADS_IMPORT_MAX.toLocaleString("en")} revenue heads at a time.`,
  }),
});

const checkedRow = z.object({
  row: z.int(),
  text: z.string(),
  result: z.enum(HEAD_ROW_RESULTS),
  problem: z.string().nullable(),
});
export type CheckedHeadImportRow = z.infer<typeof checkedRow>;

/** Input that sets or corrects the revenue head of a payment. `current`: code shown in the form; null for none. */
export const headAssignment = z.strictObject({
  transactionId: id,
  code: headCode,
  current: headCode.nullable(),
  reason,
});

const reportFigures = { count: z.int(), amount: z.int(), refunded: z.int(), net: z.int() };
const reportInput = z.strictObject({
  by: z.enum(REVENUE_REPORT_GROUPINGS, `Use one of: ${REVENUE_REPORT_GROUPINGS.join(", ")}.`).default("head"),
  from: day.optional(),
  to: day.optional(),
  days: z.coerce.number<number | string>().int().min(1).max(366).default(REVENUE_REPORT_DAYS),
});
const reportRow = z.object({
  /** Value by which the payments in this row are grouped: a head's code, an LGA, a channel or a day. Null for payments without a head. */
  key: z.string().nullable(),
  name: z.string().nullable(),
  ministry: z.string().nullable(),
  ...reportFigures,
});
export type RevenueReportRow = z.infer<typeof reportRow>;

/** Calls of revenue heads, with descriptions and schemas. */
export const revenueHeadCalls = {
  list: endpoint(routes.list, {
    summary: "Revenue heads as of a day, by code",
    input: listOfHeads,
    output: pageOf(headRow),
  }),
  single: endpoint(routes.single, {
    summary: "One revenue head with all its rows",
    input: z.strictObject({ code: headCode }),
    output: headSingle,
  }),
  create: endpoint(routes.create, {
    summary: "Add a revenue head",
    done: "Added a revenue head",
    input: headCreation,
    output: headSingle,
  }),
  change: endpoint(routes.change, {
    summary: "Change a revenue head from a day on; another admin approves a change of its account",
    done: "Changed a revenue head",
    input: headChange,
    output: headSingle,
  }),
  correct: endpoint(routes.correct, {
    summary: "Correct the names of a row that no payment has used",
    done: "Corrected a revenue head",
    input: headCorrection,
    output: headSingle,
  }),
  end: endpoint(routes.end, {
    summary: "End a revenue head: it takes no payments from a day on",
    done: "Ended a revenue head",
    input: revenueHeadEnding,
    output: headSingle,
  }),
  checkImport: endpoint(routes.checkImport, {
    summary: "Check the rows of a file of revenue heads without storing them",
    input: importInput,
    output: z.object({ items: z.array(checkedRow) }),
  }),
  importHeads: endpoint(routes.importHeads, {
    summary: "Import revenue heads from a file: all its rows or none",
    done: "Imported revenue heads",
    input: importInput,
    output: z.object({ added: z.int(), changed: z.int(), unchanged: z.int() }),
  }),
  export: endpoint(routes.export, {
    summary: "Make a link that downloads revenue heads",
    done: "Exported revenue heads",
    input: listOfHeads.omit(PAGING_KEYS).extend(exportFormat),
    output: exportLink,
  }),
  assign: endpoint(routes.assign, {
    summary: "Set or correct the revenue head of a payment whose remittance is not matched",
    done: "Set the revenue head of a payment",
    input: headAssignment,
    output: z.object({ id: z.string(), revenue_head: revenueHeadOfPayment }),
  }),
  report: endpoint(routes.report, {
    summary: "Taxes and levies of a period by revenue head, local government area, channel or day",
    input: reportInput,
    output: z.object({
      from: day,
      to: day,
      by: z.enum(REVENUE_REPORT_GROUPINGS),
      items: z.array(reportRow),
      total: z.object(reportFigures),
    }),
  }),
  exportReport: endpoint(routes.exportReport, {
    summary: "Make a link that downloads the taxes and levies of a period by day, head, area and channel",
    done: "Exported a report of revenue",
    input: reportInput.omit({ by: true }).extend(exportFormat),
    output: exportLink,
  }),
  ...revenueHeadCallsFromApp,
};

export type HeadCreation = InputOf<typeof revenueHeadCalls.create>;
export type HeadChange = InputOf<typeof revenueHeadCalls.change>;
export type HeadImport = InputOf<typeof revenueHeadCalls.importHeads>;
export type RevenueReport = OutputOf<typeof revenueHeadCalls.report>;
