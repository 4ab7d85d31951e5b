import "server-only";

// Stored on globalThis, because Next.js bundles instrumentation, pages and the API separately.
const globalState = globalThis as { crossRiverPayDatabaseFault?: string };

/**
 * Returns why the database can't be used yet after the start of this process; undefined once it can. The text contains no host or user
 * name.
 */
export const databaseFault = () => globalState.crossRiverPayDatabaseFault;

/** Sets why the database can't be used yet; undefined once it can. */
export function setDatabaseFault(reason: string | undefined): void {
  globalState.crossRiverPayDatabaseFault = reason;
}

/** Throws until the start has prepared the database. API calls convert the error to a 503. */
export function assertDatabaseReady(): void {
  const reason = databaseFault();
  // SQLSTATE of "unable to establish a connection" (lib/server/api/errors.ts).
  if (reason) throw Object.assign(new Error(reason), { code: "08001" });
}

/** Returns true if the socket of `DATABASE_URL` does not exist. Also checks the system call, because any missing file causes the code ENOENT. */
export const isMissingSocket = (error: Error): boolean =>
  "code" in error && error.code === "ENOENT" && "syscall" in error && error.syscall === "connect";
