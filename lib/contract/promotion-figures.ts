import { z } from "zod";
import { day, endpoint, id, instant, listInput, pageOf, peoplePageOf, personRef } from "./common";
import { exportFormat, exportLink, PAGING_KEYS } from "./exports";
import { promotionRoutes as routes } from "./promotion.routes";
import {
  PROMOTION_ABUSE_LIST,
  PROMOTION_ABUSE_SHARED_DATA,
  PROMOTION_KINDS,
  REDEMPTION_LIST,
  REDEMPTION_STATES,
} from "./promotion.values";
import { promotionRow } from "./promotion-row";
import { OVERVIEW_PERIOD_DAYS, TRANSACTION_STATES } from "./transaction.values";

const redemption = z.object({
  id: z.string(),
  promotion: personRef,
  user: personRef,
  transaction: z.object({ id: z.string(), reference: z.string(), state: z.enum(TRANSACTION_STATES), amount: z.int() }),
  state: z.enum(REDEMPTION_STATES),
  code: z.string().nullable(),
  kind: z.enum(PROMOTION_KINDS),
  /** The benefit, and the part of it returned by refunds, in kobo. */
  amount: z.int(),
  returned: z.int(),
  created_at: instant,
});
/** Use of a promotion by one payment. */
export type Redemption = z.infer<typeof redemption>;
const redemptionListInput = listInput(REDEMPTION_LIST);

const usesByDay = z.array(z.object({ day, uses: z.int(), amount: z.int() }));
const promotionTotals = z.object({
  uses: z.int(),
  users: z.int(),
  /**
   * Amounts in kobo. `given`: benefits, without the part `returned` by refunds. `reserved`: for pending payments. `left`: rest of the
   * budget.
   */
  given: z.int(),
  reserved: z.int(),
  returned: z.int(),
  left: z.int(),
  /** Time at which the budget runs out at the pace of the last 7 days; null if over a year away, or if the promotion is not active. */
  ends_at_this_pace: instant.nullable(),
  /** Benefits given per day in kobo, over the last 7 days. */
  pace: z.int(),
  by_day: usesByDay,
  /** Payments per day with and without the promotion, of its types and channels, since its start (at most 90 days). */
  payments: z.array(z.object({ day, with: z.int(), without: z.int(), with_amount: z.int(), without_amount: z.int() })),
});
/** Uses and benefits of one promotion. */
export type PromotionFigures = z.infer<typeof promotionTotals>;

const periodFigures = z.object({ uses: z.int(), given: z.int(), payments: z.int(), users: z.int() });
const overview = z.object({
  active: z.int(),
  scheduled: z.int(),
  paused: z.int(),
  drafts: z.int(),
  /** Kobo in the promotions pool: total, and unreserved. */
  pool: z.int(),
  pool_available: z.int(),
  /** Remaining kobo in the budgets of active promotions. */
  budget_left: z.int(),
  now: periodFigures,
  before: periodFigures,
  by_day: usesByDay,
  /** Promotions with the highest benefits in the period. */
  top: z.array(promotionRow.extend({ period_uses: z.int(), period_given: z.int() })),
  /** Promotions that were paused because the pool could not cover a benefit. */
  out_of_pool: z.array(promotionRow),
  /** Number of clusters of linked accounts in the period. */
  abuse: z.int(),
});
export type PromotionOverview = z.infer<typeof overview>;

const abuseCluster = z.object({
  kind: z.enum(PROMOTION_ABUSE_SHARED_DATA),
  /** Last characters of the device id, phone or identity number, to tell clusters apart. */
  ending: z.string(),
  accounts: z.int(),
  uses: z.int(),
  amount: z.int(),
  /** Users of those linked accounts that used promotions most often. */
  users: z.array(personRef.extend({ uses: z.int(), amount: z.int() })),
  last_used_at: instant,
});
/** Accounts linked by a device, phone or identity number that used promotions. */
export type AbuseCluster = z.infer<typeof abuseCluster>;

/** Calls for figures, redemptions and suspected abuse by one person with several accounts. */
export const promotionFigureCalls = {
  overview: endpoint(routes.overview, {
    summary: "Amounts given by promotions in a period against the previous one",
    input: z.strictObject({ days: z.enum(OVERVIEW_PERIOD_DAYS, "Use 7, 30 or 90.").default("30") }),
    output: overview,
  }),
  figures: endpoint(routes.figures, {
    summary: "Uses, amounts given, and payments with and without the promotion, by day",
    input: z.strictObject({ promotionId: id }),
    output: promotionTotals,
  }),
  abuse: endpoint(routes.abuse, {
    summary: "Redemptions of several accounts on one device, phone or identity number",
    input: listInput(PROMOTION_ABUSE_LIST).extend({ promotion: id.optional() }),
    output: pageOf(abuseCluster),
  }),
  redemptions: endpoint(routes.redemptions, {
    summary: "Redemptions, newest first",
    input: redemptionListInput,
    output: peoplePageOf(redemption),
  }),
  exportRedemptions: endpoint(routes.exportRedemptions, {
    summary: "Make a link that downloads redemptions",
    done: "Exported redemptions",
    input: redemptionListInput.omit(PAGING_KEYS).extend(exportFormat),
    output: exportLink,
  }),
};
