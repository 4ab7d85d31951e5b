import "server-only";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import {
  listPromotionRefusals,
  PROMOTABLE_TYPES,
  type PromotableType,
  promotionBenefitOf,
  splitPromotionBenefit,
} from "@/lib/contract/promotion.values";
import { hashIdentityNumber } from "@/lib/server/base/secret";
import { pilotGroupMembers } from "@/lib/server/db/seed/account-status";
import type { PastLedgerEntry } from "@/lib/server/db/seed/ledger";
import { DEMO_PAYMENT_METHODS } from "@/lib/server/db/seed/methods";
import type { DemoCitizen } from "@/lib/server/db/seed/people";
import { assertDefined, createRandom, type SeedRandom, seedId } from "@/lib/server/db/seed/random";
import type { DemoPaymentRows, PastPayment } from "@/lib/server/db/seed/transactions";
import { mayReceiveMoney, toPromotionRules } from "@/lib/server/promotion/rule-facts";
import type { PastPromotion } from "./model";
import { applyPromotion, indexPayments, type PaymentIndex } from "./payment";
import { stopPromotion, wasPromotionActive } from "./state-changes";

type RedeemInput = { people: readonly DemoCitizen[]; payments: DemoPaymentRows; movements: readonly PastLedgerEntry[] };

/** Payments in these states get no promotion, to keep the demo data simple: paid after expiry, or lost in a dispute. */
const EXCLUDED_STATES: readonly PastPayment["state"][] = ["expired", "lost"];

/** Applies promotions to a part of the eligible payments, in the order of time. */
export function redeemPromotions(all: readonly PastPromotion[], { people, payments, movements }: RedeemInput): void {
  const paymentIndex = indexPayments(payments);
  const pool = trackPoolBalance(movements);
  const peopleById = new Map(people.map((person) => [person.id, person]));
  const pilotIds = new Set(pilotGroupMembers(people).map(({ id }) => id));
  const ordered = [...payments.rows].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  for (const payment of ordered) {
    if (!isPromotableType(payment.type) || EXCLUDED_STATES.includes(payment.state)) continue;
    const random = createRandom(`promotion of ${payment.id}`);
    const person = assertDefined(peopleById.get(payment.userId));
    for (const promotion of all) {
      if (!wasPromotionActive(promotion, payment.createdAt) || !random.chance(promotion.story.share)) continue;
      const isMember = !promotion.groupIds.length || pilotIds.has(person.id);
      if (take(promotion, { payment, type: payment.type, person, isMember, random, pool, booked: paymentIndex })) break;
    }
  }
}

const isPromotableType = (type: PastPayment["type"]): type is PromotableType =>
  PROMOTABLE_TYPES.some((each) => each === type);

/** Tracks the balance of the promotions pool in kobo: manual transfers so far, minus benefits, plus benefits that refunds returned. */
function trackPoolBalance(movements: readonly PastLedgerEntry[]) {
  const poolMoves = movements.flatMap(({ at, postings }) =>
    postings.filter(({ accountId }) => accountId === IDS.promotions_pool).map(({ amount }) => ({ at, amount })),
  );
  let givenKobo = 0;
  return {
    at: (asOf: Date) => poolMoves.reduce((sum, { at, amount }) => sum + (at <= asOf ? amount : 0), -givenKobo),
    give: (amount: number) => {
      givenKobo += amount;
    },
  };
}

type RedemptionContext = {
  payment: PastPayment;
  type: PromotableType;
  person: DemoCitizen;
  isMember: boolean;
  random: SeedRandom;
  pool: ReturnType<typeof trackPoolBalance>;
  booked: PaymentIndex;
};

/**
 * Applies a promotion to a payment if the rules for real payments allow that.
 * @returns false if the promotion was not applied
 */
function take(promotion: PastPromotion, context: RedemptionContext): boolean {
  const { row, codes, redemptions, story } = promotion;
  const { payment, person, random, pool } = context;
  // A promotion that ends when its budget or uses are exhausted accepts only payments without refunds, because a refund would lower its
  // counters again.
  const isLimited = row.usesTotal !== null || (story.to !== undefined && story.share >= 0.8 && story.to > 0);
  if (isLimited && payment.state !== "succeeded") return false;
  const usableCodes = codes.filter(({ uses }) => row.usesPerCode === null || uses < row.usesPerCode);
  const code = usableCodes.length ? random.pick(usableCodes) : null;
  const activeUses = redemptions.filter(({ state }) => state === "reserved" || state === "redeemed");
  const usedKobo = activeUses.reduce((sum, { amount }) => sum + amount, 0);
  const terms = toPromotionRules(row);
  const reasons = listPromotionRefusals(terms, {
    now: payment.createdAt.getTime(),
    state: "active",
    uses: activeUses.length,
    taken: usedKobo,
    pool: pool.at(payment.createdAt),
    type: context.type,
    channel: payment.channel,
    method_minimum:
      payment.channel === "wallet"
        ? 0
        : (DEMO_PAYMENT_METHODS.find(({ id }) => id === payment.methodId)?.minAmount ?? 0),
    amount: payment.amount,
    code: code && { fits: true, uses: code.uses },
    uses_of_user: activeUses.filter(({ userId }) => userId === payment.userId).length,
    in_audience: context.isMember,
    has_paid: true,
    wallet_takes: mayReceiveMoney(person),
  });
  if (reasons[0] === "pool" && story.drainsPool) stopPromotion(promotion, "pool", payment.createdAt);
  if (reasons.length) return false;
  const amount = promotionBenefitOf(terms, payment.amount, row.budget - usedKobo);
  pool.give(payment.state === "failed" ? 0 : amount);
  const returned = applyPromotion(payment, splitPromotionBenefit(row.kind, amount), context.booked);
  const state = redemptionState(payment);
  if (code && state !== "released" && state !== "returned") code.uses += 1;
  const device = deviceIdOf(promotion, payment.userId);
  redemptions.push({
    id: seedId(`redemption of ${row.id}`, redemptions.length),
    promotionId: row.id,
    userId: payment.userId,
    transactionId: payment.id,
    state,
    kind: row.kind,
    code: code?.code ?? null,
    amount,
    returned,
    deviceHash: hashIdentityNumber(`device ${device}`),
    deviceEnding: device.slice(-4),
    createdAt: payment.createdAt,
    endedAt: payment.completedAt,
    version: state === "reserved" ? 1 : returned ? 3 : 2,
  });
  const at = payment.completedAt ?? payment.createdAt;
  if (usedKobo + amount >= row.budget) stopPromotion(promotion, "budget", at);
  else if (activeUses.length + 1 >= (row.usesTotal ?? Infinity)) stopPromotion(promotion, "uses", at);
  return true;
}

function redemptionState({ state }: PastPayment): "reserved" | "redeemed" | "released" | "returned" {
  if (state === "pending" || state === "processing") return "reserved";
  if (state === "refunded") return "returned";
  return state === "failed" ? "released" : "redeemed";
}

/** Returns the id of the user's phone. The first `sharedDevice` users of a promotion have the same phone, as if they were one person. */
function deviceIdOf({ story, redemptions, row }: PastPromotion, userId: string): string {
  const knownUsers = [...new Set([...redemptions.map((each) => each.userId), userId])];
  const isShared = knownUsers.indexOf(userId) < (story.sharedDevice ?? 0);
  const random = createRandom(isShared ? `shared phone ${row.id}` : `phone of ${userId}`);
  return `demo-${random.digits(12)}`;
}
