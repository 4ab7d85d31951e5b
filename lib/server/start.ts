import "server-only";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { env } from "@/lib/env";
import { startDueBroadcasts } from "./app-config/broadcast/start";
import { expireApprovals } from "./approvals/request";
import { forgetOldSignIns } from "./auth";
import { announceSetUp } from "./auth/set-up";
import { recordTurnedAway } from "./auth/turned-away";
import { foldDayTotals } from "./day-totals";
import { connect, database } from "./db/client";
import { startEmbeddedPostgres } from "./db/embedded";
import { migrate } from "./db/migrate";
import { drainOnSignal } from "./drain";
import { forgetOldPreviews } from "./entries/share";
import { sweepImages } from "./entries/sweep-images";
import { runCancellations } from "./event/cancellation-run";
import { expireOrders } from "./event/expire-orders";
import { forgetOldExports } from "./exports";
import { sweepFiles } from "./files";
import { runPayouts } from "./grant/payout-run";
import { escalateLate } from "./ireport/escalate";
import { flagExpired } from "./kyc/flags";
import { log } from "./log";
import { deliverKind, OUTBOX_KINDS } from "./mail/outbox";
import { tameOddMethods } from "./odd-methods";
import { servePages } from "./page-call";
import { runPromotionClock } from "./promotion/clock";
import { forgetOldDevices } from "./push/devices";
import { announceSecondKey } from "./rp/second-full";
import { isStopping } from "./stopping";
import { reportPayments } from "./transaction/simulated-reports";
import { forgetOldUploads } from "./uploads/forget";
import { liftExpiredRestrictions } from "./user/expire";

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
  tameOddMethods();
  servePages();
  drainOnSignal(settings.shutdownSeconds);
  if (settings.apiBaseUrl) return;
  process.env.DATABASE_URL = settings.databaseUrl ?? (await embedded(settings.dataDir));
  await migrate(process.env.DATABASE_URL);
  // Set by scripts/launch.mjs in this same process; no variable can make a production start load demo data.
  const isDemo = (globalThis as { __loadDemoData?: boolean }).__loadDemoData === true;
  if (isDemo) {
    const { loadDemoData } = await import("./db/seed/demo");
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
  const { actAsCitizens } = await import("./simulated-citizens/act");
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
