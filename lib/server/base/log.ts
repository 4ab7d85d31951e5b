import "server-only";
import pino from "pino";
import { env } from "@/lib/env";

const SECRET_KEYS = [
  "password",
  "token",
  "code",
  "reference",
  "setup_key",
  "authorization",
  "cookie",
  "device_token",
  "identity_number",
  "nin",
  "bvn",
  "email",
  "phone",
];

/** Eleven digits in a row are a NIN, a BVN or a phone number: none belongs in a log. */
export const maskNumbers = (text: string) => text.replace(/\d{11,}/g, (digits) => `…${digits.slice(-4)}`);

/** A failed query brings its values along: tokens, mails, whatever was to be stored. */
const withoutValues = (text: string) => text.replace(/^params: .*(?:\n(?! {4}at ).*)*/gm, "params: [left out]");
const harmless = (text: string) => maskNumbers(withoutValues(text));

/** JSON lines on standard output; secrets and personal numbers are left out. */
export const log = pino({
  level: env().logLevel,
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: { paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: "[left out]" },
  serializers: {
    err: (error: Error) => ({
      type: error.name,
      message: harmless(error.message),
      stack: error.stack && harmless(error.stack),
      cause: error.cause instanceof Error ? harmless(error.cause.message) : undefined,
    }),
  },
});
