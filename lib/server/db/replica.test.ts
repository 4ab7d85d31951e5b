// Slow: starts two PostgreSQL servers with streaming replication.
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Route } from "@/lib/contract/route";
import { routes } from "@/lib/contract/routes";
import { setMetricsCallbacks } from "@/lib/server/base/observe";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { readDatabaseGauges } from "@/lib/server/process/database-gauges";
import { makeAdmin, makeKycRequest, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { changeSettings } from "@/lib/server/testing/settings";
import { startStreamingReplica } from "@/lib/server/testing/streaming-replica";
import { migrate } from "./migrate";
import {
  checkReplica,
  closeReplica,
  isReplicaFault,
  readFromReplicaIfFresh,
  readWalPosition,
  waitUntilReplayed,
} from "./replica";
import { withWaitBudget } from "./wait-budget";

vi.setConfig({ testTimeout: 60_000 });

const GROUPS = "/user-management/user-groups";
const settings = changeSettings();
let servers: Awaited<ReturnType<typeof startStreamingReplica>>;
let app: TestApp;
let token: string;
let reads = { replica: 0, primary: 0 };

beforeAll(async () => {
  servers = await startStreamingReplica();
  await migrate(servers.url);
  app = await startTestApp({ prepare: async () => servers.url });
  ({ token } = await makeAdmin(app));
}, 120_000);
beforeEach(() => {
  settings.databaseReplicaUrl = servers.replicaUrl;
  reads = { replica: 0, primary: 0 };
  setMetricsCallbacks({
    call: () => {},
    outboxFailure: () => {},
    replicaRead: (database) => {
      reads[database]++;
    },
  });
});
afterEach(async () => {
  setMetricsCallbacks(undefined);
  await closeReplica();
});
afterAll(async () => {
  await app?.stop();
  await servers?.stop();
});

let groupCount = 0;
/** Adds a user group and returns its name. */
async function addGroup(): Promise<string> {
  const name = `Group ${String(++groupCount).padStart(3, "0")}`;
  const { status } = await app.call("POST", GROUPS, { token, body: { name, kind: "static" } });
  expect(status).toBe(200);
  return name;
}
const listedNames = async () => {
  const { status, json } = await app.call("GET", `${GROUPS}?size=100`, { token });
  expect(status).toBe(200);
  return json.data.items.map(({ name }: { name: string }) => name);
};
const readPort = () =>
  readFromReplicaIfFresh(app.db, async (db) => {
    const { rows } = await db.execute<{ port: number }>(sql`select inet_server_port() as port`);
    return rows[0]?.port;
  });

describe("reads on the replica", () => {
  it("a list that is read from the replica contains the admin's previous write", async () => {
    for (let round = 0; round < 40; round++) {
      const name = await addGroup();
      expect(await listedNames()).toContain(name);
    }
    expect(reads.replica + reads.primary).toBe(40);
    expect(reads.replica).toBeGreaterThan(0);
  });

  it("single records are read from the primary, not from the replica", async () => {
    await app.call("GET", "/permissions/roles", { token });
    await app.call("GET", `${GROUPS}/00000000-0000-0000-0000-000000000000`, { token });
    expect(reads).toEqual({ replica: 0, primary: 0 });
  });

  it("lists are read from the primary while the replica is behind, and from the replica once it has caught up", async () => {
    await servers.onReplica("select pg_wal_replay_pause()");
    const name = await addGroup();
    expect(await listedNames()).toContain(name);
    expect(reads).toEqual({ replica: 0, primary: 1 });
    expect(await checkReplica(app.db)).toBe("It is behind the primary.");
    await servers.onReplica("select pg_wal_replay_resume()");
    await vi.waitFor(async () => expect(await readPort()).toBe(servers.replicaPort), { timeout: 5_000, interval: 100 });
  });

  it("lists are read from the primary while the replica is stopped, although connections to the replica were open", async () => {
    expect(await readPort()).toBe(servers.replicaPort);
    await servers.stopReplica();
    expect(await listedNames()).toContain("Group 001");
    expect(await checkReplica(app.db)).toBe("It does not answer.");
    expect((await readDatabaseGauges(app.db)).find(({ name }) => name === "replica_up")?.samples).toEqual([
      { value: 0 },
    ]);
    const { json } = await app.call("GET", "/system-logs/status", { token });
    expect(json.data.lines[0]).toMatchObject({
      state: "failing",
      facts: expect.arrayContaining([{ label: "Read replica", value: "Not in use. It does not answer." }]),
    });
    await servers.startReplica();
    await vi.waitFor(async () => expect(await readPort()).toBe(servers.replicaPort), {
      timeout: 10_000,
      interval: 100,
    });
    expect((await readDatabaseGauges(app.db)).find(({ name }) => name === "replica_up")?.samples).toEqual([
      { value: 1 },
    ]);
  });

  it("a call whose read hangs on the replica reads from the primary within its wait budget", async () => {
    servers.signalReplica("SIGSTOP");
    try {
      expect(await withWaitBudget(3_000, readPort)).toBe(servers.primaryPort);
    } finally {
      servers.signalReplica("SIGCONT");
    }
  });

  it("a read is repeated on the primary if the replica cancels it to replay a change", async () => {
    await app.db.execute(sql`create table conflicts as select generate_series(1, 1000) as n`);
    const ports: number[] = [];
    const counted = readFromReplicaIfFresh(app.db, async (db) => {
      const [{ port = 0 } = {}] = (await db.execute<{ port: number }>(sql`select inet_server_port() as port`)).rows;
      ports.push(port);
      const slow =
        port === servers.replicaPort ? sql`select count(*)::int as n from conflicts, pg_sleep(5)` : sql`select 0 as n`;
      return (await db.execute<{ n: number }>(slow)).rows[0]?.n;
    });
    await vi.waitFor(() => expect(ports).toHaveLength(1));
    await app.db.execute(sql`delete from conflicts`);
    for (let tries = 0; tries < 20 && ports.length === 1; tries++) {
      await servers.onPrimary("vacuum conflicts");
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(await counted).toBe(0);
    expect(ports).toEqual([servers.replicaPort, servers.primaryPort]);
    expect(await readPort()).toBe(servers.replicaPort);
  });

  it("a read is repeated on the primary if the replica refuses it because it writes", async () => {
    await app.db.execute(sql`create table written (n int)`);
    await readFromReplicaIfFresh(app.db, (db) => db.execute(sql`insert into written values (1)`));
    expect((await app.db.execute(sql`select * from written`)).rows).toEqual([{ n: 1 }]);
  });

  it("a CSV export reads its rows from the replica", async () => {
    const { reference } = await makeKycRequest(app);
    const { json } = await app.call("POST", "/kyc/export", { token, body: {} });
    const headers = { cookie: `cross-riv-token=${token}` };
    const file = await app.call("GET", `/exports/${json.data.token}`, { headers });
    expect(await file.json.text()).toContain(reference);
    expect(reads).toEqual({ replica: 1, primary: 0 });
  });

  it("ledger verification reads from the replica", async () => {
    expect(await verifyLedger(app.db)).toMatchObject({ total: 0, faults: [], finished: true });
    expect(reads.replica).toBeGreaterThan(5);
  });

  it("a replica URL is not used if its database is no standby of the primary", async () => {
    settings.databaseReplicaUrl = servers.url;
    expect(await checkReplica(app.db)).toBe("It is not a standby.");
    const { db } = app;
    const position = await readWalPosition(db);
    settings.databaseReplicaUrl = servers.replicaUrl;
    await readPort();
    const standby = (globalThis as unknown as { crossRiverPayReplica: { db: typeof db } }).crossRiverPayReplica.db;
    expect(await waitUntilReplayed(standby, { lsn: position?.lsn ?? "", cluster: "1" })).toBe(
      "It is a standby of another primary.",
    );
    expect(await waitUntilReplayed(standby, { lsn: "FFFF/0", cluster: position?.cluster ?? "" })).toBe(
      "It is behind the primary.",
    );
  });

  it("all reads use the primary if DATABASE_REPLICA_URL is not set", async () => {
    settings.databaseReplicaUrl = undefined;
    expect(await readPort()).toBe(servers.primaryPort);
    expect(await checkReplica(app.db)).toBeNull();
    expect(reads).toEqual({ replica: 0, primary: 0 });
  });
});

describe("isReplicaFault", () => {
  it.each(["40001", "25006", "57P01", "08006", "ECONNREFUSED", "ECONNRESET"])(
    "isReplicaFault returns true for %s, also as the cause of an error",
    (code) => {
      const cause = Object.assign(new Error("x"), { code });
      expect(isReplicaFault(new Error("Failed query", { cause }))).toBe(true);
    },
  );
  it.each(["57014", "22P02", "23505", "42P01"])("isReplicaFault returns false for %s", (code) =>
    expect(isReplicaFault(Object.assign(new Error("x"), { code }))).toBe(false),
  );
  it("isReplicaFault returns false for an error without a code", () =>
    expect(isReplicaFault(new Error("x"))).toBe(false));
});

it("a contract call declares `replica` only if it is a GET that needs a right or an app key and returns no file", () => {
  const declared = Object.values(routes).flatMap((group) => Object.values<Route>(group).filter((each) => each.replica));
  expect(declared.length).toBeGreaterThan(30);
  for (const { method, policy, file, personalFile, proof } of declared) {
    expect({ method, file, personalFile, proof }).toEqual({ method: "GET" });
    expect(["public", "signed-in"]).not.toContain(policy);
  }
});
