import { type FieldErrors, type FieldValues, type Resolver, set } from "react-hook-form";
import type { ZodType } from "zod";

/** The contract's schema of the call. Its output is what the call takes; what fields hold it has to look at. */
export type FormSchema<Input = unknown> = () => Promise<ZodType<Input>>;

/** What is sent of what fields and fixed values hold, where that is more than the call takes. */
export type ValuesOf = (held: FieldValues) => FieldValues;

const UNAVAILABLE = "The form can't be checked right now. Check your connection and try again.";

/**
 * Checks fields and fixed values together against a schema that is fetched when it is first needed.
 * @param valuesOf what is sent of what the fields hold
 */
export function schemaResolver<Input extends FieldValues>(
  load: FormSchema<Input>,
  fixed: Partial<Input> | undefined,
  valuesOf: ValuesOf = (held) => held,
): Resolver<Input, unknown, Input> {
  return async (values) => {
    const schema = await prepared(load).catch(() => null);
    if (!schema) return failed<Input>([{ path: ["root", "schema"], message: UNAVAILABLE }]);
    const result = await schema.safeParseAsync(valuesOf({ ...values, ...fixed }));
    if (result.success) return { values: result.data, errors: {} };
    // What no field shows is said above the form.
    const issues = result.error.issues.map(({ path, message }) =>
      path.length === 0 || (fixed && String(path[0]) in fixed)
        ? { path: ["root", "schema"], message }
        : { path, message },
    );
    return failed<Input>(issues);
  };
}

/** zod first, so that it is set up before the schema is made. */
export const prepared = async <T>(load: () => Promise<T>): Promise<T> => {
  await import("@/lib/client/zod-setup");
  return load();
};

/** The first complaint about each field, in the shape that react-hook-form keeps errors in. */
function failed<Input extends FieldValues>(issues: readonly { path: readonly PropertyKey[]; message: string }[]) {
  const errors: FieldErrors<Input> = {};
  for (const { path, message } of [...issues].reverse())
    set(errors, path.map(String).join("."), { type: "schema", message });
  return { values: {}, errors };
}
