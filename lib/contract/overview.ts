import { z } from "zod";
import { FEATURES } from "./access";
import { day, declare, instant, noInput } from "./common";
import { overviewRoutes as routes } from "./overview.routes";
import { HOME_DAYS } from "./overview.values";

/** The days of Home: the last `days`, or from `from` to `to` (Lagos days, both included, at most 366). */
const periodInput = z.strictObject({
  days: z.enum(HOME_DAYS, `Use ${HOME_DAYS.join(", ")}.`).default("7"),
  from: day.optional(),
  to: day.optional(),
});

/** A period, and the equally long one before it. */
const comparedPeriod = { from: day, to: day, before_from: day, before_to: day };

const figure = z.object({
  id: z.string(),
  label: z.string(),
  value: z.number(),
  /** `percent` with one decimal. */
  unit: z.enum(["count", "kobo", "percent"]),
  /** The value of the period before; null for a figure of now. */
  before: z.number().nullable(),
  /** True if there are more than `value` (the cap of lists). */
  is_capped: z.boolean(),
  tone: z.enum(["neutral", "warning", "danger"]),
  note: z.string().nullable(),
  /** The list behind the figure, with the same filter; null for a sum without a list. */
  url: z.string().nullable(),
});
export type HomeFigure = z.infer<typeof figure>;

const workItem = z.object({
  /** Unique over all kinds. */
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  detail: z.string(),
  /** Since when it waits. */
  since: instant,
  /** The deadline, if it has one. */
  due_at: instant.nullable(),
  /** True if it can't be done after `due_at`; otherwise it is late then. */
  expires: z.boolean(),
  url: z.string(),
});
export type WorkItem = z.infer<typeof workItem>;

export const overview = {
  figures: declare(routes.figures, {
    summary: "Figures of every module that the caller may read, compared with the period before",
    input: periodInput,
    output: z.object({
      ...comparedPeriod,
      modules: z.array(z.object({ feature: z.enum(FEATURES), failed: z.boolean(), figures: z.array(figure) })),
    }),
  }),
  work: declare(routes.work, {
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
          /** The list of all of them. */
          url: z.string(),
        }),
      ),
      /** The oldest of all kinds, oldest first; at most five of one kind. */
      items: z.array(workItem),
    }),
  }),
};
