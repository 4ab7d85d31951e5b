// Slow: kills server processes while they send.
import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { broadcasts } from "@/lib/server/db/schema/broadcasts";
import { outbox } from "@/lib/server/db/schema/outbox";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { startFirebase } from "@/lib/server/testing/broadcast-stress/firebase";
import { ACCOUNT, makeBroadcast } from "@/lib/server/testing/broadcasts";
import { raceRounds } from "@/lib/server/testing/rounds";
import { changeSettings } from "@/lib/server/testing/settings";

const settings = changeSettings();
settings.broadcastApprovalAbove = 2_000_000;

/** Number of devices. Set BROADCAST_DEVICES=1000000 for the large run (docs/bench.md). */
const DEVICES = Number(process.env.BROADCAST_DEVICES ?? 3_000);
const KILLS = process.env.BROADCAST_DEVICES ? 5 : raceRounds(2, 5);
const PER_USER = 5;
const SLICE = 50_000;
const LIMIT_MS = 60_000 + DEVICES;
/** Each killed process leaves at most one batch unknown. */
const MOST_UNKNOWN = KILLS * 200;

let app: TestApp;
let firebase: Awaited<ReturnType<typeof startFirebase>>;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let folder: string;
const children = new Set<ChildProcess>();
const memory: number[] = [];

beforeAll(async () => {
  app = await startTestApp();
  firebase = await startFirebase(DEVICES);
  admin = await makeAdmin(app);
  settings.firebaseServiceAccount = ACCOUNT;
  folder = mkdtempSync(path.join(process.cwd(), "node_modules/.stress-"));
  await build({
    entryPoints: ["lib/server/testing/broadcast-stress/child.ts"],
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    outfile: path.join(folder, "child.mjs"),
  });
  // Inserted in slices, because one statement for a million rows would exceed the time limit.
  for (let from = 0; from < DEVICES; from += SLICE) {
    const to = Math.min(from + SLICE, DEVICES) - 1;
    await app.db.execute(sql`
      insert into users (id, first_name, last_name, email, phone, date_of_birth, gender, address, lga, joined_at)
      select md5('u' || n)::uuid, 'A', 'B', n || '@example.com', '+234' || n, '1990-01-01', 'female', 'x', 'Ikom', now()
      from generate_series(${from / PER_USER}::int, ${Math.floor(to / PER_USER)}::int) n`);
    await app.db.execute(sql`
      insert into user_devices (token, user_id, platform, app)
      select 't' || n, md5('u' || n / ${PER_USER}::int)::uuid, 'android', 'demo' from generate_series(${from}::int, ${to}::int) n`);
  }
  await app.db.execute(sql`analyze users, user_devices`);
}, LIMIT_MS);

afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await firebase.stop();
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a separate server process that shares only the database and the fake Firebase. */
function startSender(): ChildProcess {
  const { clientEmail, projectId, privateKey } = ACCOUNT;
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
      FIREBASE_TOKEN_URL: `${firebase.url}/token`,
      FIREBASE_SEND_URL: firebase.url,
    },
  });
  children.add(child);
  child.on("message", ({ rss }: { rss: number }) => memory.push(rss));
  return child;
}

async function kill(child: ChildProcess) {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
  children.delete(child);
  // Simulates the passing of time: the dead server's lease expires, and its row becomes due.
  await app.db.update(broadcasts).set({ leaseUntil: null });
  await app.db.update(outbox).set({ nextAttemptAt: sql`now()` });
}

async function row(id: string) {
  const [found] = await app.db.select().from(broadcasts).where(eq(broadcasts.id, id));
  if (!found) throw new Error("gone");
  return found;
}

const until = (condition: () => boolean | Promise<boolean>) =>
  vi.waitFor(async () => expect(await condition()).toBe(true), { timeout: LIMIT_MS, interval: 20 });

it(
  `reaches ${DEVICES} devices once each although ${KILLS} servers are killed, and the unknown ones on request`,
  async () => {
    const { id } = await makeBroadcast(app, admin.id);
    const call = (path: string, body: object) =>
      app.call("POST", `/app-config/broadcasts/${id}/${path}`, { token: admin.token, body });
    const begun = Date.now();
    expect((await call("sending", { version: 1, at: null })).json.data).toMatchObject({ devices: DEVICES });
    for (let killed = 0; killed < KILLS; killed++) {
      const child = startSender();
      const mark = (DEVICES * (killed + 1)) / (KILLS + 1);
      await until(() => firebase.count() >= mark);
      await kill(child);
    }
    const last = startSender();
    await until(async () => (await row(id)).state === "sent");
    const seconds = Math.round((Date.now() - begun) / 1_000);
    const sent = await row(id);
    expect(firebase.most()).toBe(1);
    expect(sent.sent + sent.unknown).toBe(DEVICES);
    expect(sent).toMatchObject({ done: DEVICES, gone: 0, refused: 0, unavailable: 0 });
    expect(sent.unknown).toBeLessThanOrEqual(MOST_UNKNOWN);
    expect(firebase.heard(1)).toBeGreaterThanOrEqual(sent.sent);

    // A kill nearly always interrupts a batch.
    if (sent.unknown > 0) expect((await call("unknown", { version: sent.version })).status).toBe(200);
    await until(async () => (await row(id)).state === "sent");
    expect(await row(id)).toMatchObject({ sent: DEVICES, unknown: 0, unavailable: 0 });
    expect(firebase.heard(0)).toBe(0);
    expect(firebase.heard(2)).toBeLessThanOrEqual(sent.unknown);
    await kill(last);
    if (process.env.BROADCAST_DEVICES) report(seconds, sent.unknown);
  },
  LIMIT_MS * 2,
);

function report(seconds: number, unknown: number) {
  const mega = (bytes: number) => Math.round(bytes / 1_000_000);
  process.stdout.write(
    `${DEVICES} devices in ${seconds} s, ${unknown} unknown; resident ${mega(Math.min(...memory))} to ${mega(Math.max(...memory))} MB\n`,
  );
}
