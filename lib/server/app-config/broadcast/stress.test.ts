// Slow: kills server processes while they send a broadcast.
import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { broadcasts } from "@/lib/server/db/schema/broadcasts";
import { outbox } from "@/lib/server/db/schema/outbox";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { startFakeFirebase } from "@/lib/server/testing/broadcast-stress/firebase";
import { makeBroadcast, SERVICE_ACCOUNT } from "@/lib/server/testing/broadcasts";
import { raceRounds } from "@/lib/server/testing/race-rounds";
import { changeSettings } from "@/lib/server/testing/settings";

const settings = changeSettings();
settings.broadcastApprovalAbove = 2_000_000;

/** Number of devices. Set BROADCAST_DEVICES=1000000 for the large run (docs/bench.md). */
const DEVICE_COUNT = Number(process.env.BROADCAST_DEVICES ?? 3_000);
const KILL_COUNT = process.env.BROADCAST_DEVICES ? 5 : raceRounds(2, 5);
const DEVICES_PER_USER = 5;
const INSERT_SIZE = 50_000;
const LIMIT_MS = 60_000 + DEVICE_COUNT;
/** Each killed process leaves at most one batch with unknown results. */
const MAX_UNKNOWN = KILL_COUNT * 200;

let app: TestApp;
let fakeFirebase: Awaited<ReturnType<typeof startFakeFirebase>>;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let folder: string;
const senderProcesses = new Set<ChildProcess>();
const memoryUses: number[] = [];

beforeAll(async () => {
  app = await startTestApp();
  fakeFirebase = await startFakeFirebase(DEVICE_COUNT);
  admin = await makeAdmin(app);
  settings.firebaseServiceAccount = SERVICE_ACCOUNT;
  folder = mkdtempSync(path.join(process.cwd(), "node_modules/.stress-"));
  await build({
    entryPoints: ["lib/server/testing/broadcast-stress/child.ts"],
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    outfile: path.join(folder, "child.mjs"),
  });
  // Inserts in batches, because a single statement for a million rows would exceed its timeout.
  for (let from = 0; from < DEVICE_COUNT; from += INSERT_SIZE) {
    const to = Math.min(from + INSERT_SIZE, DEVICE_COUNT) - 1;
    await app.db.execute(sql`
      insert into users (id, first_name, last_name, email, phone, date_of_birth, gender, address, lga, joined_at)
      select md5('u' || n)::uuid, 'A', 'B', n || '@example.com', '+234' || n, '1990-01-01', 'female', 'x', 'Ikom', now()
      from generate_series(${from / DEVICES_PER_USER}::int, ${Math.floor(to / DEVICES_PER_USER)}::int) n`);
    await app.db.execute(sql`
      insert into user_devices (token, user_id, platform, app)
      select 't' || n, md5('u' || n / ${DEVICES_PER_USER}::int)::uuid, 'android', 'demo' from generate_series(${from}::int, ${to}::int) n`);
  }
  await app.db.execute(sql`analyze users, user_devices`);
}, LIMIT_MS);

afterAll(async () => {
  for (const child of senderProcesses) child.kill("SIGKILL");
  await fakeFirebase.stop();
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a separate server process that shares only the database and the fake Firebase. */
function startSender(): ChildProcess {
  const { clientEmail, projectId, privateKey } = SERVICE_ACCOUNT;
  const child = fork(path.join(folder, "child.mjs"), {
    execArgv: ["--conditions=react-server", "--enable-source-maps"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      DATABASE_URL: app.url,
      FIREBASE_SERVICE_ACCOUNT: JSON.stringify({
        type: "service_account",
        project_id: projectId,
        client_email: clientEmail,
        private_key: privateKey.export({ type: "pkcs8", format: "pem" }),
      }),
      BROADCAST_APPROVAL_ABOVE: String(settings.broadcastApprovalAbove),
      FIREBASE_TOKEN_URL: `${fakeFirebase.url}/token`,
      FIREBASE_SEND_URL: fakeFirebase.url,
    },
  });
  senderProcesses.add(child);
  child.on("message", ({ rss }: { rss: number }) => memoryUses.push(rss));
  return child;
}

async function killSender(child: ChildProcess) {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
  senderProcesses.delete(child);
  // Simulates the passing of time: the crashed server's lease expires, and its outbox row becomes due.
  await app.db.update(broadcasts).set({ leaseUntil: null });
  await app.db.update(outbox).set({ nextAttemptAt: sql`now()` });
}

async function readRow(id: string) {
  const [found] = await app.db.select().from(broadcasts).where(eq(broadcasts.id, id));
  if (!found) throw new Error("gone");
  return found;
}

const waitUntil = (condition: () => boolean | Promise<boolean>) =>
  vi.waitFor(async () => expect(await condition()).toBe(true), { timeout: LIMIT_MS, interval: 20 });

it(
  `a notification reaches each of ${DEVICE_COUNT} devices once although ${KILL_COUNT} servers are killed, and is resent on request to devices with an unknown result`,
  async () => {
    const { id } = await makeBroadcast(app, admin.id);
    const call = (path: string, body: object) =>
      app.call("POST", `/app-config/broadcasts/${id}/${path}`, { token: admin.token, body });
    const startedAt = Date.now();
    expect((await call("sending", { version: 1, at: null })).json.data).toMatchObject({ devices: DEVICE_COUNT });
    for (let killCount = 0; killCount < KILL_COUNT; killCount++) {
      const child = startSender();
      const devicesAtKill = (DEVICE_COUNT * (killCount + 1)) / (KILL_COUNT + 1);
      await waitUntil(() => fakeFirebase.count() >= devicesAtKill);
      await killSender(child);
    }
    const lastSender = startSender();
    await waitUntil(async () => (await readRow(id)).state === "sent");
    const seconds = Math.round((Date.now() - startedAt) / 1_000);
    const sent = await readRow(id);
    expect(fakeFirebase.most()).toBe(1);
    expect(sent.sent + sent.unknown).toBe(DEVICE_COUNT);
    expect(sent).toMatchObject({ done: DEVICE_COUNT, gone: 0, refused: 0, unavailable: 0 });
    expect(sent.unknown).toBeLessThanOrEqual(MAX_UNKNOWN);
    expect(fakeFirebase.heard(1)).toBeGreaterThanOrEqual(sent.sent);

    // Resends to devices with unknown results, which a killed process nearly always leaves.
    if (sent.unknown > 0) expect((await call("unknown", { version: sent.version })).status).toBe(200);
    await waitUntil(async () => (await readRow(id)).state === "sent");
    expect(await readRow(id)).toMatchObject({ sent: DEVICE_COUNT, unknown: 0, unavailable: 0 });
    expect(fakeFirebase.heard(0)).toBe(0);
    expect(fakeFirebase.heard(2)).toBeLessThanOrEqual(sent.unknown);
    await killSender(lastSender);
    if (process.env.BROADCAST_DEVICES) printReport(seconds, sent.unknown);
  },
  LIMIT_MS * 2,
);

function printReport(seconds: number, unknown: number) {
  const megabytes = (bytes: number) => Math.round(bytes / 1_000_000);
  process.stdout.write(
    `${DEVICE_COUNT} devices in ${seconds} s, ${unknown} unknown; resident ${megabytes(Math.min(...memoryUses))} to ${megabytes(Math.max(...memoryUses))} MB\n`,
  );
}
