import "server-only";
import type { InputOf, OutputOf } from "@/lib/contract/common";
import type { Offer, promotionFromApp } from "@/lib/contract/promotion.app";
import {
  benefitOf,
  codeOf,
  OFFERS_MAX,
  type Reason,
  reasonsAgainst,
  splitBenefit,
} from "@/lib/contract/promotion.values";
import type { HandlerContext } from "@/lib/server/api/context";
import type { Queryable } from "@/lib/server/db/client";
import { askedMethod } from "./asked-method";
import { bestFirst, type Candidate, codeCandidate, type Wish } from "./candidates";
import { citizenWords, reasonForCitizen } from "./reason-words";
import { refuseAccount } from "./refuse-account";
import { type AskedPayment, factsOf, membershipIn } from "./rule-facts";
import { promotionStateOf } from "./state";

type Asked = InputOf<typeof promotionFromApp.quote>;
type Quote = OutputOf<typeof promotionFromApp.quote>;
type RuleResult = { row: Candidate; benefit: number; reasons: Reason[] };

/** Candidates that are read first. Nearly always, at least `OFFERS_MAX` of them apply. */
const FIRST = OFFERS_MAX + 5;

/**
 * Lists the promotions that apply to a citizen's payment: largest benefit first, then earliest end. Amounts in kobo. Applies
 * the rules of the charge, which then gives the same benefit. Runs a few parallel queries, however many promotions exist.
 * @throws 404 for the user; 400 for an unknown method, or an amount it does not take; 409 for a method that is switched off, or
 * an account that is closed or may not make this payment
 */
export async function quotePromotions({ db, citizen }: HandlerContext, input: Asked): Promise<Quote> {
  const { user_id: userId, type, method, amount } = input;
  const code = input.code?.trim() ? codeOf(input.code) : null;
  const wish: Wish = { userId, type, method, amount, code };
  const reads = [
    citizen(userId),
    askedMethod(db, input),
    bestFirst(db, wish, { limit: FIRST, offset: 0 }),
    code === null ? undefined : codeCandidate(db, { ...wish, code }),
  ] as const;
  // Awaited in a fixed order, so that the same request always gets the same error.
  await Promise.allSettled(reads);
  const user = await reads[0];
  refuseAccount(user, type);
  const { channel, fee, methodMinimum } = await reads[1];
  const first = await reads[2];
  const coded = await reads[3];
  const payment = { user, type, channel, methodMinimum, amount, code };
  // The code's promotion may also be among the candidates without a code: it is offered only once.
  const isAmong = (rows: readonly Candidate[]) => rows.some(({ id }) => id === coded?.id);
  const judged = await applyRules(db, payment, coded && !isAmong(first) ? [...first, coded] : first);
  const typed = judged.find(({ row }) => row.id === coded?.id);
  const applying = judged.filter(({ reasons }) => reasons.length === 0);
  const isEnough = applying.filter((each) => each !== typed).length >= OFFERS_MAX || first.length < FIRST;
  if (!isEnough) {
    const others = await applyRules(db, payment, await bestFirst(db, wish, { limit: null, offset: FIRST }));
    applying.push(...others.filter(({ row, reasons }) => reasons.length === 0 && row.id !== coded?.id));
  }
  const offers = applying
    .sort(isBetter)
    .slice(0, OFFERS_MAX)
    .map(({ row, benefit }): Offer => {
      const split = splitBenefit(row.kind, benefit);
      const ref = { promotion_id: row.id, name: row.name, description: row.description, kind: row.kind };
      return { ...ref, benefit, ...split, to_pay: amount + fee - split.discount };
    });
  return { amount, fee, best: offers[0] ?? null, offers, code_refused: code === null ? null : refusedCode(typed) };
}

/** Applies the rules of the charge to candidates. Runs a query only if a promotion is for a group with a rule. */
async function applyRules(db: Queryable, payment: AskedPayment, rows: readonly Candidate[]): Promise<RuleResult[]> {
  const membership = await membershipIn(db, rows, payment.user.id);
  const now = Date.now();
  return rows.map((row) => {
    const { uses, taken } = row;
    const state = promotionStateOf(
      { state: row.state, startsAt: dateOf(row.starts_at), endsAt: dateOf(row.ends_at) },
      now,
    );
    const facts = { now, state, uses, taken, ...factsOf(row, payment, membership) };
    return { row, benefit: benefitOf(row, payment.amount, row.budget - taken), reasons: reasonsAgainst(row, facts) };
  });
}

const dateOf = (at: number | null) => (at === null ? null : new Date(at));

function refusedCode(typed: RuleResult | undefined): Quote["code_refused"] {
  if (!typed) return { reason: "code_wrong", message: "This code is not valid." };
  if (!typed.reasons.length) return null;
  const reason = reasonForCitizen(typed.reasons);
  return { reason, message: citizenWords(reason, typed.row) };
}

const NEVER = Number.POSITIVE_INFINITY;
/** Same order as the query of the candidates (./candidates.ts). */
const isBetter = (a: RuleResult, b: RuleResult) =>
  b.benefit - a.benefit ||
  Math.sign((a.row.ends_at ?? NEVER) - (b.row.ends_at ?? NEVER)) ||
  0 ||
  (a.row.id < b.row.id ? -1 : 1);
