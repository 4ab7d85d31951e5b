import "server-only";
import path from "node:path";
import { SettingsError } from "@/lib/settings/setting-faults";

/** Prints a line on standard output. */
export const printLine = (message: string) => process.stdout.write(`${message}\n`);

/**
 * Returns the absolute path of a file or folder from the command line. npm changes the current folder; INIT_CWD is where the user ran npm.
 */
export const resolveFolder = (typed: string) => path.resolve(process.env.INIT_CWD ?? ".", typed);

/** Formats the time since `since` (ms), such as `1.5 s`. */
export const formatSecondsSince = (since: number) => `${((Date.now() - since) / 1_000).toFixed(1)} s`;

/**
 * Runs a command of package.json. After an error, prints the error on standard error and exits with 1. Prints a wrong setting in the same
 * form as the server does at its start.
 * @param run returns false if the command failed and has printed the reason
 */
export function runCommand(run: () => Promise<boolean | undefined>): void {
  run().then(
    (isSuccessful) => {
      process.exitCode = isSuccessful === false ? 1 : 0;
    },
    (error: unknown) => {
      process.stderr.write(describeFailure(error));
      process.exitCode = 1;
    },
  );
}

/** Returns the lines for an error: a bug in the program with its stack, any other error as its message alone. */
export function describeFailure(error: unknown): string {
  if (error instanceof SettingsError) return error.faults.map((fault) => `${fault}\n`).join("");
  const isFaultOfProgram = [TypeError, ReferenceError, RangeError].some((kind) => error instanceof kind);
  const isUsageError = error instanceof TypeError && "code" in error;
  if (isFaultOfProgram && !isUsageError) return `${(error as Error).stack}\n`;
  return `${toOneLine(error)}\n`;
}

/**
 * Returns an error's message in one line. For a failed query, returns the database's own message, because the query may contain personal
 * data. If an error combines several errors, such as refused connections to several addresses, returns the message of the first error.
 */
export function toOneLine(error: unknown): string {
  let cause = error;
  while (cause instanceof Error && cause.message.startsWith("Failed query") && cause.cause) cause = cause.cause;
  const first = cause instanceof AggregateError ? cause.errors[0] : cause;
  return (first instanceof Error ? first.message : String(first)).replace(/\s+/g, " ");
}
