import { z } from "zod";
import { pendingApproval } from "./approvals";
import { day, endpoint, id, listOf, noInput, text } from "./common";
import { koboOrNone } from "./money";
import { timelineEntry } from "./system-logs";
import { systemWalletRoutes as routes } from "./system-wallet.routes";
import { MOVEMENT_NOTE_MAX } from "./system-wallet.values";

/** Kobo: maximum outflow per Lagos day, and maximum balance; `balance` null means no limit. */
export const tierLimits = z.object({ daily_debit: z.int(), balance: z.int().nullable() });

const limitsFromDay = tierLimits.extend({ starts_on: day });

const limitsOfTier = z.object({
  id: z.string(),
  tier: z.int(),
  /** Limits in force today (Lagos). */
  now: limitsFromDay,
  /** Approved limits for later days, earliest first. */
  upcoming: z.array(limitsFromDay),
  /** The requested change that waits for a second admin's approval. */
  awaiting: pendingApproval.nullable(),
  timeline: z.array(timelineEntry),
});
/** Limits of one tier: current, approved for later, and requested. */
export type LimitsOfTier = z.infer<typeof limitsOfTier>;

/** Input that requests limits of a tier from a Lagos day on. The day must not be in the past. */
export const tierLimitsChange = z.strictObject({
  tierId: id,
  daily_debit: koboOrNone,
  balance: koboOrNone.nullable(),
  starts_on: day,
  reason: text(MOVEMENT_NOTE_MAX, 3),
});

/** Calls for the wallet limits of tiers, with descriptions and schemas. */
export const tierLimitsCalls = {
  limits: endpoint(routes.limits, {
    summary: "Limits of wallets by tier: in force, approved for later, and waiting for approval",
    input: noInput,
    output: listOf(limitsOfTier),
  }),
  changeLimits: endpoint(routes.changeLimits, {
    summary: "Request new limits of a tier from a given day; another admin approves",
    done: "Requested other limits of a tier",
    input: tierLimitsChange,
    output: limitsOfTier,
  }),
};
