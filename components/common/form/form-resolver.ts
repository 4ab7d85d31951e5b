import { type FieldErrors, type FieldValues, type Resolver, set } from "react-hook-form";
import type { ZodType } from "zod";
import { loadSchema } from "@/lib/client/load-schema";

/** Loads the contract's schema of a call. The schema validates the form's values and returns the call's input. */
export type FormSchema<Input = unknown> = () => Promise<ZodType<Input>>;

/** Selects the values to submit, for forms that have more fields than the call accepts. */
export type SelectSubmittedValues = (formValues: FieldValues) => FieldValues;

const SCHEMA_UNAVAILABLE = "The form can't be checked right now. Check your connection and try again.";

/**
 * Creates a react-hook-form resolver that validates fields and fixed values against a schema loaded on first use.
 * @param valuesOf selects the values to submit
 */
export function schemaResolver<Input extends FieldValues>(
  load: FormSchema<Input>,
  fixedValues: Partial<Input> | undefined,
  valuesOf: SelectSubmittedValues = (formValues) => formValues,
): Resolver<Input, unknown, Input> {
  return async (values) => {
    const schema = await loadSchema(load).catch(() => null);
    if (!schema) return toErrors<Input>([{ path: ["root", "schema"], message: SCHEMA_UNAVAILABLE }]);
    const result = await schema.safeParseAsync(valuesOf({ ...values, ...fixedValues }));
    if (result.success) return { values: result.data, errors: {} };
    // Errors without a field are shown above the form.
    const issues = result.error.issues.map(({ path, message }) =>
      path.length === 0 || (fixedValues && String(path[0]) in fixedValues)
        ? { path: ["root", "schema"], message }
        : { path, message },
    );
    return toErrors<Input>(issues);
  };
}

/** Returns the first error of each field, in react-hook-form's format. */
function toErrors<Input extends FieldValues>(issues: readonly { path: readonly PropertyKey[]; message: string }[]) {
  const errors: FieldErrors<Input> = {};
  for (const { path, message } of [...issues].reverse())
    set(errors, path.map(String).join("."), { type: "schema", message });
  return { values: {}, errors };
}
