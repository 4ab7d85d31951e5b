import { z } from "zod";

/** Loaded by the sample forms when they are sent, as every form's schema is. */
export const sampleCategory = z.object({
  name: z.string().min(1, "This can't be empty."),
  reason: z.string().optional(),
});
