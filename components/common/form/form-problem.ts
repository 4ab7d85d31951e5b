import { ApiError, messageOf } from "@/lib/client/api-error";

/** What went wrong with a form, ready to be shown. */
export type Problem = {
  /** Above the form; absent when the fields say it all. */
  message?: string;
  fields: { name: string; message: string }[];
  /** Seconds. */
  retryAfter?: number;
  /** Tells two equal problems apart. */
  at: number;
};

/** Complaints about fields that the form has go there; everything else goes above the form. */
export function problemOf(error: unknown, names: readonly string[]): Problem {
  const at = Date.now();
  if (!(error instanceof ApiError)) return { message: messageOf(error), fields: [], at };
  const all = Object.entries(error.fields ?? {}).map(([name, message]) => ({ name, message }));
  const fields = all.filter(({ name }) => names.includes(name));
  const shownInFull = all.length > 0 && fields.length === all.length;
  return { message: shownInFull ? undefined : error.message, fields, retryAfter: error.retryAfter, at };
}
