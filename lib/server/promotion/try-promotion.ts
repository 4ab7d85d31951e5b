import "server-only";
import { and, eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { InputOf } from "@/lib/contract/common";
import type { promotion as contract, PromotionTrial } from "@/lib/contract/promotion";
import {
  benefitOf,
  codeOf,
  type Facts,
  isCode,
  reasonsAgainst,
  splitBenefit,
  type Terms,
} from "@/lib/contract/promotion.values";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { promotionCodes, promotions } from "@/lib/server/db/schema/promotion";
import { users } from "@/lib/server/db/schema/user";
import { askedMethod } from "./asked-method";
import { isInGroups } from "./group-membership";
import { reasonWords } from "./reason-words";
import { accountProblem } from "./refuse-account";
import { type AskedPayment, factsFor, type PromotionTerms, termsOf } from "./rule-facts";

type Asked = InputOf<typeof contract.trial>;
type Unsaved = NonNullable<Asked["terms"]>;
type Case = { terms: Terms; facts: Facts };

/**
 * Returns whether a promotion would apply to a user's payment, its benefit in kobo, and all reasons against it. Uses the rules of
 * the charge. A saved promotion is judged with its state, counters and codes. Unsaved terms are judged as active and unused, with
 * the codes of their draft if it has any. Changes nothing.
 * @throws 404 for the promotion; 400 for an unknown user or method, or an amount the method does not take; 409 for a method that
 * is switched off
 */
export async function tryPromotion(db: Queryable, input: Asked): Promise<PromotionTrial> {
  const { type, amount } = input;
  const [user] = await db.select().from(users).where(eq(users.id, input.user_id));
  if (!user)
    throw refuse.badInput("This user does not exist. Choose another one.", { user_id: "Choose another user." });
  const { channel, fee, methodMinimum } = await askedMethod(db, input);
  const code = input.code?.trim() ? codeOf(input.code) : null;
  const asked: AskedPayment = { user, type, channel, methodMinimum, amount, code };
  const { terms, facts } = input.terms
    ? await unsavedCase(db, input.terms, asked, input.codes_of)
    : await savedCase(db, input.promotion_id ?? "", asked);
  const account = accountProblem(user, type);
  const reasons = reasonsAgainst(terms, facts);
  const left = terms.budget - facts.taken;
  const split = splitBenefit(terms.kind, benefitOf(terms, amount, left > 0 ? left : amount));
  return {
    applies: reasons.length === 0 && account === null,
    ...split,
    fee,
    to_pay: amount + fee - split.discount,
    reasons: [
      ...(account === null ? [] : [{ reason: "account" as const, message: account }]),
      ...reasons.map((reason) => ({ reason, message: reasonWords(reason, terms, facts) })),
    ],
  };
}

async function savedCase(db: Queryable, promotionId: string, asked: AskedPayment): Promise<Case> {
  const [row] = await db.select().from(promotions).where(eq(promotions.id, promotionId));
  if (!row) throw refuse.notFound("promotion");
  const facts = (await factsFor(db, [row], asked)).get(row.id);
  if (!facts) throw new Error(`Promotion ${row.id} has no facts.`);
  return { terms: termsOf(row), facts };
}

async function unsavedCase(db: Queryable, form: Unsaved, asked: AskedPayment, codesOf?: string): Promise<Case> {
  const row = rowOf(form);
  const facts = (await factsFor(db, [row], asked)).get(row.id);
  if (!facts) throw new Error("Terms that are not saved have no facts.");
  const groups = await isInGroups(db, form.group_ids, asked.user.id);
  const typed = asked.code;
  return {
    terms: termsOf(row),
    facts: {
      ...facts,
      state: "active",
      code: typed === null ? null : { fits: await isFitting(db, typed, codesOf), uses: 0 },
      in_audience: !form.group_ids.length || [...groups.values()].some((isIn) => isIn),
    },
  };
}

/** While the draft has no codes, any well-formed code is accepted. */
async function isFitting(db: Queryable, code: string, promotionId: string | undefined): Promise<boolean> {
  const ofDraft = promotionId === undefined ? undefined : eq(promotionCodes.promotionId, promotionId);
  if (!ofDraft || (await db.$count(promotionCodes, ofDraft)) === 0) return isCode(code);
  return (await db.$count(promotionCodes, and(ofDraft, eq(promotionCodes.code, code)))) > 0;
}

/** Converts form terms to a promotion without uses. */
const rowOf = (form: Unsaved): PromotionTerms => ({
  id: uuid(),
  state: "active",
  trigger: form.trigger,
  kind: form.kind,
  basisPoints: form.basis_points,
  flatAmount: form.flat_amount,
  cap: form.cap,
  minimum: form.minimum,
  types: form.types,
  channels: form.channels,
  firstPaymentOnly: form.first_payment_only,
  usesTotal: form.uses_total,
  usesPerUser: form.uses_per_user,
  usesPerCode: form.uses_per_code,
  budget: form.budget,
  uses: 0,
  spent: 0,
  reservedUses: 0,
  reserved: 0,
  startsAt: form.starts_at ? new Date(form.starts_at) : null,
  endsAt: form.ends_at ? new Date(form.ends_at) : null,
});
