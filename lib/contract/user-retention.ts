import { z } from "zod";
import { pendingApproval } from "./approvals";
import { endpoint, instant, noInput, text, version } from "./common";
import { userRoutes as routes } from "./user.routes";
import { USER_REASON_MAX } from "./user.values";
import { ERASURE_OBSTACLES, MAX_RETENTION_DAYS, RETENTION_PERIODS, RETENTION_RULES } from "./user-data.values";

const rule = z.enum(RETENTION_RULES, "Choose what is removed.");
const reason = text(USER_REASON_MAX, 5);

/** Input that changes a retention period. The API refuses a period below the minimum of its rule. */
export const retentionChange = z
  .strictObject({
    rule,
    version,
    days: z.coerce
      .number<unknown>("Enter the period in days.")
      .int("Enter whole days.")
      .max(MAX_RETENTION_DAYS, `Enter at most ${MAX_RETENTION_DAYS.toLocaleString("en")} days.`),
    reason,
  })
  .superRefine((input, context) => {
    const minimum = RETENTION_PERIODS[input.rule].minimum_days;
    if (input.days < minimum)
      context.addIssue({ code: "custom", path: ["days"], message: `Enter at least ${minimum} days.` });
  });

/** Input that requests the removal of all data older than its retention period. */
export const retentionRun = z.strictObject({
  rules: z.array(rule).min(1, "Choose at least one.").max(RETENTION_RULES.length),
  reason,
});

const periods = z.array(
  z.object({
    rule: z.enum(RETENTION_RULES),
    days: z.int(),
    default_days: z.int(),
    minimum_days: z.int(),
    /** Version of the retention period; 1 while the default applies. */
    version: z.int(),
  }),
);

/** Progress of a removal of old data, for one rule. `found`: number of rows to remove, counted when the removal was approved. */
const runStep = z.object({ rule: z.enum(RETENTION_RULES), before: instant, found: z.int(), removed: z.int() });

const retention = z.object({
  periods,
  awaiting: pendingApproval.extend({ reason: z.string() }).nullable(),
  /** Removals of old data, newest first, at most ten. */
  runs: z.array(
    z.object({ id: z.string(), approved_at: instant, finished_at: instant.nullable(), steps: z.array(runStep) }),
  ),
});
/** Retention periods, and the latest removals of old data. */
export type Retention = z.infer<typeof retention>;

const dryRun = z.object({
  rules: z.array(
    z.object({
      rule: z.enum(RETENTION_RULES),
      /** Rows and files older than this time would be removed. */
      before: instant,
      count: z.int(),
      /** True if more rows exist than were counted. */
      is_capped: z.boolean(),
    }),
  ),
  /** Closed accounts whose identity data is past its period but is not removed, with the reasons. */
  left_out: z.object({
    items: z.array(z.object({ id: z.string(), name: z.string(), reasons: z.array(z.enum(ERASURE_OBSTACLES)) })),
    /** True if more accounts exist than are listed. */
    is_capped: z.boolean(),
  }),
});
/** How much data each rule would remove now. */
export type RetentionDryRun = z.infer<typeof dryRun>;

/** Calls for retention periods and removals of old data. */
export const retentionCalls = {
  retention: endpoint(routes.retention, {
    summary: "How long data of citizens is kept, and the removals of old data",
    input: noInput,
    output: retention,
  }),
  retentionDryRun: endpoint(routes.retentionDryRun, {
    summary: "Count the data of citizens that is older than its period, without removing it",
    input: noInput,
    output: dryRun,
  }),
  changeRetention: endpoint(routes.changeRetention, {
    summary: "Change how long data of citizens is kept",
    done: "Changed how long data is kept",
    input: retentionChange,
    output: retention,
  }),
  runRetention: endpoint(routes.runRetention, {
    summary: "Request the removal of data of citizens that is older than its period",
    done: "Requested the removal of old data",
    input: retentionRun,
    output: retention,
  }),
};
