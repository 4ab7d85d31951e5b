import { z } from "zod";
import { adminRef, instant, version } from "./common";
import { IREPORT_ICONS, IREPORT_PRIORITIES, IREPORT_STATES } from "./ireport.values";
import { LGAS } from "./kyc.values";

export const ireportRow = z.object({
  id: z.string(),
  /** `IR-000301`. */
  number: z.string(),
  title: z.string(),
  category: z.object({ id: z.string(), name: z.string(), icon: z.enum(IREPORT_ICONS), private: z.boolean() }),
  department: z.string().nullable(),
  lga: z.enum(LGAS),
  priority: z.enum(IREPORT_PRIORITIES),
  state: z.enum(IREPORT_STATES),
  owner: adminRef.nullable(),
  submitted_at: instant,
  /** Since when it is in its state; waiting for the citizen does not begin another one. */
  state_since: instant,
  /** Clock of the whole report and of its state, moved on by what was paused; the latter null once it is closed. */
  due_at: instant,
  state_due_at: instant.nullable(),
  /** Since when both clocks stand still: the citizen is asked, or it is closed. */
  stopped_at: instant.nullable(),
  escalated_at: instant.nullable(),
  photos: z.int(),
  reopened: z.int(),
  version,
});
export type IreportRow = z.infer<typeof ireportRow>;
