import { z } from "zod";
import { adminRef, instant, version } from "./common";
import { IREPORT_ICONS, IREPORT_PRIORITIES, IREPORT_STATES } from "./ireport.values";
import { LGAS } from "./lgas.values";

/** A report as a row of the list. */
export const ireportRow = z.object({
  id: z.string(),
  /** Report number: `IR-000301`. */
  number: z.string(),
  title: z.string(),
  category: z.object({ id: z.string(), name: z.string(), icon: z.enum(IREPORT_ICONS), private: z.boolean() }),
  department: z.string().nullable(),
  lga: z.enum(LGAS),
  priority: z.enum(IREPORT_PRIORITIES),
  state: z.enum(IREPORT_STATES),
  owner: adminRef.nullable(),
  submitted_at: instant,
  /** Time at which the report entered its current state. Waiting for the citizen does not change this time. */
  state_since: instant,
  /** Deadline of the report, and of its current state (null once closed). Pauses postpone both. */
  due_at: instant,
  state_due_at: instant.nullable(),
  /** Time since which both deadlines are paused: by a question to the citizen, or by the closing of the report. */
  stopped_at: instant.nullable(),
  escalated_at: instant.nullable(),
  photos: z.int(),
  reopened: z.int(),
  version,
});
export type IreportRow = z.infer<typeof ireportRow>;
