import { z } from "zod";
import { day, declare, id, instant, listInput, listOf, personRef, text } from "./common";
import { systemLogsRoutes as routes } from "./system-logs.routes";

/** Field by field, before and after; secrets never get this far. */
const change = z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() });

/** What happened to a record, for its own page. */
export const timelineEntry = z.object({
  id: z.string(),
  at: instant,
  /** null: the citizen or the system itself. */
  by: personRef.nullable(),
  action: z.string(),
  outcome: z.enum(["done", "refused"]),
  changes: z.array(change),
});
export type TimelineEntry = z.infer<typeof timelineEntry>;

const auditTrailRow = z.object({
  id: z.string(),
  at: instant,
  admin: personRef.nullable(),
  action: z.string(),
  record: z.object({ type: z.string(), id: z.string(), name: z.string() }).nullable(),
  address: z.string(),
  outcome: z.enum(["done", "refused"]),
});
export type AuditTrailRow = z.infer<typeof auditTrailRow>;

export const systemLogs = {
  auditTrails: declare(routes.auditTrails, {
    input: listInput(
      {
        admin: id.optional(),
        action: text(80).optional(),
        outcome: z.enum(["done", "refused"]).optional(),
        from: day.optional(),
        to: day.optional(),
      },
      ["at"],
    ),
    output: listOf(auditTrailRow),
  }),
  auditTrail: declare(routes.auditTrail, {
    input: z.strictObject({ auditTrailId: z.string().regex(/^\d{1,18}$/, "This is not a valid id.") }),
    output: auditTrailRow.extend({
      device: z.string(),
      request_id: z.string(),
      refusal: z.string().nullable(),
      changes: z.array(change),
      hash: z.string(),
      previous_hash: z.string(),
    }),
  }),
};
