import { z } from "zod";
import { FEATURES } from "./access";
import { day, endpoint, instant, noInput } from "./common";
import { overviewRoutes as routes } from "./overview.routes";
import { HOME_BLOCKS, HOME_CHARTS, HOME_PERIOD_DAYS } from "./overview.values";
import { TRANSACTION_TYPES } from "./transaction.values";

/** Input of the period that Home shows: the last `days`, or `from` to `to` (Lagos days, both included, at most 366). */
const periodInput = z.strictObject({
  days: z.enum(HOME_PERIOD_DAYS, `Use ${HOME_PERIOD_DAYS.join(", ")}.`).default("7"),
  from: day.optional(),
  to: day.optional(),
});

/** Days of a period, and of the equally long period before it. */
const comparedPeriod = { from: day, to: day, before_from: day, before_to: day };

const homeFigure = z.object({
  id: z.string(),
  label: z.string(),
  value: z.number(),
  /** Unit of `value`. Percentages have one decimal. */
  unit: z.enum(["count", "kobo", "percent"]),
  /** Value of the previous period; null if the figure has no period, or if one of the two counts is capped. */
  before: z.number().nullable(),
  /** True if the count is above `value`, the highest number that lists count to. */
  is_capped: z.boolean(),
  tone: z.enum(["neutral", "warning", "danger"]),
  note: z.string().nullable(),
  /** URL of the list of records that the figure counts; null for a sum without a list. */
  url: z.string().nullable(),
});
/** A figure on Home, with the value of the previous period. */
export type HomeFigure = z.infer<typeof homeFigure>;

const workItem = z.object({
  /** Id of the work item, unique over all kinds of work. */
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  detail: z.string(),
  /** Time since which the work item has been waiting. */
  since: instant,
  /** Deadline of the work item; null if it has none. */
  due_at: instant.nullable(),
  /** True if the work item can't be completed after `due_at`. Otherwise it can still be completed late. */
  expires: z.boolean(),
  url: z.string(),
});
/** A record on Home that waits for the admin. */
export type HomeWorkItem = z.infer<typeof workItem>;

const blockSetting = z.strictObject({
  block: z.enum(HOME_BLOCKS, "There is no block of this name."),
  hidden: z.boolean(),
});

const layout = z.object({
  /** The blocks that the caller may see, in their order. */
  blocks: z.array(blockSetting),
  /** True if the admin has not saved a layout of Home. The default order depends on the admin's rights. */
  is_default: z.boolean(),
  /** Version of the layout; 0 before the admin's first change. */
  version: z.int(),
});
/** Order and visibility of the blocks on the admin's Home. */
export type HomeLayout = z.infer<typeof layout>;
const layoutVersion = z.int("Version must be a whole number.").min(0).max(2_147_483_647);

const visit = {
  /** Start of the admin's previous visit to Home; null if there was none. */
  since: instant.nullable(),
  /** True if the client should now record this admin's visit to Home. */
  is_due: z.boolean(),
};

/** Calls of Home, with descriptions and schemas. */
export const overviewCalls = {
  figures: endpoint(routes.figures, {
    summary: "Figures of every module that the caller may read, compared with the period before",
    input: periodInput,
    output: z.object({
      ...comparedPeriod,
      modules: z.array(z.object({ feature: z.enum(FEATURES), failed: z.boolean(), figures: z.array(homeFigure) })),
    }),
  }),
  work: endpoint(routes.work, {
    summary: "What waits for the caller in every module: counts by kind, and the oldest items",
    input: noInput,
    output: z.object({
      kinds: z.array(
        z.object({
          kind: z.string(),
          label: z.string(),
          total: z.int(),
          total_is_capped: z.boolean(),
          /** True if the count could not be read in time. */
          failed: z.boolean(),
          /** URL of the list with all items of this kind. */
          url: z.string(),
        }),
      ),
      /** The oldest work items of all kinds, oldest first; at most five of each kind. */
      items: z.array(workItem),
    }),
  }),
  changes: endpoint(routes.changes, {
    summary: "What changed in every module that the caller may read since the caller's last visit",
    input: noInput,
    output: z.object({
      ...visit,
      lines: z.array(
        z.object({
          id: z.string(),
          /** Module whose records changed; null for the caller's own requests for approval. */
          feature: z.enum(FEATURES).nullable(),
          label: z.string(),
          count: z.int(),
          count_is_capped: z.boolean(),
          /** URL of the list of these changes since the day of the last visit; null if no list shows them. */
          url: z.string().nullable(),
        }),
      ),
      /** True if some of the changes could not be read in time. */
      failed: z.boolean(),
    }),
  }),
  recordVisit: endpoint(routes.recordVisit, {
    summary: "Record that the caller looks at Home. Within an hour it is the same visit",
    done: "Opened Home",
    input: noInput,
    output: z.object(visit),
  }),
  charts: endpoint(routes.charts, {
    summary: "Figures by day for the charts of Home, of the features that the caller may read",
    input: periodInput,
    output: z.object({
      ...comparedPeriod,
      /** Kobo of successful payments, by day and by type (in the order of `types`). Absent without read access to Transactions. */
      payments: z
        .object({
          types: z.array(z.enum(TRANSACTION_TYPES)),
          days: z.array(z.object({ day, volumes: z.array(z.int()) })),
        })
        .optional(),
      /** Absent without read access to KYC Management. */
      kyc: z.array(z.object({ day, received: z.int(), decided: z.int() })).optional(),
      /** Reports that the caller may see. `closed`: resolved, rejected or duplicates. Absent without read access to iReports. */
      ireports: z.array(z.object({ day, opened: z.int(), closed: z.int() })).optional(),
      /** Charts that could not be read in time, and so are absent. */
      failed: z.array(z.enum(HOME_CHARTS)),
    }),
  }),
  layout: endpoint(routes.layout, {
    summary: "The caller's arrangement of Home",
    input: noInput,
    output: layout,
  }),
  saveLayout: endpoint(routes.saveLayout, {
    summary: "Change the order of the blocks of Home, and hide some",
    done: "Arranged Home",
    input: z.strictObject({
      version: layoutVersion,
      blocks: z
        .array(blockSetting)
        .min(1, "Name at least one block.")
        .max(HOME_BLOCKS.length, `Use at most ${HOME_BLOCKS.length} blocks.`)
        .refine((places) => new Set(places.map(({ block }) => block)).size === places.length, "Name each block once."),
    }),
    output: layout,
  }),
  resetLayout: endpoint(routes.resetLayout, {
    summary: "Return to the arrangement that follows from the caller's rights",
    done: "Reset the arrangement of Home",
    input: z.strictObject({ version: layoutVersion }),
    output: layout,
  }),
};
