// Slow: restores a dump of the previous release, and writes to it after the upgrade.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSession } from "@/lib/server/auth/session";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { verifyAuditChain } from "@/lib/server/system-logs/verify-chain";
import { startTestApp, type TestApp } from "@/lib/server/testing/app";
import { runSingleStatement } from "@/lib/server/testing/database";
import { runEveryModuleOnce } from "@/lib/server/testing/product-story";
import { assertMigrated, migrate } from "./migrate";
import { readMigrations } from "./migration-files";
import { admins } from "./schema/admin";
import { users } from "./schema/user";

/** Name of the last migration of the previous release. */
const RELEASE = "0021_homemail_mends";
const DUMP_FILE = `lib/server/testing/dumps/${RELEASE}.sql.br`;

// With WRITE_DUMP, writes a dump of the current release instead of testing (docs/migrations.md). Needs pg_dump of the server's version.
it.runIf(process.env.WRITE_DUMP)(
  "this release writes a database dump with data of every module, for the upgrade test of the next release",
  async () => {
    const app = await startTestApp();
    await runEveryModuleOnce(app);
    const args = [app.url, "--rows-per-insert=100", "--no-owner", "--no-privileges"];
    const dump = execFileSync("pg_dump", args, { encoding: "utf8", maxBuffer: 100_000_000 });
    // Removes comments and psql commands from the dump.
    const sql = dump.replace(/^(--.*|\\.*)?\n/gm, "");
    const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 } };
    writeFileSync(`lib/server/testing/dumps/${readMigrations().at(-1)?.tag}.sql.br`, brotliCompressSync(sql, options));
    await app.stop();
  },
);

describe.skipIf(process.env.WRITE_DUMP)("a database of the previous release", () => {
  let app: TestApp;
  let appliedCount: number;
  beforeAll(async () => {
    app = await startTestApp({
      prepare: async (url) => {
        await runSingleStatement(url, "drop schema public cascade; drop schema drizzle cascade; create schema public");
        await runSingleStatement(url, brotliDecompressSync(readFileSync(DUMP_FILE)).toString());
        appliedCount = await migrate(url);
        return url;
      },
    });
  });
  afterAll(() => app.stop());

  it("an upgrade from the previous release keeps all rows of the database", async () => {
    const migrations = readMigrations();
    const release = migrations.findIndex(({ tag }) => tag === RELEASE);
    expect(appliedCount).toBe(migrations.length - release - 1);
    expect(await assertMigrated(app.url)).toBe(false);
    expect(await app.db.$count(users)).toBeGreaterThan(8);
  });

  it("ledger and audit chain of an upgraded database pass verification, before and after new writes", async () => {
    const verify = async () => ({ ledger: await verifyLedger(app.db), chain: await verifyAuditChain(app.db, 0) });
    const valid = { ledger: { faults: [], finished: true }, chain: { bad: null, finished: true } };
    const before = await verify();
    expect(before).toMatchObject(valid);
    expect(before.ledger.entries).toBeGreaterThan(20);
    expect(before.chain.rows).toBeGreaterThan(50);

    const [admin] = await app.db.select().from(admins).orderBy(asc(admins.id)).limit(1);
    const token = await openSession(app.db, admin?.id ?? "", { address: "10.0.0.1", device: "test" }, true);
    const [from, to] = await app.db.select().from(users).where(eq(users.tier, 3)).orderBy(asc(users.id)).limit(2);
    const transfer = { user_id: from?.id, to_user_id: to?.id, amount: 20_000 };
    expect((await app.callAsApp("POST", "/transfers", { body: transfer })).status).toBe(200);
    const note = await app.call("POST", `/user-management/users/${from?.id}/notes`, {
      token,
      body: { text: "Moved." },
    });
    expect(note.status).toBe(200);
    await app.seal();
    const after = await verify();
    expect(after).toMatchObject(valid);
    expect(after.ledger.entries).toBe(before.ledger.entries + 1);
    expect(after.chain.rows).toBe(before.chain.rows + 2);
  });
});
