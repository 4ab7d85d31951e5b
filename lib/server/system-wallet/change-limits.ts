import "server-only";
import type { z } from "zod";
import type { LimitsOfTier, tierLimitsChange } from "@/lib/contract/tier-limits";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { requestApproval } from "@/lib/server/approvals/request-approval";
import { refuseWhileChangeWaits } from "@/lib/server/approvals/waiting-requests";
import { lagosDayOf } from "@/lib/server/base/time";
import {
  describeLimitChange,
  formatLimits,
  readLimitsOfTier,
  TIER_LIMITS_RECORD_TYPE,
  tierLimitsRecordRef,
  tierLimitTexts,
  tierOfRecordId,
} from "./read-limits";

/**
 * Requests new limits of a tier from a Lagos day on. Nothing changes before a second admin approves.
 * @throws 400 for a past day and for the current limits; 404; 409 for tier 0, and while a change of the tier awaits approval
 */
export async function requestTierLimits(
  { tx, admin, audit }: WriteContext,
  { tierId, starts_on, reason, daily_debit, balance }: z.output<typeof tierLimitsChange>,
): Promise<LimitsOfTier> {
  const tier = tierOfRecordId(tierId);
  if (starts_on < lagosDayOf(new Date())) {
    const message = "This day is over. Choose today or a later day.";
    throw refuse.badInput(message, { starts_on: message });
  }
  if (tier === 0) throw refuse.conflict("Tier 0 can't hold or spend money: the citizen's identity is not verified.");
  const record = tierLimitsRecordRef(tier);
  const current = () => readLimitsOfTier(tx, tier);
  await refuseWhileChangeWaits(tx, TIER_LIMITS_RECORD_TYPE, record.id, current);
  const { now, upcoming } = await current();
  const limits = { daily_debit, balance };
  if (now.daily_debit === daily_debit && now.balance === balance && !upcoming.length)
    throw refuse.badInput(SAME_LIMITS_MESSAGE, { daily_debit: SAME_LIMITS_MESSAGE });
  const approval = await requestApproval(tx, {
    kind: "systemWallet.changeLimits",
    record,
    change: `${describeLimitChange(tier, starts_on, limits)}; now ${formatLimits(now)}`,
    payload: { ...limits, starts_on },
    requestedBy: admin.id,
    reason,
  });
  audit({ record, before: tierLimitTexts(now), after: { awaiting_approval: approval.change, reason } });
  return current();
}

const SAME_LIMITS_MESSAGE = "These limits are in force already. Enter another daily limit or highest balance.";
