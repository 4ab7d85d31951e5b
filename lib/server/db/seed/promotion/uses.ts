import "server-only";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import {
  benefitOf,
  PROMOTABLE_TYPES,
  type PromotableType,
  reasonsAgainst,
  splitBenefit,
} from "@/lib/contract/promotion.values";
import { keyedHash } from "@/lib/server/base/secret";
import { pilotsOf } from "@/lib/server/db/seed/account-status";
import type { PastEntry } from "@/lib/server/db/seed/ledger";
import { METHODS } from "@/lib/server/db/seed/methods";
import type { Person } from "@/lib/server/db/seed/people";
import { idOf, only, type Random, randomOf } from "@/lib/server/db/seed/random";
import type { PastPayment, Payments } from "@/lib/server/db/seed/transactions";
import { takesMoney, termsOf } from "@/lib/server/promotion/rule-facts";
import { endBy, isRunning } from "./course";
import type { PastPromotion } from "./model";
import { applyTo, type Booked, entriesOf } from "./payment";

type World = { people: readonly Person[]; payments: Payments; movements: readonly PastEntry[] };

/** Payments that were paid after expiry, or lost in a dispute, are excluded to keep them simple. */
const LEFT_OUT: readonly PastPayment["state"][] = ["expired", "lost"];

/** Applies promotions to some of the eligible payments, in the order of time. */
export function redeem(all: readonly PastPromotion[], { people, payments, movements }: World): void {
  const booked = entriesOf(payments);
  const pool = poolOf(movements);
  const persons = new Map(people.map((person) => [person.id, person]));
  const pilots = new Set(pilotsOf(people).map(({ id }) => id));
  const ordered = [...payments.rows].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  for (const payment of ordered) {
    if (!isPromotable(payment.type) || LEFT_OUT.includes(payment.state)) continue;
    const random = randomOf(`promotion of ${payment.id}`);
    const person = only(persons.get(payment.userId));
    for (const promotion of all) {
      if (!isRunning(promotion, payment.createdAt) || !random.chance(promotion.story.share)) continue;
      const isMember = !promotion.groupIds.length || pilots.has(person.id);
      if (take(promotion, { payment, type: payment.type, person, isMember, random, pool, booked })) break;
    }
  }
}

const isPromotable = (type: PastPayment["type"]): type is PromotableType =>
  PROMOTABLE_TYPES.some((each) => each === type);

/** Tracks the kobo in the promotions pool: manual transfers so far less benefits given; refunds add to it. */
function poolOf(movements: readonly PastEntry[]) {
  const moves = movements.flatMap(({ at, postings }) =>
    postings.filter(({ accountId }) => accountId === IDS.promotions_pool).map(({ amount }) => ({ at, amount })),
  );
  let given = 0;
  return {
    at: (moment: Date) => moves.reduce((sum, { at, amount }) => sum + (at <= moment ? amount : 0), -given),
    give: (amount: number) => {
      given += amount;
    },
  };
}

type Use = {
  payment: PastPayment;
  type: PromotableType;
  person: Person;
  isMember: boolean;
  random: Random;
  pool: ReturnType<typeof poolOf>;
  booked: Booked;
};

/** @returns true if the payment uses it, by the rules of real charges */
function take(promotion: PastPromotion, use: Use): boolean {
  const { row, codes, redemptions, story } = promotion;
  const { payment, person, random, pool } = use;
  // Promotions that end by budget or uses only accept final payments, because nothing may return to them.
  const isLimited = row.usesTotal !== null || (story.to !== undefined && story.share >= 0.8 && story.to > 0);
  if (isLimited && payment.state !== "succeeded") return false;
  const open = codes.filter(({ uses }) => row.usesPerCode === null || uses < row.usesPerCode);
  const code = open.length ? random.pick(open) : null;
  const counted = redemptions.filter(({ state }) => state === "reserved" || state === "redeemed");
  const taken = counted.reduce((sum, { amount }) => sum + amount, 0);
  const terms = termsOf(row);
  const reasons = reasonsAgainst(terms, {
    now: payment.createdAt.getTime(),
    state: "active",
    uses: counted.length,
    taken,
    pool: pool.at(payment.createdAt),
    type: use.type,
    channel: payment.channel,
    method_minimum:
      payment.channel === "wallet" ? 0 : (METHODS.find(({ id }) => id === payment.methodId)?.minAmount ?? 0),
    amount: payment.amount,
    code: code && { fits: true, uses: code.uses },
    uses_of_user: counted.filter(({ userId }) => userId === payment.userId).length,
    in_audience: use.isMember,
    has_paid: true,
    wallet_takes: takesMoney(person),
  });
  if (reasons[0] === "pool" && story.drainsPool) endBy(promotion, "pool", payment.createdAt);
  if (reasons.length) return false;
  const amount = benefitOf(terms, payment.amount, row.budget - taken);
  pool.give(payment.state === "failed" ? 0 : amount);
  const returned = applyTo(payment, splitBenefit(row.kind, amount), use.booked);
  const state = stateOf(payment);
  if (code && state !== "released" && state !== "returned") code.uses += 1;
  const device = deviceOf(promotion, payment.userId);
  redemptions.push({
    id: idOf(`redemption of ${row.id}`, redemptions.length),
    promotionId: row.id,
    userId: payment.userId,
    transactionId: payment.id,
    state,
    kind: row.kind,
    code: code?.code ?? null,
    amount,
    returned,
    deviceHash: keyedHash(`device ${device}`),
    deviceEnding: device.slice(-4),
    createdAt: payment.createdAt,
    endedAt: payment.completedAt,
    version: state === "reserved" ? 1 : returned ? 3 : 2,
  });
  const at = payment.completedAt ?? payment.createdAt;
  if (taken + amount >= row.budget) endBy(promotion, "budget", at);
  else if (counted.length + 1 >= (row.usesTotal ?? Infinity)) endBy(promotion, "uses", at);
  return true;
}

function stateOf({ state }: PastPayment): "reserved" | "redeemed" | "released" | "returned" {
  if (state === "pending" || state === "processing") return "reserved";
  if (state === "refunded") return "returned";
  return state === "failed" ? "released" : "redeemed";
}

/** Returns the user's phone. The first `sharedDevice` users of a promotion share one, as if one person had their accounts. */
function deviceOf({ story, redemptions, row }: PastPromotion, userId: string): string {
  const known = [...new Set([...redemptions.map((each) => each.userId), userId])];
  const isShared = known.indexOf(userId) < (story.sharedDevice ?? 0);
  const random = randomOf(isShared ? `shared phone ${row.id}` : `phone of ${userId}`);
  return `demo-${random.digits(12)}`;
}
