import { z } from "zod";
import { declare, nothing } from "./common";
import { overviewRoutes as routes } from "./overview.routes";

export const overview = {
  figures: declare(routes.figures, {
    input: nothing,
    output: z.object({
      /** Absent without read access to KYC Management. */
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
      /** Absent without read access to User Management. */
      users: z.object({ total: z.int(), new_30_days: z.int(), previous_30_days: z.int() }).optional(),
    }),
  }),
};
