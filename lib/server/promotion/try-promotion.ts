import "server-only";
import { and, eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { InputOf } from "@/lib/contract/common";
import type { promotionCalls as contract, PromotionTrial } from "@/lib/contract/promotion";
import {
  isPromotionCode,
  listPromotionRefusals,
  normalisePromotionCode,
  type PromotionCheckInput,
  type PromotionRules,
  promotionBenefitOf,
  splitPromotionBenefit,
} from "@/lib/contract/promotion.values";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { promotionCodes, promotions } from "@/lib/server/db/schema/promotion";
import { users } from "@/lib/server/db/schema/user";
import { readMembershipByGroupId } from "./group-membership";
import { reasonTextForAdmin } from "./reason-texts";
import { whyAccountMayNotPay } from "./refuse-account";
import { readRequestedMethod } from "./requested-method";
import { type PlannedPayment, type PromotionTerms, readPromotionCheckInputs, toPromotionRules } from "./rule-facts";

type TrialInput = InputOf<typeof contract.trial>;
type NewTerms = NonNullable<TrialInput["terms"]>;
type Trial = { terms: PromotionRules; facts: PromotionCheckInput };

/**
 * Returns whether a promotion would apply to a user's payment, its benefit in kobo, and all reasons against it. Uses the rules of the
 * charge. Checks a saved promotion with its state, counters and codes. Checks unsaved terms as active and unused, with the codes of their
 * draft if it has any. Changes nothing.
 * @throws 404 for the promotion; 400 for an unknown user or method, or an amount that the method does not accept; 409 for a disabled method
 */
export async function tryPromotion(db: Queryable, input: TrialInput): Promise<PromotionTrial> {
  const { type, amount } = input;
  const [user] = await db.select().from(users).where(eq(users.id, input.user_id));
  if (!user)
    throw refuse.badInput("This user does not exist. Choose another one.", { user_id: "Choose another user." });
  const { channel, fee, methodMinimum } = await readRequestedMethod(db, input);
  const code = input.code?.trim() ? normalisePromotionCode(input.code) : null;
  const payment: PlannedPayment = { user, type, channel, methodMinimum, amount, code };
  const { terms, facts } = input.terms
    ? await newTrial(db, input.terms, payment, input.codes_of)
    : await trialOfSaved(db, input.promotion_id ?? "", payment);
  const account = whyAccountMayNotPay(user, type);
  const reasons = listPromotionRefusals(terms, facts);
  const budgetLeft = terms.budget - facts.taken;
  const split = splitPromotionBenefit(
    terms.kind,
    promotionBenefitOf(terms, amount, budgetLeft > 0 ? budgetLeft : amount),
  );
  return {
    applies: reasons.length === 0 && account === null,
    ...split,
    fee,
    to_pay: amount + fee - split.discount,
    reasons: [
      ...(account === null ? [] : [{ reason: "account" as const, message: account }]),
      ...reasons.map((reason) => ({ reason, message: reasonTextForAdmin(reason, terms, facts) })),
    ],
  };
}

async function trialOfSaved(db: Queryable, promotionId: string, payment: PlannedPayment): Promise<Trial> {
  const [row] = await db.select().from(promotions).where(eq(promotions.id, promotionId));
  if (!row) throw refuse.notFound("promotion");
  const facts = (await readPromotionCheckInputs(db, [row], payment)).get(row.id);
  if (!facts) throw new Error(`Promotion ${row.id} has no facts.`);
  return { terms: toPromotionRules(row), facts };
}

async function newTrial(db: Queryable, unsaved: NewTerms, payment: PlannedPayment, codesOfId?: string): Promise<Trial> {
  const row = termsRow(unsaved);
  const facts = (await readPromotionCheckInputs(db, [row], payment)).get(row.id);
  if (!facts) throw new Error("Terms that are not saved have no facts.");
  const groups = await readMembershipByGroupId(db, unsaved.group_ids, payment.user.id);
  const typedCode = payment.code;
  return {
    terms: toPromotionRules(row),
    facts: {
      ...facts,
      state: "active",
      code: typedCode === null ? null : { fits: await isCodeOfPromotion(db, typedCode, codesOfId), uses: 0 },
      in_audience: !unsaved.group_ids.length || [...groups.values()].some((isMember) => isMember),
    },
  };
}

/** Returns true if the code belongs to the draft. While the draft has no codes, any well-formed code is accepted. */
async function isCodeOfPromotion(db: Queryable, code: string, promotionId: string | undefined): Promise<boolean> {
  const isOfDraft = promotionId === undefined ? undefined : eq(promotionCodes.promotionId, promotionId);
  if (!isOfDraft || (await db.$count(promotionCodes, isOfDraft)) === 0) return isPromotionCode(code);
  return (await db.$count(promotionCodes, and(isOfDraft, eq(promotionCodes.code, code)))) > 0;
}

/** Converts the unsaved terms of a form to a promotion without uses. */
const termsRow = (unsaved: NewTerms): PromotionTerms => ({
  id: uuid(),
  state: "active",
  trigger: unsaved.trigger,
  kind: unsaved.kind,
  basisPoints: unsaved.basis_points,
  flatAmount: unsaved.flat_amount,
  cap: unsaved.cap,
  minimum: unsaved.minimum,
  types: unsaved.types,
  channels: unsaved.channels,
  firstPaymentOnly: unsaved.first_payment_only,
  usesTotal: unsaved.uses_total,
  usesPerUser: unsaved.uses_per_user,
  usesPerCode: unsaved.uses_per_code,
  budget: unsaved.budget,
  uses: 0,
  spent: 0,
  reservedUses: 0,
  reserved: 0,
  startsAt: unsaved.starts_at ? new Date(unsaved.starts_at) : null,
  endsAt: unsaved.ends_at ? new Date(unsaved.ends_at) : null,
});
