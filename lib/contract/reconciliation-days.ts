import { z } from "zod";
import { adminRef, day, endpoint, instant, listInput, pageOf, text, version } from "./common";
import { exportLink, statementFormat } from "./exports";
import { RECONCILIATION_KINDS, RECONCILIATION_SIDES } from "./reconciliation.values";
import { reconciliationDayRoutes as routes } from "./reconciliation-days.routes";
import {
  DAY_CLOSING_CHECKS,
  DAY_REMARK_MAX,
  RECONCILIATION_DAY_LIST,
  RECONCILIATION_DAY_STATES,
} from "./reconciliation-days.values";
import { PAYMENT_CHANNELS, TRANSACTION_TYPES } from "./transaction.values";

/** Number of reconciliation items, and their sum in kobo. */
const countAndSum = { count: z.int(), sum: z.int() };

const dayRow = z.object({
  day,
  state: z.enum(RECONCILIATION_DAY_STATES),
  /**
   * The day's exceptions: unmatched items that an admin has to resolve now. Their number, and the sum of their absolute amounts in
   * kobo.
   */
  exceptions: z.object(countAndSum),
  proposed_by: adminRef.nullable(),
  proposed_at: instant.nullable(),
  closed_by: adminRef.nullable(),
  closed_at: instant.nullable(),
});
export type ReconciliationDayRow = z.infer<typeof dayRow>;

const dayCheck = z.object({
  id: z.enum(DAY_CLOSING_CHECKS),
  ok: z.boolean(),
  /** Sentence with the result of the check, or with what is missing to pass it. */
  text: z.string(),
  /** URL of the page on which an admin can fix a failed check; null if admins can only wait. */
  url: z.string().nullable(),
});
export type DayCheckResult = z.infer<typeof dayCheck>;

const bankAccountFigures = z.object({
  id: z.string(),
  name: z.string(),
  opening: z.int(),
  in: z.int(),
  out: z.int(),
  closing: z.int(),
});

const ledgerGroup = z.object({
  kind: z.enum(RECONCILIATION_KINDS),
  type: z.enum(TRANSACTION_TYPES).nullable(),
  channel: z.enum(PAYMENT_CHANNELS).nullable(),
  head: z.object({ code: z.string(), name: z.string() }).nullable(),
  ...countAndSum,
});

const bankFigures = z.object({
  accounts: z.array(bankAccountFigures),
  opening: z.int(),
  in: z.int(),
  out: z.int(),
  closing: z.int(),
});
const ledgerFigures = z.object({
  opening: z.int(),
  in: z.int(),
  out: z.int(),
  /** Fees that the ledger earned on the day. */
  fees: z.int(),
  closing: z.int(),
  in_groups: z.array(ledgerGroup),
  out_groups: z.array(ledgerGroup),
});
const providerFigures = z.object({
  opening: z.int(),
  payments: z.int(),
  fees: z.int(),
  refunds: z.int(),
  payouts: z.int(),
  chargebacks: z.int(),
  deductions: z.int(),
  /** Sum of the settlements of the day, net of fees. */
  settled: z.int(),
  /** Money at providers at the end of the day: matched with the ledger, but not with a bank line. */
  closing: z.int(),
});
const statementFigures = z.object({
  ledger: z.int(),
  bank: z.int(),
  at_provider: z.int(),
  open_ledger: z.int(),
  open_bank: z.int(),
  /** Difference (ledger minus bank) that existed before reconciliation began and has not been explained since. */
  opening_difference: z.int(),
  /** Unexplained rest of ledger minus bank. A day whose difference is not zero can't be closed. */
  difference: z.int(),
});
const carriedItems = z.object({
  side: z.enum(RECONCILIATION_SIDES),
  kind: z.enum(RECONCILIATION_KINDS),
  ...countAndSum,
});
const addendumItem = carriedItems.pick({ side: true, kind: true }).extend({
  id: z.int(),
  day,
  amount: z.int(),
  reference: z.string().nullable(),
});
const suspenseLine = z.object({
  reference: z.string(),
  /** URL of the record that the money belongs to; null if no page shows the record. */
  url: z.string().nullable(),
  since: day,
  /** Kobo; positive for money that we owe. */
  amount: z.int(),
});

/** Figures of a reconciliation day in kobo, computed only from data that can't change once the day is closed. */
export const dayFigures = z.object({
  bank: bankFigures,
  ledger: ledgerFigures,
  provider: providerFigures,
  statement: statementFigures,
  /** Items that were unmatched at the end of the day. They may be matched with items of later days. */
  carried: z.array(carriedItems),
  /** Items of earlier days that arrived after those days were closed. */
  addendum: z.array(addendumItem),
  suspense: z.object({ balance: z.int(), lines: z.array(suspenseLine) }),
});
export type ReconciliationDayFigures = z.infer<typeof dayFigures>;

const daySingle = dayRow.extend({
  /** Version of the proposal to close the day; null for an open day. */
  version: version.nullable(),
  remark: z.string(),
  checklist: z.array(dayCheck),
  figures: dayFigures,
  /** True if a proposal to close this day needs a remark that explains the suspense balance or the opening difference. */
  needs_remark: z.boolean(),
  /** Items of this day that arrived after the day was closed. The addendum of a later day lists these items. */
  found_later: z.object(countAndSum),
  /** Position and hash of the audit chain when the day was closed. */
  audit: z.object({ position: z.int(), hash: z.string() }).nullable(),
});
export type ReconciliationDayDetails = z.infer<typeof daySingle>;

const daysPage = pageOf(dayRow).extend({
  /** First day that is reconciled; null before reconciliation has started. */
  starts_on: day.nullable(),
});

const remark = text(DAY_REMARK_MAX);
/** Input that proposes to close a day. */
export const dayProposal = z.strictObject({ day, remark: remark.default("") });
/** Input that withdraws the proposal to close a day. */
export const proposalWithdrawal = z.strictObject({ day, version, remark: text(DAY_REMARK_MAX, 3) });

/** Calls that list reconciliation days, and propose and close them. */
export const reconciliationDayCalls = {
  days: endpoint(routes.days, {
    summary: "Days since the start of reconciliation, newest first",
    input: listInput(RECONCILIATION_DAY_LIST).omit({ q: true }),
    output: daysPage,
  }),
  day: endpoint(routes.day, {
    summary: "One day with its checklist and figures",
    input: z.strictObject({ day }),
    output: daySingle,
  }),
  proposeDay: endpoint(routes.proposeDay, {
    summary: "Propose a day for closing",
    done: "Proposed a day for closing",
    input: dayProposal,
    output: daySingle,
  }),
  withdrawProposal: endpoint(routes.withdrawProposal, {
    summary: "Withdraw the proposal of a day",
    done: "Withdrew the proposal of a day",
    input: proposalWithdrawal,
    output: daySingle,
  }),
  closeDay: endpoint(routes.closeDay, {
    summary: "Close a day that another admin proposed. It can't be opened again",
    done: "Closed a day",
    input: z.strictObject({ day, version }),
    output: daySingle,
  }),
  exportDay: endpoint(routes.exportDay, {
    summary: "Make a link that downloads the record of a closed day",
    done: "Exported the record of a closed day",
    input: z.strictObject({ day, ...statementFormat }),
    output: exportLink,
  }),
};
