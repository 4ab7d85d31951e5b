import "server-only";
import type { PromotableType, PromotionCheckInput, PromotionRules } from "@/lib/contract/promotion.values";
import type { PaymentChannel } from "@/lib/contract/transaction.values";
import type { CitizenRow } from "@/lib/server/app-api/find-citizen";
import type { Queryable } from "@/lib/server/db/client";
import type { promotions } from "@/lib/server/db/schema/promotion";
import { isRestrictionExpired } from "@/lib/server/user/status";
import { membershipOfLoadedGroups } from "./group-membership";
import { type EligibilityRow, readEligibility } from "./read-facts";
import { promotionStateOf } from "./state";

/** Columns of a promotion that the eligibility rules need. Omits all others, so that a quote does not read descriptions. */
export type PromotionTerms = Omit<
  typeof promotions.$inferSelect,
  | "name"
  | "words"
  | "description"
  | "pauseCause"
  | "endCause"
  | "copiedFrom"
  | "createdBy"
  | "createdAt"
  | "updatedAt"
  | "version"
>;

/** Converts a promotion's columns to the input of the eligibility rules (lib/contract/promotion.values.ts). */
export const toPromotionRules = (row: PromotionTerms): PromotionRules => ({
  trigger: row.trigger,
  kind: row.kind,
  basis_points: row.basisPoints,
  flat_amount: row.flatAmount,
  cap: row.cap,
  minimum: row.minimum,
  types: row.types,
  channels: row.channels,
  first_payment_only: row.firstPaymentOnly,
  uses_total: row.usesTotal,
  uses_per_user: row.usesPerUser,
  uses_per_code: row.usesPerCode,
  budget: row.budget,
  starts_at: row.startsAt?.getTime() ?? null,
  ends_at: row.endsAt?.getTime() ?? null,
});

/** Planned payment; amounts in kobo. `code`: as stored (upper case); null without a code. */
export type PlannedPayment = {
  user: CitizenRow;
  type: PromotableType;
  channel: PaymentChannel;
  methodMinimum: number;
  amount: number;
  code: string | null;
};

/**
 * Reads what the rules of each promotion check about a payment, by promotion id. Runs one or two queries for any number of promotions.
 * For a charge, the caller has locked the promotion, so that its counters can't change.
 */
export async function readPromotionCheckInputs(
  db: Queryable,
  rows: readonly PromotionTerms[],
  payment: PlannedPayment,
): Promise<Map<string, PromotionCheckInput>> {
  const factRows = await readEligibility(db, rows, { userId: payment.user.id, code: payment.code });
  const membership = await readGroupMembership(db, factRows, payment.user.id);
  const factsById = new Map(factRows.map((each) => [each.id, each]));
  const now = Date.now();
  return new Map(
    rows.flatMap((row) => {
      const factRow = factsById.get(row.id);
      if (!factRow) return [];
      const state = promotionStateOf(row, now);
      const ownCounters = { now, state, uses: row.uses + row.reservedUses, taken: row.spent + row.reserved };
      return [[row.id, { ...ownCounters, ...toPromotionCheckInput(factRow, payment, membership) }] as const];
    }),
  );
}

/** Converts a row read from the database to the rules' input, without the promotion's state and counters. */
export const toPromotionCheckInput = (
  { uses_of_user, has_paid, pool, code_uses, groups }: EligibilityRow,
  { user, type, channel, methodMinimum, amount, code }: PlannedPayment,
  membership: ReadonlyMap<string, boolean>,
): Omit<PromotionCheckInput, "now" | "state" | "uses" | "taken"> => ({
  pool,
  type,
  channel,
  amount,
  method_minimum: methodMinimum,
  has_paid,
  uses_of_user,
  wallet_takes: mayReceiveMoney(user),
  code: code === null ? null : { fits: code_uses !== null, uses: code_uses ?? 0 },
  in_audience: groups === null || groups.some(({ id }) => membership.get(id) === true),
});

/** Returns for each user group to which these promotions are limited whether the citizen is in the group. */
export const readGroupMembership = (db: Queryable, factRows: readonly EligibilityRow[], userId: string) =>
  membershipOfLoadedGroups(
    db,
    factRows.flatMap(({ groups }) => groups ?? []),
    userId,
  );

/** Returns true if the wallet can receive money, by the ledger's rule (lib/server/ledger/restrictions.ts). */
export const mayReceiveMoney = (user: CitizenRow) =>
  user.status !== "closed" &&
  !(user.status === "restricted" && !isRestrictionExpired(user) && user.restriction !== "no_debit");
