import "server-only";
import { asc, gt, sql } from "drizzle-orm";
import type { LimitsOfTier } from "@/lib/contract/tier-limits";
import { formatDay, formatMoney } from "@/lib/format";
import { refuse } from "@/lib/server/api/errors";
import { waitingApprovalsOfRecords } from "@/lib/server/approvals/waiting-requests";
import { readRecordTimeline } from "@/lib/server/audit/timeline";
import type { Queryable } from "@/lib/server/db/client";
import { tierLimits } from "@/lib/server/db/schema/ledger";
import { limitsByTier, type TierLimits } from "@/lib/server/ledger/limits";

/** Record type of a tier's limits in the audit trail and approvals. */
export const TIER_LIMITS_RECORD_TYPE = "tier_limits" as const;

/** Returns the record id of a tier's limits in the audit trail and approvals. */
export const tierRecordIdOf = (tier: number): string => `00000000-0000-7000-8000-00000000001${tier}`;

/** Returns the reference to a tier's limits for audit rows and approvals. */
export const tierLimitsRecordRef = (tier: number) => ({
  type: TIER_LIMITS_RECORD_TYPE,
  id: tierRecordIdOf(tier),
  name: `Tier ${tier}`,
});

/** Returns the tier whose limits have this record id. @throws 404 */
export function tierOfRecordId(id: string): number {
  const tier = [0, 1, 2, 3].find((each) => tierRecordIdOf(each) === id);
  if (tier === undefined) throw refuse.notFound("tier");
  return tier;
}

/** Returns the limits of all tiers, lowest first. */
export async function readTierLimits(db: Queryable): Promise<LimitsOfTier[]> {
  const currentLimits = await limitsByTier(db);
  const futureLimits = await db
    .select()
    .from(tierLimits)
    .where(gt(tierLimits.startsOn, TODAY_IN_LAGOS))
    .orderBy(asc(tierLimits.startsOn));
  const pendingApprovals = await waitingApprovalsOfRecords(
    db,
    TIER_LIMITS_RECORD_TYPE,
    currentLimits.map(({ tier }) => tierRecordIdOf(tier)),
  );
  const found: LimitsOfTier[] = [];
  for (const { tier, starts_on, daily_debit, balance } of currentLimits) {
    const id = tierRecordIdOf(tier);
    found.push({
      id,
      tier,
      now: { starts_on, daily_debit, balance },
      upcoming: futureLimits
        .filter((each) => each.tier === tier)
        .map(({ startsOn, dailyDebit, balance: maxBalance }) => ({
          starts_on: startsOn,
          daily_debit: dailyDebit,
          balance: maxBalance,
        })),
      awaiting: pendingApprovals.get(id) ?? null,
      timeline: await readRecordTimeline(db, TIER_LIMITS_RECORD_TYPE, id),
    });
  }
  return found;
}

/** Returns the limits of one tier; see `readTierLimits`. @throws 404 */
export async function readLimitsOfTier(db: Queryable, tier: number): Promise<LimitsOfTier> {
  const found = (await readTierLimits(db)).find((each) => each.tier === tier);
  if (!found) throw refuse.notFound("tier");
  return found;
}

/** Returns today's date in Lagos, by the database's clock. */
export const TODAY_IN_LAGOS = sql<string>`(now() at time zone 'Africa/Lagos')::date`;

/** Returns limits as text, for the audit trail and approvals. */
export const tierLimitTexts = ({ daily_debit, balance }: TierLimits) => ({
  daily_limit: formatMoney(daily_debit),
  highest_balance: balance === null ? "No limit" : formatMoney(balance),
});

/** Formats limits: "₦100,000.00 a day, highest balance ₦500,000.00". */
export function formatLimits(limits: TierLimits): string {
  const { daily_limit, highest_balance } = tierLimitTexts(limits);
  return `${daily_limit} a day, ${limits.balance === null ? "no highest balance" : `highest balance ${highest_balance}`}`;
}

/** Describes new limits: "Tier 2 from 1 December 2026: ₦100,000.00 a day, highest balance ₦500,000.00". */
export const describeLimitChange = (tier: number, startsOn: string, limits: TierLimits) =>
  `Tier ${tier} from ${formatDay(startsOn)}: ${formatLimits(limits)}`;
