import { z } from "zod";
import { adminRef, endpoint, noInput } from "./common";
import { kycRoutes as routes } from "./kyc.routes";

const decisionFigures = z.object({
  approved: z.int(),
  rejected: z.int(),
  sent_back: z.int(),
  reopened: z.int(),
  /** Median minutes from claim to decision; null without decisions. Counts claimed requests whose decision is still in force. */
  median_minutes: z.int().nullable(),
});
/** Number of decisions and median time of the team or of one officer in a period. */
export type KycFigures = z.infer<typeof decisionFigures>;
/** Figures since midnight in Lagos, and of the last 7 Lagos days including today. */
const figuresByPeriod = z.object({ today: decisionFigures, seven_days: decisionFigures });
/** Period of figures of the KYC team: today or the last seven days. */
export type KycFiguresPeriod = keyof z.infer<typeof figuresByPeriod>;

const kycStats = z.object({
  waiting: z.int(),
  waiting_is_capped: z.boolean(),
  late: z.int(),
  late_is_capped: z.boolean(),
  /** Number of waiting requests without risk flags, and with risk flags. */
  clean: z.int(),
  clean_is_capped: z.boolean(),
  flagged: z.int(),
  flagged_is_capped: z.boolean(),
  /** The team's target: hours from submission to decision. */
  target_hours: z.number(),
  /** Median minutes from submission to decision, over the last 7 days; null without decisions in that time. */
  median_minutes: z.int().nullable(),
  /** Figures of all officers together. */
  team: figuresByPeriod,
  /** Figures of each officer, sorted by name. Reviewers see their own; the setting KYC_FIGURES decides who sees other officers' figures. */
  officers: z.array(figuresByPeriod.extend({ officer: adminRef })),
});
export type KycStats = z.infer<typeof kycStats>;

/** Call that reads the figures of the KYC team. */
export const kycFigureCalls = {
  stats: endpoint(routes.stats, {
    summary: "Figures of the team: waiting, late, time to a decision, and decisions by officer",
    input: noInput,
    output: kycStats,
  }),
};
