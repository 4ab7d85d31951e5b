import "server-only";
import { SettingsError } from "@/lib/settings/setting-faults";

/**
 * Ends the process after a failed start with code 1, and prints a line for each reason on standard error. Without this, Next.js would keep
 * running and answer every request with 500.
 * @throws the error on Vercel, where a function must not end its process
 */
export function exitAfterFailedStart(error: unknown): never {
  if (process.env.VERCEL) throw error;
  const lines = error instanceof SettingsError ? error.faults : [startFault(error)];
  process.stderr.write(lines.map((line) => `${line.replaceAll(/\s*\n\s*/g, " ")}\n`).join(""));
  process.exit(1);
}

/** Returns the message of the first cause: for a failed query, the database's own message instead of the statement. */
function startFault(error: unknown): string {
  let cause = error;
  while (cause instanceof Error && cause.message.startsWith("Failed query") && cause.cause) cause = cause.cause;
  return `The start failed: ${cause instanceof Error ? cause.message : String(cause)}`;
}
