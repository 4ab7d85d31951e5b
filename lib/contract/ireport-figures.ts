import { z } from "zod";
import { day, declare } from "./common";
import { ireportRoutes as routes } from "./ireport.routes";
import { ireportRow } from "./ireport-row";
import { LGAS } from "./kyc.values";

const share = z.object({
  /** Reports that came in during the period, and in the period before it. */
  now: z.int(),
  before: z.int(),
  /** At this moment, whenever they came in. */
  open: z.int(),
  late: z.int(),
});
const ireportStats = z.object({
  from: day,
  to: day,
  submitted: z.object({ now: z.int(), before: z.int() }),
  resolved: z.object({ now: z.int(), before: z.int() }),
  reopened: z.object({ now: z.int(), before: z.int() }),
  /** Half of the reports that came to this point in the period took at most so long; null without any. */
  acknowledge_minutes: z.object({ now: z.int().nullable(), before: z.int().nullable() }),
  resolve_minutes: z.object({ now: z.int().nullable(), before: z.int().nullable() }),
  /** Average of stars given in the period. */
  rating: z.object({ now: z.number().nullable(), before: z.number().nullable(), count: z.int() }),
  /** At this moment. */
  open: z.int(),
  unassigned: z.int(),
  late: z.int(),
  escalated: z.int(),
  waiting_for_citizen: z.int(),
  by_category: z.array(share.extend({ id: z.string(), name: z.string() })),
  by_department: z.array(share.extend({ id: z.string().nullable(), name: z.string() })),
  by_lga: z.array(share.extend({ lga: z.enum(LGAS) })),
  by_day: z.array(z.object({ day, submitted: z.int(), resolved: z.int() })),
  /** Late reports that the department's lead was mailed about, and that are still late, oldest due first. */
  escalations: z.array(ireportRow),
});
export type IreportStats = z.infer<typeof ireportStats>;

export const ireportFigures = {
  stats: declare(routes.stats, {
    summary: "Figures of a period against the one before, and the newest reports",
    /** Lagos days; the last 30 unless told. At most 366. */
    input: z.strictObject({ from: day.optional(), to: day.optional() }),
    output: ireportStats,
  }),
};
