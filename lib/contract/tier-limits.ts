import { z } from "zod";
import { awaiting } from "./approvals";
import { day, declare, id, nothing, text, wholeList } from "./common";
import { koboOrNone } from "./money";
import { timelineEntry } from "./system-logs";
import { systemWalletRoutes as routes } from "./system-wallet.routes";
import { NOTE_MAX } from "./system-wallet.values";

/** Kobo that may leave a wallet in a Lagos day, and that it may hold; `balance` is null for no limit. */
export const tierLimits = z.object({ daily_debit: z.int(), balance: z.int().nullable() });

const fromDay = tierLimits.extend({ starts_on: day });

const limitsOfTier = z.object({
  id: z.string(),
  tier: z.int(),
  /** In force today in Lagos. */
  now: fromDay,
  /** Approved for later days, the next one first. */
  upcoming: z.array(fromDay),
  /** A change that a second admin has to decide. */
  awaiting: awaiting.nullable(),
  timeline: z.array(timelineEntry),
});
export type LimitsOfTier = z.infer<typeof limitsOfTier>;

/** Asks for limits of a tier from a Lagos day on, which is not over. */
export const limitsChange = z.strictObject({
  tierId: id,
  daily_debit: koboOrNone,
  balance: koboOrNone.nullable(),
  starts_on: day,
  reason: text(NOTE_MAX, 3),
});

/** Calls of the system wallet about limits. */
export const tierLimitsCalls = {
  limits: declare(routes.limits, {
    summary: "Limits of wallets by tier: in force, approved for later, and waiting for approval",
    input: nothing,
    output: wholeList(limitsOfTier),
  }),
  changeLimits: declare(routes.changeLimits, {
    summary: "Ask for other limits of a tier from a day on; another admin approves",
    done: "Requested other limits of a tier",
    input: limitsChange,
    output: limitsOfTier,
  }),
};
