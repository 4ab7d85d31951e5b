import { z } from "zod";
import { describeInvisible, trimPasted } from "./pasted-text";

/** Treats an empty variable as unset, because deployment forms leave empty values. Ignores pasted spaces around a value. */
export const optionalVariable = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value, context) => {
    const text = typeof value === "string" ? trimPasted(value) : value;
    const fault = typeof text === "string" && describeInvisible(text);
    if (fault) context.addIssue(fault);
    return text === "" ? undefined : text;
  }, schema.optional());

/** Schema of a secret from which keys are derived. Spaces around it count, because trimming would change these keys. */
export const optionalKeyMaterial = z.preprocess(
  (value) => (value === "" ? undefined : value),
  z
    .string()
    .refine((text) => trimPasted(text).length >= 32, "must have at least 32 characters")
    .optional(),
);
