import "server-only";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { env } from "@/lib/env";
import { tameOddMethods } from "@/lib/server/api/odd-methods";
import { servePages } from "@/lib/server/api/page-call";
import { startDueBroadcasts } from "@/lib/server/app-config/broadcast/start";
import { expireApprovals } from "@/lib/server/approvals/request";
import { forgetOldSignIns } from "@/lib/server/auth";
import { announceSetUp } from "@/lib/server/auth/set-up";
import { recordTurnedAway } from "@/lib/server/auth/turned-away";
import { log } from "@/lib/server/base/log";
import { connect, database } from "@/lib/server/db/client";
import { startEmbeddedPostgres } from "@/lib/server/db/embedded";
import { migrate } from "@/lib/server/db/migrate";
import { forgetOldPreviews } from "@/lib/server/entries/share";
import { sweepImages } from "@/lib/server/entries/sweep-images";
import { runCancellations } from "@/lib/server/event/cancellation-run";
import { expireOrders } from "@/lib/server/event/expire-orders";
import { forgetOldExports } from "@/lib/server/exports";
import { sweepFiles } from "@/lib/server/files/stored-files";
import { runPayouts } from "@/lib/server/grant/payout-run";
import { escalateLate } from "@/lib/server/ireport/escalate";
import { flagExpired } from "@/lib/server/kyc/flags";
import { deliverKind, OUTBOX_KINDS } from "@/lib/server/outbox/deliver";
import { runPromotionClock } from "@/lib/server/promotion/clock";
import { forgetOldDevices } from "@/lib/server/push/devices";
import { announceSecondKey } from "@/lib/server/rp/second-full";
import { foldDayTotals } from "@/lib/server/totals/day-totals";
import { reportPayments } from "@/lib/server/transaction/simulated-reports";
import { forgetOldUploads } from "@/lib/server/uploads/forget";
import { liftExpiredRestrictions } from "@/lib/server/user/expire";
import { drainOnSignal } from "./drain";
import { serveCompressed } from "./static-files";
import { isStopping } from "./stopping";

const RETRY_OUTBOX_MS = 15_000;
const ANNOUNCE_MS = 10_000;
const LIFT_MS = 60_000;
const SIMULATE_MS = 2_000;
const ACT_MS = 15_000;
const FOLD_MS = 30_000;
const EXPIRE_ORDERS_MS = 30_000;
const START_DUE_MS = 15_000;
const CANCEL_MS = 2_000;
const PROMOTIONS_MS = 15_000;
const PAY_GRANTS_MS = 2_000;
const CLEAN_UP_MS = 3_600_000;
const RECORD_WAITS_MS = 10_000;

/** Database up and migrated, demo data if `npm run launch` asked for it, timers running. */
export async function startServer(): Promise<void> {
  const settings = env();
  ignoreForgedAddresses(settings.trustedProxies);
  serveCompressed();
  tameOddMethods();
  servePages();
  drainOnSignal(settings.shutdownSeconds);
  if (settings.apiBaseUrl) return;
  process.env.DATABASE_URL = settings.databaseUrl ?? (await embedded(settings.dataDir));
  await migrate(process.env.DATABASE_URL);
  // Set by scripts/launch.mjs in this same process; no variable can make a production start load demo data.
  const isDemo = (globalThis as { __loadDemoData?: boolean }).__loadDemoData === true;
  if (isDemo) {
    const { loadDemoData } = await import("@/lib/server/db/seed/demo");
    const { db, pool } = connect(process.env.DATABASE_URL, 2, 0);
    await loadDemoData(db).finally(() => pool.end());
  }
  await announceSetUp(database().db);
  await announceSecondKey(database().db);
  for (const kind of OUTBOX_KINDS) every(RETRY_OUTBOX_MS, () => deliverKind(kind));
  every(ANNOUNCE_MS, () => announceSecondKey(database().db));
  every(LIFT_MS, () => liftExpiredRestrictions(database().db));
  every(LIFT_MS, () => expireApprovals(database().db));
  every(LIFT_MS, () => escalateLate(database().db));
  every(EXPIRE_ORDERS_MS, () => expireOrders(database().db));
  every(START_DUE_MS, () => startDueBroadcasts(database().db));
  every(CANCEL_MS, () => runCancellations(database().db));
  every(PROMOTIONS_MS, () => runPromotionClock(database().db));
  every(PAY_GRANTS_MS, () => runPayouts(database().db));
  every(FOLD_MS, () => foldDayTotals(database().db));
  every(CLEAN_UP_MS, () => forgetOldSignIns(database().db));
  every(RECORD_WAITS_MS, () => recordTurnedAway(database().db));
  every(CLEAN_UP_MS, () => forgetOldDevices(database().db));
  every(CLEAN_UP_MS, () => forgetOldExports(database().db));
  every(CLEAN_UP_MS, () => flagExpired());
  every(CLEAN_UP_MS, () => forgetOldUploads());
  every(CLEAN_UP_MS, () => sweepImages());
  every(CLEAN_UP_MS, () => forgetOldPreviews());
  if (settings.simulatedProvider ?? isDemo) every(SIMULATE_MS, () => reportPayments(database().db));
  if (settings.simulatedCitizens ?? isDemo) await simulateCitizens();
  if (settings.filesBucket) every(CLEAN_UP_MS, () => sweepFiles());
}

async function embedded(dataDir: string) {
  const { url } = await startEmbeddedPostgres({ dataDir, log: (message: string) => log.info(message) });
  return url;
}

/** A client can write any X-Forwarded-For it likes. Without a proxy it goes, and Next fills in the socket's address. */
function ignoreForgedAddresses(trustedProxies: number) {
  if (trustedProxies > 0) return;
  subscribe("http.server.request.start", (event) => {
    const { request } = event as { request: IncomingMessage };
    delete request.headers["x-forwarded-for"];
  });
}

/** Loaded only where they are on: what they say comes from the demo data. */
async function simulateCitizens() {
  const { actAsCitizens } = await import("@/lib/server/simulated-citizens/act");
  log.info("simulated citizens are on: what comes from the app “simulated-citizens” was done by no real person");
  every(ACT_MS, () => actAsCitizens(database().db));
}

/** Not again while the last run goes on, nor when the process is about to end. */
function every(ms: number, run: () => Promise<unknown>) {
  let busy = false;
  const tick = async () => {
    if (busy || isStopping()) return;
    busy = true;
    await run().catch((error) => log.warn({ err: error }, "a timed task failed"));
    busy = false;
  };
  setInterval(tick, ms).unref();
}
