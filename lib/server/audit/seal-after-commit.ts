import "server-only";
import { log } from "@/lib/server/base/log";
import { type Database, database, type Transaction } from "@/lib/server/db/client";
import { hasAuditRows } from "./audit";
import { sealWaitingRows } from "./seal";

/** Delay in ms between a commit and its seal, so that one batch seals the rows of many writes. */
const SEAL_DELAY_MS = 50;

type SealSchedule = { timer: NodeJS.Timeout | null; isSealing: boolean; isRequested: boolean };
// Stored on globalThis, because Next.js bundles instrumentation, pages and the API separately.
const globalState = globalThis as { crossRiverPaySealSchedule?: SealSchedule };

/** Lets this process seal rows after its own commits. Tests don't call it: they seal when they need it. */
export function startSealing(): void {
  globalState.crossRiverPaySealSchedule ??= { timer: null, isSealing: false, isRequested: false };
}

/** Stops what `startSealing` started. */
export function stopSealing(): void {
  clearTimeout(globalState.crossRiverPaySealSchedule?.timer ?? undefined);
  globalState.crossRiverPaySealSchedule = undefined;
}

/** Requests the seal of a committed transaction's audit rows. Does not wait for it and never throws. */
export function sealAfterCommit(tx: Transaction): void {
  const schedule = globalState.crossRiverPaySealSchedule;
  if (schedule && hasAuditRows(tx)) requestSeal(schedule);
}

function requestSeal(schedule: SealSchedule): void {
  if (schedule.isSealing) {
    schedule.isRequested = true;
    return;
  }
  schedule.timer ??= setTimeout(() => seal(schedule, database().db), SEAL_DELAY_MS).unref();
}

async function seal(schedule: SealSchedule, db: Database): Promise<void> {
  schedule.timer = null;
  schedule.isSealing = true;
  schedule.isRequested = false;
  // Rows stay in the table of waiting rows: the timed task tries again.
  await sealWaitingRows(db).catch((error) => log.warn({ err: error }, "audit rows could not be sealed yet"));
  schedule.isSealing = false;
  if (schedule.isRequested) requestSeal(schedule);
}
