import { ApiError, errorMessageOf } from "@/lib/client/api-error";

/** Error of a form, ready to be displayed. */
export type FormProblem = {
  /** Text above the form; undefined if all errors are shown at fields. */
  message?: string;
  fields: { name: string; message: string }[];
  /** Seconds until the form may be submitted again. */
  retryAfter?: number;
  /** Time of the error in ms, which distinguishes the same error of two submits. */
  at: number;
};

/** Converts an error to messages at the form's own fields where possible, and to one message above the form otherwise. */
export function formProblemOf(error: unknown, names: readonly string[]): FormProblem {
  const at = Date.now();
  if (!(error instanceof ApiError)) return { message: errorMessageOf(error), fields: [], at };
  const fieldErrors = Object.entries(error.fields ?? {}).map(([name, message]) => ({ name, message }));
  const fields = fieldErrors.filter(({ name }) => names.includes(name));
  const areAllOnFields = fieldErrors.length > 0 && fields.length === fieldErrors.length;
  return { message: areAllOnFields ? undefined : error.message, fields, retryAfter: error.retryAfter, at };
}
