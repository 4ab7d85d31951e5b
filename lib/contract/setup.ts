import { z } from "zod";
import { adminRef, endpoint, noInput } from "./common";
import { setupRoutes as routes } from "./setup.routes";
import { SETUP_STEPS, STARTER_ITEM_STATES, STARTER_SETS } from "./setup.values";

/** Time and admin of loading a starter set; null if not loaded yet. */
const starterSetLoading = z.object({ at: z.string(), by: adminRef }).nullable();

const checklist = z.object({
  is_dismissed: z.boolean(),
  /** Setup steps with their status; empty if the checklist is dismissed. */
  steps: z.array(
    z.object({
      step: z.enum(SETUP_STEPS),
      is_done: z.boolean(),
      /** Status of the step as a sentence; null if `is_done` is self-explanatory. */
      note: z.string().nullable(),
    }),
  ),
  starter_sets: z.array(z.object({ starter_set: z.enum(STARTER_SETS), loaded: starterSetLoading })),
});

const starterSet = z.object({
  starter_set: z.enum(STARTER_SETS),
  loaded: starterSetLoading,
  /** Records of the set, in the order in which they are added. `note`: what is added, or why the record is left out. */
  items: z.array(z.object({ name: z.string(), note: z.string(), state: z.enum(STARTER_ITEM_STATES) })),
});
export type StarterSetPreview = z.infer<typeof starterSet>;

const starterSetInput = z.strictObject({ starterSet: z.enum(STARTER_SETS, "There is no starter set of this name.") });

/** Calls of the setup checklist and starter sets, with descriptions and schemas. */
export const setupCalls = {
  checklist: endpoint(routes.checklist, {
    summary: "Setup tasks that are still open, and the starter sets",
    input: noInput,
    output: checklist,
  }),
  dismiss: endpoint(routes.dismiss, {
    summary: "Hide the setup checklist from Home, or show it again",
    done: "Changed whether Home shows the setup checklist",
    input: z.strictObject({ is_dismissed: z.boolean() }),
    output: checklist,
  }),
  confirmBackup: endpoint(routes.confirmBackup, {
    summary: "Record that a backup was restored and checked",
    done: "Confirmed a restored backup",
    input: noInput,
    output: checklist,
  }),
  starterSet: endpoint(routes.starterSet, {
    summary: "Preview of a starter set",
    input: starterSetInput,
    output: starterSet,
  }),
  loadStarterSet: endpoint(routes.loadStarterSet, {
    summary: "Add the records of a starter set that are missing, once",
    done: "Loaded a starter set",
    input: starterSetInput,
    output: starterSet.extend({ added: z.int() }),
  }),
};
