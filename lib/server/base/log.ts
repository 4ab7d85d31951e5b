import "server-only";
import { hostname } from "node:os";
import pino from "pino";
import { env } from "@/lib/env";
import { SettingsError } from "@/lib/settings/setting-faults";
import { currentLogContext } from "./log-context";
import { redactText } from "./redact.mjs";

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

/** Returns LOG_LEVEL, or "info" if any setting is invalid: an error thrown while this file loads would print a stack trace. */
function readLevel(): string {
  try {
    return env().logLevel;
  } catch (error) {
    if (error instanceof SettingsError) return "info";
    throw error;
  }
}

/** Logs JSON lines to standard output, without secrets and personal numbers. */
export const log = pino({
  level: readLevel(),
  // Identifies this process among several instances. In a container, the host name is the container's.
  base: { instance: `${hostname()}:${process.pid}` },
  mixin: () => ({ ...currentLogContext() }),
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
