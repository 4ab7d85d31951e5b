import { z } from "zod";
import { isPostgresUrl } from "./postgres-url";

/** Parses a URL; returns null for invalid text. */
const parseUrl = (text: string) => (URL.canParse(text) ? new URL(text) : null);

/** Builds a schema from a rule that returns the fault as the end of a sentence. Rules never quote the value. */
const checkedText = (faultOf: (text: string) => string | undefined) =>
  z.string().superRefine((text, context) => {
    const fault = faultOf(text);
    if (fault) context.addIssue(fault);
  });

/** URL of a PostgreSQL server, including `postgres://user:password@/name?host=/folder-of-the-socket`. */
export const postgresUrl = checkedText((text) => {
  if (!/^postgres(ql)?:\/\//.test(text)) return "must be a postgres:// address";
  if (/\s/.test(text)) return "must be a postgres:// address without spaces; write a space as %20";
  if (!isPostgresUrl(text))
    return "is no address that can be read: in user and password, write @ as %40, # as %23, / as %2F and % as %25";
  return undefined;
});

/** http(s) URL without anything after host and port. */
export const originUrl = checkedText((text) => {
  const url = parseUrl(text);
  if (!url || !/^https?:$/.test(url.protocol)) return "must be an http:// or https:// address";
  if (url.username || url.password) return "must not contain a user or password";
  if (url.pathname !== "/" || url.search || url.hash) return "must end after the host and port, without a path";
  return undefined;
}).transform((text) => new URL(text).origin);

/** URL of a bucket: host and name, `https://host/bucket`. */
export const bucketUrl = checkedText((text) => {
  const url = parseUrl(text);
  if (!url || !/^https?:$/.test(url.protocol)) return "must be the http:// or https:// address of a bucket";
  if (url.username || url.password || url.search || url.hash)
    return "must contain only host and bucket, no user, password or parameters";
  if (url.pathname.replaceAll("/", "") === "") return "must name the bucket after the host";
  return undefined;
});

/** URL of the mail server, `smtp://` or `smtps://`. */
export const smtpUrl = checkedText((text) => {
  const url = parseUrl(text);
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname) return "must be an smtp:// or smtps:// address";
  return undefined;
});

/** Matches an email address, or a display name with an address in angle brackets. */
const SENDER = /^(?:[^\s@<>,;]+@[^\s@<>,;]+|[^<>@\p{Cc}]*<[^\s@<>,;]+@[^\s@<>,;]+>)$/u;
/** Sender of mails: an address, optionally with a display name. */
export const mailSender = checkedText((text) =>
  SENDER.test(text) ? undefined : "must be one email address, or a name with the address in < >",
);

/** Any URL with http or https. */
export const httpUrl = checkedText((text) => {
  const url = parseUrl(text);
  return url && /^https?:$/.test(url.protocol) ? undefined : "must be an http:// or https:// address";
});

/** Secrets separated by commas; a comma inside a secret is written as %2C. Errors never quote a secret. */
export const previousSecrets = z
  .string()
  .transform((list) => list.split(",").map((secret) => secret.trim().replaceAll("%2C", ",")))
  .refine(
    (secrets) => secrets.every((secret) => secret.length >= 32),
    "must be secrets of at least 32 characters with commas between them; a comma inside a secret is written as %2C",
  );

/** A secret key of Paystack. Errors never quote it. */
export const paystackKey = checkedText((text) =>
  /^sk_(test|live)_\w{20,100}$/.test(text)
    ? undefined
    : "must be a secret key of Paystack, which begins with sk_test_ or sk_live_",
);

/**
 * Returns the current key of Paystack, and the previous one if both are test keys or both are live keys. With a test key
 * as the previous key, a payment by a test card would credit a real wallet.
 */
export function keysOfSameMode(current: string | undefined, previous: string | undefined): string[] {
  const keys = [current, previous].flatMap((key) => key ?? []);
  return keys.filter((key) => key.slice(0, 8) === keys[0]?.slice(0, 8));
}

/** Domains separated by commas, in lower case. */
export const mailDomains = z
  .string()
  .transform((list) => list.split(",").map((domain) => domain.trim().toLowerCase().replace(/^@/, "")))
  .refine(
    (domainList) => domainList.every((domain) => /^([a-z0-9-]+\.)+[a-z]{2,}$/.test(domain)),
    "must be domains with commas between them, such as crossriver.gov.ng,partner.example",
  );
