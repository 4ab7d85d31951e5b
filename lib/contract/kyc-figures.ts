import { z } from "zod";
import { adminRef, declare, nothing } from "./common";
import { kycRoutes as routes } from "./kyc.routes";

const figures = z.object({
  approved: z.int(),
  rejected: z.int(),
  sent_back: z.int(),
  reopened: z.int(),
  /** From claim to decision, of decisions that stand and whose request was claimed before; null without any. */
  median_minutes: z.int().nullable(),
});
export type KycFigures = z.infer<typeof figures>;
/** Since midnight in Lagos, and in the last 7 Lagos days, today included. */
const periods = z.object({ today: figures, seven_days: figures });
export type KycPeriod = keyof z.infer<typeof periods>;

const kycStats = z.object({
  waiting: z.int(),
  waiting_is_capped: z.boolean(),
  late: z.int(),
  late_is_capped: z.boolean(),
  /** Of those that wait: without and with risk flags. */
  clean: z.int(),
  clean_is_capped: z.boolean(),
  flagged: z.int(),
  flagged_is_capped: z.boolean(),
  /** Hours from submission to decision that the team works towards. */
  target_hours: z.number(),
  /** Half of the decisions of the last 7 days took at most so long from submission; null without any. */
  median_minutes: z.int().nullable(),
  /** What everybody did together. */
  team: periods,
  /** The same of each officer that the caller may see, by name: themselves if they review, and others as KYC_FIGURES says. */
  officers: z.array(periods.extend({ officer: adminRef })),
});
export type KycStats = z.infer<typeof kycStats>;

export const kycFigures = {
  stats: declare(routes.stats, {
    summary: "Figures of the team: waiting, late, time to a decision, and what was decided by whom",
    input: nothing,
    output: kycStats,
  }),
};
