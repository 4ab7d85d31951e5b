import { z } from "zod";

/** Schema of the sample forms, loaded on submit as in the app. */
export const sampleCategory = z.object({
  name: z.string().min(1, "This can't be empty."),
  reason: z.string().optional(),
  icon: z.string().optional(),
});
