import "server-only";
import path from "node:path";

export const printLine = (message: string) => process.stdout.write(`${message}\n`);

/** Returns a folder's path as the operator named it: npm runs the script in the project, INIT_CWD is the caller's folder. */
export const resolveFolder = (named: string) => path.resolve(process.env.INIT_CWD ?? ".", named);

export const seconds = (since: number) => `${((Date.now() - since) / 1_000).toFixed(1)} s`;

/** Runs a command. Prints an error as one line, and exits with 1 then. @param run returns true if the command succeeded */
export function runCommand(run: () => Promise<boolean>): void {
  run().then(
    (isSuccessful) => {
      process.exitCode = isSuccessful ? 0 : 1;
    },
    (error: unknown) => {
      process.stderr.write(`${oneLine(error)}\n`);
      process.exitCode = 1;
    },
  );
}

/** Returns an error's message in one line. A refused connection to several addresses has one error for each. */
export function oneLine(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return (first instanceof Error ? first.message : String(first)).replace(/\s+/g, " ");
}
