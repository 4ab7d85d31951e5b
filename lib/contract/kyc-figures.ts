import { z } from "zod";
import { declare, nothing, personRef } from "./common";
import { kycRoutes as routes } from "./kyc.routes";

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
  /** Half of the decisions of the last 7 days took at most so long; null without any. */
  median_minutes: z.int().nullable(),
  /** Decisions of each officer today and in the last 7 Lagos days, today included; most first. */
  officers: z.array(z.object({ officer: personRef, today: z.int(), seven_days: z.int() })),
});
export type KycStats = z.infer<typeof kycStats>;

export const kycFigures = {
  stats: declare(routes.stats, {
    summary: "Figures of the team: waiting, late, time to a decision",
    input: nothing,
    output: kycStats,
  }),
};
