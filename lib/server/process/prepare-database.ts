import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { env } from "@/lib/env";
import { isConnectionLost, isDatabaseUnavailable } from "@/lib/server/api/errors";
import { log } from "@/lib/server/base/log";
import { setDatabaseFault } from "@/lib/server/db/availability";
import { describeDatabaseFault, probeDatabase } from "@/lib/server/db/probe";
import { SchemaError } from "@/lib/server/db/schema-version";
import { isPortOpeningDelayed } from "./http-activity.mjs";
import { exitAfterFailedStart } from "./refuse-start";
import { isProcessStopping } from "./stopping";

/** Maximum time in ms that requests wait for the start, for example during a long migration. Then they get a 503. */
const START_WAIT_MS = 5_000;
/** Longest time in ms that the port stays closed. Shorter than the minute of Kubernetes' startup probe in docs/operations.md. */
const CLOSED_PORT_MS = 30_000;
const FIRST_RETRY_MS = 250;
/** Longest pause between two attempts in ms, so that the server is ready soon after the database. */
const LAST_RETRY_MS = 2_000;
/** Number of attempts after which a fault that lasts is logged again: about every half minute. */
const ATTEMPTS_PER_LOG = 15;

/** Steps of the start before and after calls may use the database. */
export type DatabaseStartSteps = {
  /**
   * Migrates or checks the database before any API call uses it. An error ends the process, unless the database has become unreachable.
   * The step can't use `database()`, which is not ready yet.
   */
  beforeReady: (url: string) => Promise<void>;
  /** Runs once API calls are served. Runs again if the database becomes unreachable during the step. */
  afterReady: () => Promise<void>;
};

/**
 * Prepares the database, and retries until it can be reached. Until then `databaseFault()` returns the reason, and API calls get a 503.
 * @returns a promise that resolves when the database is ready or the first attempt has failed, at the latest after 5 s; after 30 s if the
 * server's port is not open yet, because then no request is waiting.
 */
export function prepareDatabase(url: string, steps: DatabaseStartSteps): Promise<void> {
  setDatabaseFault("The database is being prepared.");
  return new Promise((resolve, reject) => {
    setTimeout(resolve, isPortOpeningDelayed() ? CLOSED_PORT_MS : START_WAIT_MS).unref();
    retryUntilReady(url, steps, resolve).then(resolve, (error) => {
      setDatabaseFault("The start failed. The log has the reason.");
      if (!env().isOnVercel) exitAfterFailedStart(error);
      log.error({ err: error }, "the start failed");
      reject(error);
    });
  });
}

async function retryUntilReady(url: string, steps: DatabaseStartSteps, onFailure: () => void): Promise<void> {
  let lastReason: string | undefined;
  for (let failures = 0; !isProcessStopping(); failures++) {
    const failure = await prepareOnce(url, steps);
    if (!failure) {
      if (failures) log.info({ attempts: failures + 1 }, "the database is ready");
      return;
    }
    const reason = describeDatabaseFault(failure.error);
    setDatabaseFault(reason);
    if (reason !== lastReason || failures % ATTEMPTS_PER_LOG === 0)
      log.warn(
        { err: failure.error, reason, attempts: failures + 1 },
        "the database is not ready: trying again until it is",
      );
    lastReason = reason;
    onFailure();
    await delay(Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS));
  }
}

/**
 * Tries once to prepare the database. @returns an error that a retry may resolve; undefined if the database is ready @throws other errors
 */
async function prepareOnce(
  url: string,
  { beforeReady, afterReady }: DatabaseStartSteps,
): Promise<{ error: unknown } | undefined> {
  try {
    await probeDatabase(url, "select 1");
  } catch (error) {
    return { error };
  }
  try {
    await beforeReady(url);
    setDatabaseFault(undefined);
    await afterReady();
    return undefined;
  } catch (error) {
    if (!isRetryable(error)) throw error;
    return { error };
  }
}

/**
 * Returns true if a retry may succeed. A failed migration needs an operator, unless the connection broke. So after a failed migration,
 * other signs of an unavailable database, such as a full disk, do not count.
 */
const isRetryable = (error: unknown) =>
  error instanceof SchemaError ? isConnectionLost(error) : isDatabaseUnavailable(error);
