import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { log } from "@/lib/server/base/log";
import { database, type Transaction } from "@/lib/server/db/client";
import { hasAuditRows } from "./audit";
import { sealWaitingRows } from "./seal";

/** Delay in ms between a commit and its seal, so that one batch seals the rows of many writes. */
const SEAL_DELAY_MS = 50;

/** `next`: the requested seal, until it begins. `running`: the newest one that began. */
type SealSchedule = { next: Promise<void> | null; running: Promise<void> };
// Stored on globalThis, because Next.js bundles instrumentation, pages and the API separately.
const globalState = globalThis as { crossRiverPaySealSchedule?: SealSchedule };

/** Lets this process seal rows after its own commits. Tests don't call it: they seal when they need it. */
export function startSealing(): void {
  globalState.crossRiverPaySealSchedule ??= { next: null, running: Promise.resolve() };
}

/** Stops what `startSealing` started. */
export function stopSealing(): void {
  globalState.crossRiverPaySealSchedule = undefined;
}

/** Requests the seal of a committed transaction's audit rows. Does not wait for it and never throws. */
export function sealAfterCommit(tx: Transaction): void {
  const schedule = globalState.crossRiverPaySealSchedule;
  if (schedule && hasAuditRows(tx)) schedule.next ??= sealLater(schedule);
}

/** Returns the requested seal, so that a host which freezes the process after a response can wait for it. */
export const pendingSeal = (): Promise<void> | null => globalState.crossRiverPaySealSchedule?.next ?? null;

async function sealLater(schedule: SealSchedule): Promise<void> {
  await delay(SEAL_DELAY_MS, undefined, { ref: false });
  await schedule.running;
  schedule.next = null;
  if (globalState.crossRiverPaySealSchedule !== schedule) return;
  // After an error, rows stay in the table of waiting rows: the timed task tries again.
  schedule.running = sealWaitingRows(database().db).then(
    () => {},
    (error) => log.warn({ err: error }, "audit rows could not be sealed yet"),
  );
  await schedule.running;
}
