import "server-only";
import type { InputOf, OutputOf } from "@/lib/contract/common";
import type { PromotionOffer, promotionCallsFromApp } from "@/lib/contract/promotion.app";
import {
  listPromotionRefusals,
  MAX_PROMOTION_OFFERS,
  normalisePromotionCode,
  type PromotionRefusalReason,
  promotionBenefitOf,
  splitPromotionBenefit,
} from "@/lib/contract/promotion.values";
import type { HandlerContext } from "@/lib/server/api/context";
import type { Queryable } from "@/lib/server/db/client";
import { type OfferQuery, type PromotionCandidate, readBestCandidates, readCandidateOfCode } from "./candidates";
import { reasonTextForCitizen, selectCitizenReason } from "./reason-texts";
import { refuseUnlessAccountMayPay } from "./refuse-account";
import { readRequestedMethod } from "./requested-method";
import { type PlannedPayment, readGroupMembership, toPromotionCheckInput } from "./rule-facts";
import { promotionStateOf } from "./state";

type QuoteInput = InputOf<typeof promotionCallsFromApp.quote>;
type Quote = OutputOf<typeof promotionCallsFromApp.quote>;
type RuleResult = { row: PromotionCandidate; benefit: number; reasons: PromotionRefusalReason[] };

/** Number of candidate promotions in the first query. Nearly always, at least `MAX_PROMOTION_OFFERS` of them apply. */
const FIRST_N = MAX_PROMOTION_OFFERS + 5;

/**
 * Lists the promotions that apply to a citizen's payment: largest benefit first, then earliest end. Amounts in kobo. Uses the same rules as
 * the charge, which then gives the same benefit. Runs a few parallel queries, regardless of the number of promotions.
 * @throws 404 for the user; 400 for an unknown method, or an amount that it does not accept; 409 for a disabled method, or an account that
 * is closed or may not make this payment
 */
export async function quotePromotions({ db, citizen }: HandlerContext, input: QuoteInput): Promise<Quote> {
  const { user_id: userId, type, method, amount } = input;
  const code = input.code?.trim() ? normalisePromotionCode(input.code) : null;
  const query: OfferQuery = { userId, type, method, amount, code };
  const parallelReads = [
    citizen(userId),
    readRequestedMethod(db, input),
    readBestCandidates(db, query, { limit: FIRST_N, offset: 0 }),
    code === null ? undefined : readCandidateOfCode(db, { ...query, code }),
  ] as const;
  // Awaits each query below in a fixed order, so that the same request always gets the same error.
  await Promise.allSettled(parallelReads);
  const user = await parallelReads[0];
  refuseUnlessAccountMayPay(user, type);
  const { channel, fee, methodMinimum } = await parallelReads[1];
  const first = await parallelReads[2];
  const byCode = await parallelReads[3];
  const payment = { user, type, channel, methodMinimum, amount, code };
  // Offers the code's promotion only once, although the candidates that need no code may include it too.
  const includesCode = (rows: readonly PromotionCandidate[]) => rows.some(({ id }) => id === byCode?.id);
  const results = await applyRules(db, payment, byCode && !includesCode(first) ? [...first, byCode] : first);
  const typed = results.find(({ row }) => row.id === byCode?.id);
  const applicable = results.filter(({ reasons }) => reasons.length === 0);
  const isEnough = applicable.filter((each) => each !== typed).length >= MAX_PROMOTION_OFFERS || first.length < FIRST_N;
  if (!isEnough) {
    const others = await applyRules(db, payment, await readBestCandidates(db, query, { limit: null, offset: FIRST_N }));
    applicable.push(...others.filter(({ row, reasons }) => reasons.length === 0 && row.id !== byCode?.id));
  }
  const offers = applicable
    .sort(compareOffers)
    .slice(0, MAX_PROMOTION_OFFERS)
    .map(({ row, benefit }): PromotionOffer => {
      const split = splitPromotionBenefit(row.kind, benefit);
      const promotionRef = { promotion_id: row.id, name: row.name, description: row.description, kind: row.kind };
      return { ...promotionRef, benefit, ...split, to_pay: amount + fee - split.discount };
    });
  return { amount, fee, best: offers[0] ?? null, offers, code_refused: code === null ? null : codeRefusal(typed) };
}

/** Checks candidates by the rules of the charge. Runs a query only if a promotion is limited to a group with a rule. */
async function applyRules(
  db: Queryable,
  payment: PlannedPayment,
  rows: readonly PromotionCandidate[],
): Promise<RuleResult[]> {
  const membership = await readGroupMembership(db, rows, payment.user.id);
  const now = Date.now();
  return rows.map((row) => {
    const { uses, taken } = row;
    const state = promotionStateOf(
      { state: row.state, startsAt: toDate(row.starts_at), endsAt: toDate(row.ends_at) },
      now,
    );
    const facts = { now, state, uses, taken, ...toPromotionCheckInput(row, payment, membership) };
    return {
      row,
      benefit: promotionBenefitOf(row, payment.amount, row.budget - taken),
      reasons: listPromotionRefusals(row, facts),
    };
  });
}

const toDate = (at: number | null) => (at === null ? null : new Date(at));

function codeRefusal(typed: RuleResult | undefined): Quote["code_refused"] {
  if (!typed) return { reason: "code_wrong", message: "This code is not valid." };
  if (!typed.reasons.length) return null;
  const reason = selectCitizenReason(typed.reasons);
  return { reason, message: reasonTextForCitizen(reason, typed.row) };
}

const NO_END_TIME = Number.POSITIVE_INFINITY;
/** Compares two offers by the sort order of the query for candidate promotions (./candidates.ts). */
const compareOffers = (a: RuleResult, b: RuleResult) =>
  b.benefit - a.benefit ||
  Math.sign((a.row.ends_at ?? NO_END_TIME) - (b.row.ends_at ?? NO_END_TIME)) ||
  0 ||
  (a.row.id < b.row.id ? -1 : 1);
