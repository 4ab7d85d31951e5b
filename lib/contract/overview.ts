import { z } from "zod";
import { day, declare } from "./common";
import { overviewRoutes as routes } from "./overview.routes";
import { HOME_DAYS } from "./overview.values";

const money = z.object({ volume: z.int(), succeeded: z.int(), failed: z.int() });

export const overview = {
  figures: declare(routes.figures, {
    summary: "Figures of the features that the caller may read",
    input: z.strictObject({ days: z.enum(HOME_DAYS, "Use 1, 7 or 30.").default("7") }),
    output: z.object({
      /** Omitted without read access to Transactions. Kobo of the last Lagos days, and of as many days before. */
      money: z
        .object({
          from: day,
          to: day,
          now: money,
          before: money,
          by_day: z.array(z.object({ day, volume: z.int(), count: z.int() })),
          by_type: z.array(z.object({ name: z.string(), volume: z.int(), count: z.int() })),
          /** Transactions without a result at the moment, whatever their date. */
          open: z.int(),
          open_is_capped: z.boolean(),
        })
        .optional(),
      /** Omitted without read access to System Wallet. Settlement float in kobo; `waiting` as on its account page. */
      wallet: z.object({ balance: z.int(), available: z.int(), waiting: z.int() }).optional(),
      /** Omitted without read access to KYC Management. */
      kyc: z
        .object({
          waiting: z.int(),
          late: z.int(),
          mine: z.int(),
          decided_today: z.int(),
          /** Requests submitted and decided on each of the last 14 Lagos days, oldest first. */
          days: z.array(z.object({ day: z.iso.date(), submitted: z.int(), decided: z.int() })),
        })
        .optional(),
      /** Omitted without read access to iReports. Only reports visible to the admin; `mine`: the admin's open ones. */
      ireports: z
        .object({
          open: z.int(),
          late: z.int(),
          unassigned: z.int(),
          mine: z.int(),
          mine_late: z.int(),
          /** Reports submitted on the last 7 Lagos days, and on the 7 days before. */
          new_7_days: z.int(),
          previous_7_days: z.int(),
        })
        .optional(),
      /** Omitted without read access to Promotions. Amounts in kobo. */
      promotions: z
        .object({
          active: z.int(),
          /** Promotions that were paused because the pool can't cover them. */
          out_of_pool: z.int(),
          given_30_days: z.int(),
          previous_30_days: z.int(),
        })
        .optional(),
      /** Omitted without read access to Grants. Numbers of applications, up to the cap of lists. */
      grants: z
        .object({
          /** Applications that the caller can still score. */
          to_review: z.int(),
          /** Shortlisted applications with both scores. */
          to_decide: z.int(),
          to_pay: z.int(),
          failed: z.int(),
        })
        .optional(),
      /** Omitted without read access to User Management. */
      users: z.object({ total: z.int(), new_30_days: z.int(), previous_30_days: z.int() }).optional(),
    }),
  }),
};
