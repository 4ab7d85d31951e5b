// Slow: runs `npm run archive` as operators do.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { asc, sql } from "drizzle-orm";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toAuditInsertValues } from "@/lib/server/audit/audit";
import { chainHeadFilePath, openChainHeadFile } from "@/lib/server/audit/heads";
import { systemAuditRow } from "@/lib/server/audit/system-row";
import { connectDatabase } from "@/lib/server/db/client";
import { auditArchives } from "@/lib/server/db/schema/audit-archives";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { verifyAuditChain } from "@/lib/server/system-logs/verify-chain";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { changeSettings } from "@/lib/server/testing/settings";
import { switchTriggers } from "@/lib/server/testing/triggers";
import { verifyArchive } from "./archive-file";
import { archivePartition, archivingObstacleOf, listOldPartitions } from "./archive-partitions";

const BACKUP_KEY = "key of the archives, only for tests";
const settings = changeSettings();
const folder = path.join(tmpdir(), `archive-test-${randomBytes(6).toString("hex")}`);
const archives = path.join(folder, "archives");

let app: TestApp;
let url: string;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  mkdirSync(folder);
  app = await startTestApp({
    prepare: async (given) => {
      url = given;
      return given;
    },
  });
  await app.db.execute(
    sql.raw(`do $$ declare old text; begin
      select relname into old from pg_inherits join pg_class on oid = inhrelid
        where inhparent = 'audit_trails'::regclass and relname like '%_before_%';
      execute format('drop table %I', old);
      perform add_partition('audit_trails', 'audit_trails_before_2024_01', format('for values from (minvalue) to (%L)', lagos_midnight('2024-01-01')));
      perform add_partition('audit_trails', 'audit_trails_2024_01', format('for values from (%L) to (%L)', lagos_midnight('2024-01-01'), lagos_midnight('2024-02-01')));
      perform add_partition('audit_trails', 'audit_trails_2024_02', format('for values from (%L) to (%L)', lagos_midnight('2024-02-01'), lagos_midnight('2024-03-01')));
    end $$`),
  );
  await addRows("2024-01-10T12:00:00Z", 30);
  // The last audit row of January is sealed into the hash chain after the first one of February, as can happen around midnight.
  await addRows("2024-02-01T00:00:00Z", 1);
  await addRows("2024-01-31T22:59:59Z", 1);
  await addRows("2024-02-20T12:00:00Z", 20);
  await addRows(new Date().toISOString(), 10);
  admin = await makeAdmin(app);
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true });
});

/** Adds audit rows and seals them into the hash chain, so that their positions follow those of earlier calls. */
async function addRows(at: string, count: number) {
  const rows = Array.from({ length: count }, (_, n) =>
    toAuditInsertValues({ ...systemAuditRow("kyc.decide", { record: null, after: { n } }), at: new Date(at) }),
  );
  await app.db.insert(auditTrails).values(rows);
  await app.seal();
}

const verifyTrail = () => app.call("GET", "/system-logs/audit-trails/verify", { token: admin.token });
const listTrail = async (query: string) =>
  (await app.call("GET", `/system-logs/audit-trails?size=100&${query}`, { token: admin.token })).json.data;
const onlyPartition = async (name: string) => {
  const found = (await listOldPartitions(app.db, 24)).find((each) => each.name === name);
  if (!found) throw new Error(`No partition ${name}.`);
  return found;
};

/** Starts `npm run archive` as operators do. `kill` ends it and its child processes. */
function startArchive(args: string[]) {
  const child = spawn(process.execPath, ["scripts/archive.mjs", ...args], {
    env: { ...process.env, MIGRATION_DATABASE_URL: url, BACKUP_KEY, INIT_CWD: folder },
    detached: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.on("close", (code) => resolve({ code, output })),
  );
  return { ended, kill: () => process.kill(-(child.pid ?? 0), "SIGKILL") };
}

describe("npm run archive", () => {
  it("npm run archive lists only partitions older than the months to keep, and states why a partition can't be archived yet", async () => {
    expect((await listOldPartitions(app.db, 24)).map(({ name, rows }) => [name, rows])).toEqual([
      ["audit_trails_2024_01", 31],
      ["audit_trails_2024_02", 21],
    ]);
    expect(await listOldPartitions(app.db, 1_200)).toEqual([]);
    const january = await onlyPartition("audit_trails_2024_01");
    expect(await archivingObstacleOf(app.db, january)).toMatch(/not verified/);
    expect((await verifyTrail()).json.data).toMatchObject({ bad: null, archived: 0 });
    expect(await archivingObstacleOf(app.db, january)).toBeNull();
    expect(await archivingObstacleOf(app.db, { ...january, lastPosition: 9_999 })).toMatch(/not verified/);
    expect(await archivingObstacleOf(app.db, { ...january, lastHash: "a".repeat(64) })).toMatch(/is another one/);
    await (await openChainHeadFile())?.close();
    const heads = readFileSync(chainHeadFilePath());
    rmSync(chainHeadFilePath());
    expect(await archivingObstacleOf(app.db, january)).toMatch(/no head of its last row/);
    writeFileSync(chainHeadFilePath(), heads);
    await app.db.execute(sql`insert into audit_trails (at, action, outcome, address, device, request_id)
      values ('2024-01-02', 'a.late', 'done', '', '', '')`);
    expect(await archivingObstacleOf(app.db, january)).toMatch(/without a seal/);
    await app.seal();
    await verifyTrail();
    await expect(archivePartition(app.db, january, path.join(folder, "outdated"))).rejects.toThrow(/Rows were added/);
  });

  it("npm run archive may read a large partition for longer than the statement timeout of other connections", async () => {
    const connection = connectDatabase(url, 1, 0);
    const writer = new Client({ connectionString: url });
    await writer.connect();
    /** Makes the next read of the partition wait for a second. */
    const slowDown = async () => {
      await writer.query("begin; lock table audit_trails_2024_01 in access exclusive mode");
      setTimeout(() => void writer.query("commit").catch(() => {}), 1_000);
    };
    try {
      await connection.db.execute(sql`set statement_timeout = '300ms'`);
      await slowDown();
      const january = (await listOldPartitions(connection.db, 24)).at(0);
      if (!january) throw new Error("No partition.");
      expect(january).toMatchObject({ rows: 32, lastHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
      await slowDown();
      expect(await archivingObstacleOf(connection.db, january)).toBeNull();
      await slowDown();
      const outdated = { ...january, rows: 31 };
      const archiving = archivePartition(connection.db, outdated, path.join(folder, "outdated"));
      await expect(archiving).rejects.toThrow(/Rows were added/);
    } finally {
      await writer.end();
      await connection.pool.end();
    }
  });

  it("npm run archive changes nothing without --do, and refuses wrong arguments", async () => {
    const { code, output } = await startArchive([]).ended;
    expect([code, output]).toEqual([0, expect.stringMatching(/audit_trails_2024_01: 32 rows.*Nothing was changed/s)]);
    expect(await startArchive(["--do"]).ended).toMatchObject({ code: 1, output: expect.stringContaining("Use: ") });
    expect(await listOldPartitions(app.db, 24)).toHaveLength(2);
  });

  it("npm run archive leaves the partition unchanged if it is killed, and completes the archive in the next run", async () => {
    const reader = new Client({ connectionString: url });
    await reader.connect();
    await reader.query("begin; select count(*) from audit_trails_2024_01");
    mkdirSync(path.join(archives, "audit_trails_2024_01.partial"), { recursive: true });
    writeFileSync(path.join(archives, "audit_trails_2024_01.partial", "rows.jsonl.gz"), "of an interrupted run");
    const archive = startArchive(["--to", "archives", "--do"]);
    while (!existsSync(path.join(archives, "audit_trails_2024_01"))) await delay(50);
    archive.kill();
    await archive.ended;
    await reader.end();
    expect(await onlyPartition("audit_trails_2024_01")).toMatchObject({ rows: 32 });
    expect(await app.db.select().from(auditArchives)).toEqual([]);

    settings.backupKey = BACKUP_KEY;
    await switchTriggers(app.db, "disable", "audit_trails");
    const rename = (name: string | null) =>
      app.db.execute(sql`update audit_trails set record_name = ${name} where at = '2024-01-10T12:00:00Z'`);
    await rename("changed");
    const january = await onlyPartition("audit_trails_2024_01");
    await expect(archivePartition(app.db, january, archives)).rejects.toThrow(/changed after .* was written/);
    await rename(null);
    await switchTriggers(app.db, "enable", "audit_trails");

    const { code, output } = await startArchive(["--to", "archives", "--do"]).ended;
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/2024_01: 32 rows.*archived.*2024_02: 21 rows.*archived/s),
    ]);
    expect(await listOldPartitions(app.db, 24)).toEqual([]);
  });

  it("npm run archive keeps the audit chain and the daily totals verifiable, and the verification counts the archived rows", async () => {
    await app.seal();
    const [first, second] = await app.db.select().from(auditArchives).orderBy(asc(auditArchives.archivedAt));
    expect(first).toMatchObject({ partition: "audit_trails_2024_01", rows: 32, completeTo: 30 });
    expect(second).toMatchObject({ partition: "audit_trails_2024_02", rows: 21, completeTo: 52 });
    expect(await verifyAuditChain(app.db, 0)).toMatchObject({ bad: null, finished: true, archived: 53 });
    expect((await verifyTrail()).json.data).toMatchObject({ bad: null, archived: 53 });
    expect(await verifyLedger(app.db)).toMatchObject({ faults: [] });
    const actions = (await app.audit()).map(({ action }) => action);
    expect(actions.filter((action) => action === "systemLogs.archive")).toHaveLength(2);
  });

  it("npm run archive does not change what lists and searches return for the remaining rows", async () => {
    const [{ count } = { count: "0" }] = (
      await app.db.execute<{ count: string }>(sql`select count(*) from audit_trails`)
    ).rows;
    const newest = await listTrail("");
    expect(newest.items).toHaveLength(Number(count));
    const oldest = await listTrail("sort=at");
    expect(oldest.items.map(({ id }: { id: string }) => id)).toEqual(
      newest.items.map(({ id }: { id: string }) => id).reverse(),
    );
    expect(await listTrail("action=kyc.decide")).toMatchObject({ total: 10 });
  });

  it("an archive of audit rows can be verified and printed without a database; a changed row is reported", async () => {
    const january = path.join(archives, "audit_trails_2024_01");
    const { code, output } = await startArchive(["--verify", january]).ended;
    expect([code, output]).toEqual([0, expect.stringContaining("32 rows, positions 1 to ")]);
    const printed = (await startArchive(["--print", january]).ended).output.trim().split("\n");
    expect(printed.map((line) => JSON.parse(line).row.action)).toContain("a.late");
    const file = path.join(january, "rows.jsonl.gz");
    const bytes = readFileSync(file);
    expect(bytes.toString("latin1")).not.toContain("kyc.decide");
    writeFileSync(
      file,
      bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte)),
    );
    await expect(verifyArchive(january)).rejects.toThrow("Part rows.jsonl.gz of the backup is damaged.");
    writeFileSync(file, bytes);
    settings.backupKey = "another key, which did not make it";
    await expect(verifyArchive(january)).rejects.toThrow(/BACKUP_KEY is not the key/);
  });

  it("verifyAuditChain reports deleted audit rows although a forged archive record, which has no audit row, covers them", async () => {
    await switchTriggers(app.db, "disable", "audit_trails", "audit_archives");
    const [row] = await app.db.select().from(auditTrails).orderBy(asc(auditTrails.id)).limit(1);
    await app.db.execute(sql`delete from audit_trails where id = ${row?.id}`);
    expect((await verifyAuditChain(app.db, 0)).bad).toMatchObject({ row: String(row?.id), message: /deleted/ });
    await app.db.execute(sql`insert into audit_archives select gen_random_uuid(), 'audit_trails_x', 1, now(), now(), '',
      '[[1, 54]]', 54, now() + interval '1 minute'`);
    expect((await verifyAuditChain(app.db, 0)).bad).toMatchObject({ position: 1, message: /deleted/ });
  });
});
