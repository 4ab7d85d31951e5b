/** Query parameters of a mailed link (specification section 3). A valid link contains each of the two exactly once. */
export type MailedLink = { reference: string; email: string };

type SearchParams = Record<string, string | string[] | undefined>;

/** Parses the query parameters of a mailed link. Returns null if a parameter is missing or repeated. */
export function parseMailedLink({ reference, email }: SearchParams): MailedLink | null {
  if (typeof reference !== "string" || typeof email !== "string" || !reference || !email) return null;
  return { reference, email };
}
