import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { log } from "@/lib/server/base/log";
import { database, type Transaction } from "@/lib/server/db/client";
import { hasAuditRows } from "./audit";
import { sealWaitingRows } from "./seal";

/** Delay in ms until the audit rows of a commit are added to the hash chain (sealed), so that one batch seals the rows of many writes. */
const SEAL_DELAY_MS = 50;

/** `next`: the requested sealing of audit rows that has not begun. `running`: the sealing in progress. */
type SealSchedule = { next: Promise<void> | null; running: Promise<void> | null };
// The schedule is stored on globalThis, because Next.js bundles instrumentation, pages and the API separately.
const globalState = globalThis as { crossRiverPaySealSchedule?: SealSchedule };

/** Lets this process add audit rows to the hash chain after its own commits. Tests don't call it: they seal rows when they need it. */
export function startSealingAuditRows(): void {
  globalState.crossRiverPaySealSchedule ??= { next: null, running: null };
}

/** Makes this process stop adding audit rows to the hash chain after its own commits. */
export function stopSealingAuditRows(): void {
  globalState.crossRiverPaySealSchedule = undefined;
}

/** Requests that a committed transaction's audit rows are added to the hash chain. Does not wait for it, and never throws. */
export function sealAfterCommit(tx: Transaction): void {
  const schedule = globalState.crossRiverPaySealSchedule;
  if (schedule && hasAuditRows(tx)) schedule.next ??= sealLater(schedule);
}

/** Returns a promise of the requested or running sealing of audit rows, so that a host that freezes the process afterwards can await it. */
export function pendingAuditSeal(): Promise<void> | null {
  const schedule = globalState.crossRiverPaySealSchedule;
  return schedule?.next ?? schedule?.running ?? null;
}

async function sealLater(schedule: SealSchedule): Promise<void> {
  await delay(SEAL_DELAY_MS, undefined, { ref: false });
  await schedule.running;
  schedule.next = null;
  if (globalState.crossRiverPaySealSchedule !== schedule) return;
  schedule.running = seal().finally(() => {
    schedule.running = null;
  });
  await schedule.running;
}

/** Adds waiting audit rows to the hash chain. Never throws: after an error, the rows keep waiting, and the timed task tries again. */
async function seal(): Promise<void> {
  try {
    await sealWaitingRows(database().db);
  } catch (error) {
    log.warn({ err: error }, "audit rows could not be sealed yet");
  }
}
