import { ApiError, messageOf } from "@/lib/client/api-error";

/** Error of a form, ready to be displayed. */
export type Problem = {
  /** Shown above the form; undefined if the field errors are complete. */
  message?: string;
  fields: { name: string; message: string }[];
  /** Seconds until a retry is allowed. */
  retryAfter?: number;
  /** Timestamp in ms that distinguishes two equal problems. */
  at: number;
};

/** Assigns errors to the form's own fields where possible. All other errors are shown above the form. */
export function problemOf(error: unknown, names: readonly string[]): Problem {
  const at = Date.now();
  if (!(error instanceof ApiError)) return { message: messageOf(error), fields: [], at };
  const all = Object.entries(error.fields ?? {}).map(([name, message]) => ({ name, message }));
  const fields = all.filter(({ name }) => names.includes(name));
  const shownInFull = all.length > 0 && fields.length === all.length;
  return { message: shownInFull ? undefined : error.message, fields, retryAfter: error.retryAfter, at };
}
