import { z } from "zod";
import { day, endpoint } from "./common";
import { ireportRoutes as routes } from "./ireport.routes";
import { ireportRow } from "./ireport-row";
import { LGAS } from "./lgas.values";

const ireportGroupFigures = z.object({
  /** Number of reports submitted in the period, and in the period before. */
  now: z.int(),
  before: z.int(),
  /** Current numbers of open and late reports, independent of the submission date. */
  open: z.int(),
  late: z.int(),
});
const ireportStats = z.object({
  from: day,
  to: day,
  submitted: z.object({ now: z.int(), before: z.int() }),
  resolved: z.object({ now: z.int(), before: z.int() }),
  reopened: z.object({ now: z.int(), before: z.int() }),
  /** Median minutes to acknowledgement and to resolution, of reports that reached that state in the period; null if no report did. */
  acknowledge_minutes: z.object({ now: z.int().nullable(), before: z.int().nullable() }),
  resolve_minutes: z.object({ now: z.int().nullable(), before: z.int().nullable() }),
  /** Average rating in stars, of ratings given in the period. */
  rating: z.object({ now: z.number().nullable(), before: z.number().nullable(), count: z.int() }),
  /** Current numbers of reports, independent of the period. */
  open: z.int(),
  unassigned: z.int(),
  late: z.int(),
  escalated: z.int(),
  waiting_for_citizen: z.int(),
  by_category: z.array(ireportGroupFigures.extend({ id: z.string(), name: z.string() })),
  by_department: z.array(ireportGroupFigures.extend({ id: z.string().nullable(), name: z.string() })),
  by_lga: z.array(ireportGroupFigures.extend({ lga: z.enum(LGAS) })),
  by_day: z.array(z.object({ day, submitted: z.int(), resolved: z.int() })),
  /** Late reports with an escalation mail to the department's lead, earliest deadline first. */
  escalations: z.array(ireportRow),
});
export type IreportStats = z.infer<typeof ireportStats>;

/** Calls for figures of reports, with descriptions and schemas. */
export const ireportFigureCalls = {
  stats: endpoint(routes.stats, {
    summary: "Figures of a period against the previous one, and the newest reports",
    /** First and last Lagos day of the period; by default the last 30 days, at most 366. */
    input: z.strictObject({ from: day.optional(), to: day.optional() }),
    output: ireportStats,
  }),
};
