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

/** Masks 11 or more digits in a row, such as a NIN, BVN or phone number, for the log. */
export const maskNumbers = (text: string) => text.replace(/\d{11,}/g, (digits) => `…${digits.slice(-4)}`);

/** Removes the parameters from a failed query's error, because they may contain tokens, mails or personal data. */
const withoutParams = (text: string) => text.replace(/^params: .*(?:\n(?! {4}at ).*)*/gm, "params: [left out]");
const redactText = (text: string) => maskNumbers(withoutParams(text));

/** Logs JSON lines to standard output, without secrets and personal numbers. */
export const log = pino({
  level: env().logLevel,
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: { paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: "[left out]" },
  serializers: {
    err: (error: Error) => ({
      type: error.name,
      message: redactText(error.message),
      stack: error.stack && redactText(error.stack),
      cause: error.cause instanceof Error ? redactText(error.cause.message) : undefined,
    }),
  },
});
