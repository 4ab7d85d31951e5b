/** What the link of a mail carries (specification section 3): both, once each, or it is no such link. */
export type MailedLink = { reference: string; email: string };

type Query = Record<string, string | string[] | undefined>;

export function asMailedLink({ reference, email }: Query): MailedLink | null {
  if (typeof reference !== "string" || typeof email !== "string" || !reference || !email) return null;
  return { reference, email };
}
