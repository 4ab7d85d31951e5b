import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type BenefitTerms,
  benefitReturnedByRefund,
  FULL_BASIS_POINTS,
  isPromotionCode,
  listPromotionRefusals,
  normalisePromotionCode,
  PROMOTABLE_TYPES,
  PROMOTION_KINDS,
  PROMOTION_REFUSAL_REASONS,
  PROMOTION_STATES,
  type PromotionCheckInput,
  type PromotionRules,
  promotionBenefitOf,
  splitPromotionBenefit,
  totalBenefitReturned,
} from "./promotion.values";
import { PAYMENT_CHANNELS } from "./transaction.values";

const MAX_AMOUNT = 9_007_199_254_740_991;
const kobo = fc.oneof(
  fc.integer({ min: 1, max: 100_000 }),
  fc.integer({ min: 1, max: 10_000_000_000 }),
  fc.integer({ min: 1, max: MAX_AMOUNT }),
);
const cap = fc.option(kobo);
const basis_points = fc.integer({ min: 1, max: FULL_BASIS_POINTS });
const percentageBenefit: fc.Arbitrary<BenefitTerms> = fc.record({
  kind: fc.constantFrom("percentage" as const, "cashback" as const),
  basis_points,
  flat_amount: fc.constant(null),
  cap,
});
const flatBenefit: fc.Arbitrary<BenefitTerms> = fc.record({
  kind: fc.constant("flat" as const),
  basis_points: fc.constant(null),
  flat_amount: kobo,
  cap: fc.constant(null),
});
const benefit = fc.oneof(percentageBenefit, flatBenefit);
/** The remaining budget, which may be zero, or negative if it was read before another payment. */
const budgetLeft = fc.oneof(kobo, fc.integer({ min: -1_000, max: 1_000 }));

describe("promotionBenefitOf", () => {
  it("promotionBenefitOf returns whole kobo, never negative, and never above the cap, the payment or the remaining budget", () => {
    fc.assert(
      fc.property(benefit, kobo, budgetLeft, (terms, amount, remaining) => {
        const given = promotionBenefitOf(terms, amount, remaining);
        expect(Number.isSafeInteger(given)).toBe(true);
        expect(given).toBeGreaterThanOrEqual(0);
        expect(given).toBeLessThanOrEqual(terms.cap ?? MAX_AMOUNT);
        expect(given).toBeLessThanOrEqual(amount);
        expect(given).toBeLessThanOrEqual(Math.max(0, remaining));
      }),
    );
  });

  it("promotionBenefitOf returns the exact share rounded down, for payments of any size", () => {
    fc.assert(
      fc.property(percentageBenefit, kobo, (terms, amount) => {
        const exactShare = (BigInt(amount) * BigInt(terms.basis_points ?? 0)) / 10_000n;
        const maxBenefit =
          terms.cap === null ? exactShare : exactShare < BigInt(terms.cap) ? exactShare : BigInt(terms.cap);
        expect(BigInt(promotionBenefitOf(terms, amount))).toBe(maxBenefit);
      }),
    );
  });

  it("a promotion's benefit never decreases when the payment, the share, the cap or the remaining budget grows", () => {
    fc.assert(
      fc.property(benefit, kobo, kobo, budgetLeft, budgetLeft, (terms, a, b, x, y) => {
        const [small, large] = [Math.min(a, b), Math.max(a, b)];
        const [smallerRest, largerRest] = [Math.min(x, y), Math.max(x, y)];
        expect(promotionBenefitOf(terms, small, smallerRest)).toBeLessThanOrEqual(
          promotionBenefitOf(terms, large, largerRest),
        );
        const widerTerms = { ...terms, cap: terms.cap && Math.min(MAX_AMOUNT, terms.cap + 1) };
        expect(promotionBenefitOf(terms, a, x)).toBeLessThanOrEqual(promotionBenefitOf(widerTerms, a, x));
        const moreTerms = {
          ...terms,
          basis_points: terms.basis_points && Math.min(FULL_BASIS_POINTS, terms.basis_points + 1),
        };
        expect(promotionBenefitOf(terms, a, x)).toBeLessThanOrEqual(promotionBenefitOf(moreTerms, a, x));
      }),
    );
  });

  it("a percentage promotion without a cap gives no more benefit for many small payments than for one large payment", () => {
    const parts = fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(percentageBenefit, parts, (terms, amounts) => {
        const uncappedTerms = { ...terms, cap: null };
        const benefitOfSum = sum(amounts);
        expect(sum(amounts.map((amount) => promotionBenefitOf(uncappedTerms, amount)))).toBeLessThanOrEqual(
          promotionBenefitOf(uncappedTerms, benefitOfSum),
        );
      }),
    );
  });

  it("the benefits of a promotion never exceed its budget in total, for any number of payments", () => {
    const payments = fc.array(kobo, { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(benefit, payments, kobo, (terms, amounts, budget) => {
        let takenTotal = 0;
        for (const amount of amounts) takenTotal += promotionBenefitOf(terms, amount, budget - takenTotal);
        expect(takenTotal).toBeLessThanOrEqual(budget);
      }),
    );
  });

  it("splitPromotionBenefit returns a promotion's benefit as a discount or a cashback, never both", () => {
    fc.assert(
      fc.property(fc.constantFrom(...PROMOTION_KINDS), kobo, (kind, given) => {
        const { discount, cashback } = splitPromotionBenefit(kind, given);
        expect([discount + cashback, Math.min(discount, cashback)]).toEqual([given, 0]);
        expect(cashback > 0).toBe(kind === "cashback");
      }),
    );
  });
});

const sum = (amounts: readonly number[]) => amounts.reduce((total, each) => total + each, 0);

describe("benefitReturnedByRefund", () => {
  /** A payment with its benefit, and partial refunds that add up to the payment's amount. */
  const refunded = fc
    .tuple(benefit, fc.array(fc.integer({ min: 1, max: 1_000_000_000 }), { minLength: 1, maxLength: 30 }))
    .map(([terms, parts]) => ({ parts, amount: sum(parts), benefit: promotionBenefitOf(terms, sum(parts)) }))
    .filter((payment) => payment.benefit > 0);

  it("the pool gets back a promotion's whole benefit, exact to the kobo, only when the last partial refund completes the refund", () => {
    fc.assert(
      fc.property(refunded, ({ parts, amount, benefit }) => {
        let refundedBefore = 0;
        let returnedTotal = 0;
        for (const refundPart of parts) {
          const returnedPart = benefitReturnedByRefund({ benefit, amount, refunded: refundedBefore }, refundPart);
          expect(returnedPart).toBeGreaterThanOrEqual(0);
          // Apart from the returned benefit, the refund goes to the citizen, and this rest must not be negative.
          expect(returnedPart).toBeLessThanOrEqual(refundPart);
          refundedBefore += refundPart;
          returnedTotal += returnedPart;
          expect(returnedTotal).toBe(totalBenefitReturned({ benefit, amount, refunded: refundedBefore }));
          expect(returnedTotal === benefit).toBe(refundedBefore === amount);
          // The benefit that is not returned is proportional to the amount that is not refunded, rounded up to whole
          // kobo.
          const keptProduct = BigInt(benefit - returnedTotal) * BigInt(amount);
          const share = BigInt(benefit) * BigInt(amount - refundedBefore);
          expect(keptProduct >= share && keptProduct < share + BigInt(amount)).toBe(true);
        }
        expect(returnedTotal).toBe(benefit);
      }),
    );
  });

  it("partial refunds return the same total of a promotion's benefit, whatever the order and sizes of the refunds", () => {
    fc.assert(
      fc.property(refunded, ({ parts, amount, benefit }) => {
        const returnedInOrder = (order: readonly number[]) => {
          let refundedSoFar = 0;
          return sum(
            order.map((refundPart) => {
              const returnedPart = benefitReturnedByRefund({ benefit, amount, refunded: refundedSoFar }, refundPart);
              refundedSoFar += refundPart;
              return returnedPart;
            }),
          );
        };
        expect(returnedInOrder([...parts].reverse())).toBe(returnedInOrder([amount]));
      }),
    );
  });

  it("calculates the promotion benefit that a refund returns exactly, even for the largest amount", () => {
    expect(totalBenefitReturned({ benefit: MAX_AMOUNT, amount: MAX_AMOUNT, refunded: MAX_AMOUNT - 1 })).toBe(
      MAX_AMOUNT - 1,
    );
    expect(benefitReturnedByRefund({ benefit: MAX_AMOUNT, amount: MAX_AMOUNT, refunded: MAX_AMOUNT - 1 }, 1)).toBe(1);
  });
});

describe("listPromotionRefusals", () => {
  const now = 1_000_000;
  const count = fc.integer({ min: 0, max: 5 });
  const limit = fc.option(fc.integer({ min: 1, max: 5 }));
  const small = fc.integer({ min: 1, max: 5_000 });
  const terms: fc.Arbitrary<PromotionRules> = fc
    .tuple(
      benefit,
      fc.record({
        trigger: fc.constantFrom("code" as const, "automatic" as const),
        minimum: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 2_000 })),
        types: fc.oneof(fc.constant([...PROMOTABLE_TYPES]), fc.subarray([...PROMOTABLE_TYPES])),
        channels: fc.oneof(fc.constant([]), fc.subarray([...PAYMENT_CHANNELS])),
        first_payment_only: fc.boolean(),
        uses_total: limit,
        uses_per_user: limit,
        uses_per_code: limit,
        budget: fc.integer({ min: 0, max: 5_000 }),
        starts_at: fc.option(fc.integer({ min: now - 2, max: now + 2 })),
        ends_at: fc.option(fc.integer({ min: now - 2, max: now + 2 })),
      }),
    )
    .map(([given, rules]) => ({ ...given, ...rules }));
  const facts: fc.Arbitrary<PromotionCheckInput> = fc.record({
    now: fc.constant(now),
    state: fc.oneof({ weight: 4, arbitrary: fc.constant("active" as const) }, fc.constantFrom(...PROMOTION_STATES)),
    uses: count,
    taken: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 6_000 })),
    pool: fc.oneof(fc.constant(MAX_AMOUNT), fc.integer({ min: 0, max: 5_000 })),
    type: fc.constantFrom(...PROMOTABLE_TYPES),
    channel: fc.constantFrom(...PAYMENT_CHANNELS),
    method_minimum: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 2_000 })),
    amount: small,
    code: fc.option(fc.record({ fits: fc.boolean(), uses: count })),
    uses_of_user: count,
    in_audience: fc.oneof(fc.constant(true), fc.boolean()),
    has_paid: fc.boolean(),
    wallet_takes: fc.oneof(fc.constant(true), fc.boolean()),
  });

  it("listPromotionRefusals returns an empty list only if every rule is met and the benefit is positive and within budget and pool", () => {
    let appliedCount = 0;
    fc.assert(
      fc.property(terms, facts, (rules, knownFacts) => {
        const foundReasons = listPromotionRefusals(rules, knownFacts);
        expect(foundReasons).toEqual(PROMOTION_REFUSAL_REASONS.filter((reason) => foundReasons.includes(reason)));
        if (foundReasons.length) return;
        appliedCount++;
        const given = promotionBenefitOf(rules, knownFacts.amount, rules.budget - knownFacts.taken);
        expect(given).toBeGreaterThan(0);
        expect(given).toBeLessThanOrEqual(
          Math.min(knownFacts.amount, knownFacts.pool, rules.budget - knownFacts.taken),
        );
        expect([knownFacts.state, knownFacts.in_audience]).toEqual(["active", true]);
        expect(rules.types).toContain(knownFacts.type);
        expect(knownFacts.amount).toBeGreaterThanOrEqual(rules.minimum);
        const paidAmount = knownFacts.amount - splitPromotionBenefit(rules.kind, given).discount;
        if (rules.kind !== "cashback") expect(paidAmount).toBeGreaterThanOrEqual(knownFacts.method_minimum);
        expect(knownFacts.uses).toBeLessThan(rules.uses_total ?? 99);
        expect(knownFacts.uses_of_user).toBeLessThan(rules.uses_per_user ?? 99);
        if (rules.trigger === "code") expect(knownFacts.code?.fits).toBe(true);
        expect((rules.starts_at ?? 0) <= now && now < (rules.ends_at ?? now + 1)).toBe(true);
      }),
      { numRuns: 20_000 },
    );
    expect(appliedCount).toBeGreaterThan(0);
  });
});

describe("normalisePromotionCode and isPromotionCode", () => {
  it("normalisePromotionCode converts a typed code to upper case and trims it", () => {
    expect(normalisePromotionCode("  summer-24 ")).toBe("SUMMER-24");
    expect(["ABCD", "SUMMER-24", "A".repeat(24)].every(isPromotionCode)).toBe(true);
    expect(["ABC", "A".repeat(25), "AB CD", "-ABCD", "ABCD-", "AB--CD", "abcd", "ÄBCD"].some(isPromotionCode)).toBe(
      false,
    );
  });
});
