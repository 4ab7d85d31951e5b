// Slow: starts two PostgreSQL clusters, and the commands as operators do.
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import S3rver from "@20minutes/s3rver";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SYSTEM_ACCOUNT_IDS } from "@/lib/contract/ledger.values";
import { migrate } from "@/lib/server/db/migrate";
import { backups } from "@/lib/server/db/schema/backup";
import { ledgerPostings } from "@/lib/server/db/schema/ledger";
import { openBucket } from "@/lib/server/files/bucket";
import { stageFile, storeFile } from "@/lib/server/files/stored-files";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { connectWithLongTimeout, runSingleStatement, withDatabase } from "@/lib/server/testing/database";
import { findDebianPostgres, startDebianCluster } from "@/lib/server/testing/debian-cluster";
import { fundAccount } from "@/lib/server/testing/ledger";
import { changeSettings } from "@/lib/server/testing/settings";
import { readBackupManifest } from "./manifest";
import { restoreBackup } from "./restore-backup";
import { writeBackup } from "./write-backup";

const bin = findDebianPostgres();
if (!bin)
  process.stderr.write("Skipped: the backup drill needs PostgreSQL in /usr/lib/postgresql (Debian: postgresql).\n");

const BACKUP_KEY = "key of the backups, only for tests";
const BUCKET_KEYS = { keyId: "S3RVER", secret: "S3RVER" };

describe.skipIf(!bin)("backup", () => {
  const settings = changeSettings();
  const folder = path.join(tmpdir(), `backup-test-${randomBytes(6).toString("hex")}`);
  const backupFolder = path.join(folder, "backups");
  const restoredData = path.join(folder, "restored-data");
  const databaseName = `drill_${randomBytes(6).toString("hex")}`;

  let s3: S3rver;
  let bucketUrl: string;
  let firstCluster: Awaited<ReturnType<typeof startDebianCluster>>;
  let secondCluster: typeof firstCluster;
  let app: TestApp;
  let fileInDatabase: string;
  let fileInBucket: string;

  beforeAll(async () => {
    mkdirSync(folder);
    const folders = { directory: path.join(folder, "s3"), silent: true, address: "127.0.0.1", port: 0 };
    s3 = new S3rver({ ...folders, configureBuckets: [{ name: "first" }, { name: "second" }] });
    bucketUrl = `http://127.0.0.1:${(await s3.run()).port}`;
    firstCluster = await startDebianCluster(bin ?? "", databaseName);
    secondCluster = await startDebianCluster(bin ?? "", "restored");
    app = await startTestApp({
      prepare: async () => {
        await migrate(firstCluster.url);
        // Creates the database role that the product uses, because backups are made with its rights.
        await runSingleStatement(firstCluster.url, "create role crossriverpay_app login");
        await runSingleStatement(firstCluster.url, readFileSync("docs/database-roles.sql", "utf8"));
        return firstCluster.url;
      },
    });
    await fillDatabase();
  });
  afterAll(async () => {
    await app.stop();
    await firstCluster.stop();
    await secondCluster.stop();
    await s3.close();
    rmSync(folder, { recursive: true });
  });

  const bucketOf = (name: string) => ({ url: `${bucketUrl}/${name}`, region: "us-east-1", ...BUCKET_KEYS });

  async function fillDatabase() {
    const admin = await makeAdmin(app);
    const user = await makeUser(app);
    await fundAccount(app.db, user.id, 250_000);
    for (const text of ["Called.", "Called again.", "Wrote a letter.", "Visited.", "Closed."]) {
      const note = { token: admin.token, body: { text } };
      expect((await app.call("POST", `/user-management/users/${user.id}/notes`, note)).status).toBe(200);
    }
    const store = async (text: string) =>
      storeFile(app.db, await stageFile(app.db, { contentType: "image/webp", bytes: Buffer.from(text) }));
    fileInDatabase = await store("a picture in the database");
    settings.filesBucket = bucketOf("first");
    fileInBucket = await store("a picture in the bucket");
    await app.seal();
  }

  /** Runs a command of package.json asynchronously, because the fake bucket that the command uses is served by this process. */
  const run = (script: string, args: string[], variables: Record<string, string | undefined> = {}) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      const env = {
        ...process.env,
        DATABASE_URL: firstCluster.url.replace("postgres@", "crossriverpay_app@"),
        ...{ PG_BIN: bin, BACKUP_KEY, INIT_CWD: folder },
        FILES_BUCKET_URL: bucketOf("first").url,
        ...{ FILES_BUCKET_KEY_ID: BUCKET_KEYS.keyId, FILES_BUCKET_SECRET: BUCKET_KEYS.secret },
        ...variables,
      };
      execFile(process.execPath, [`scripts/${script}.mjs`, ...args], { env }, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
      );
    });
  const onlyBackup = () => path.join(backupFolder, readdirSync(backupFolder)[0] ?? "");
  const restoreArgs = () => [onlyBackup(), "--database", secondCluster.url, "--bucket", bucketOf("second").url];

  it("a backup is complete and encrypted, contains no secret, and is recorded with an audit row", async () => {
    const { code, output } = await run("backup", ["--to", "backups"]);
    expect([code, output]).toEqual([0, expect.stringContaining(onlyBackup())]);
    settings.backupKey = BACKUP_KEY;
    const { manifest } = readBackupManifest(onlyBackup());
    const rowCount = (await app.audit()).length;
    expect(manifest.rows).toMatchObject({ files: 2, user_notes: 5, audit_trails: rowCount - 1, backups: 0 });
    expect(manifest.parts.map(({ name }) => name)).toEqual(["database.dump", "files.jsonl", "audit-seals.bin"]);
    const stored = readdirSync(onlyBackup(), { recursive: true, encoding: "utf8" })
      .map((name) => path.join(onlyBackup(), name))
      .filter((file) => statSync(file).isFile())
      .map((file) => readFileSync(file, "latin1"))
      .join();
    for (const secret of [process.env.APP_SECRET ?? "", BACKUP_KEY, "PGDMP", "a picture", fileInDatabase])
      expect(stored).not.toContain(secret);
    expect(await app.db.select().from(backups)).toMatchObject([
      { id: manifest.id, missingFiles: 0, parts: manifest.parts, verifiedAt: null },
    ]);
    expect((await app.audit())[0]).toMatchObject({ action: "systemLogs.backup", after: { encrypted: "yes" } });
  });

  it("a backup is restored on a second cluster and passes all verifications, which is recorded", async () => {
    const { code, output } = await run("restore", restoreArgs(), { DATA_DIR: restoredData });
    expect([code, output]).toEqual([0, expect.stringContaining("The restored database is complete")]);
    expect(readdirSync(restoredData)).toEqual(["audit-seals-restored.bin"]);
    const [backup] = await app.db.select().from(backups);
    expect(backup?.verifiedAt).toBeInstanceOf(Date);
    expect((await openBucket(bucketOf("second"))?.get(fileInBucket))?.toString()).toBe("a picture in the bucket");
  });

  it("verifying a restored backup compares the audit trail with the backup's audit hashes, and reports that the newest rows were removed", async () => {
    await runSingleStatement(
      secondCluster.url,
      `alter table audit_trails disable trigger user; alter table audit_seals disable trigger user;
      delete from audit_trails where id = (select audit_id from audit_seals order by position desc limit 1);
      delete from audit_seals where position = (select max(position) from audit_seals);
      update audit_seal_head set (position, hash) = (select position, hash from audit_seals order by position desc limit 1)`,
    );
    const { code, output } = await run("restore", [...restoreArgs(), "--verify-only"], { DATA_DIR: restoredData });
    const { manifest } = readBackupManifest(onlyBackup());
    expect([code, output]).toEqual([
      1,
      expect.stringContaining(
        `Position ${manifest.rows.audit_seals} of the audit trail: It is missing, and so are all rows after it`,
      ),
    ]);
  });

  it("verifying a restored backup reports each row and file that the test removed or changed in audit chain, ledger and storage", async () => {
    const { pool, db } = connectWithLongTimeout(secondCluster.url, 1);
    const [posting] = await db
      .select()
      .from(ledgerPostings)
      .where(eq(ledgerPostings.accountId, SYSTEM_ACCOUNT_IDS.settlement_float));
    await pool.end();
    await runSingleStatement(
      secondCluster.url,
      `alter table audit_trails disable trigger user; delete from audit_trails where id = 2;
      alter table ledger_postings disable trigger user; delete from ledger_postings where entry_id = '${posting?.entryId}' and account_id = '${posting?.accountId}';
      update files set bytes = 'another picture' where id = '${fileInDatabase}'`,
    );
    await openBucket(bucketOf("second"))?.remove(fileInBucket);
    const { code, output } = await run("restore", [...restoreArgs(), "--verify-only"], { DATA_DIR: restoredData });
    expect(code).toBe(1);
    expect(output).toContain("Audit row 2: It is missing: it was deleted.");
    expect(output).toContain(`Entry ${posting?.entryId} has 1 of 2 postings`);
    expect(output).toContain(`File ${fileInDatabase} differs from the backup.`);
    expect(output).toContain(`File ${fileInBucket} is missing in the bucket.`);
    expect(output).toMatch(/Table audit_trails has \d+ of \d+ rows\..*Table ledger_postings has 1 of 2 rows\./);
  });

  it("restoring a backup is refused if the database is not empty, BACKUP_KEY is another one, or a part is damaged", async () => {
    const restore = async (backup: string) =>
      restoreBackup({ ...readBackupManifest(backup), folder: backup, url: secondCluster.url, log: () => {} });
    settings.backupKey = BACKUP_KEY;
    await expect(restore(onlyBackup())).rejects.toThrow("The database of --database is not empty");
    const damaged = path.join(folder, "damaged");
    cpSync(onlyBackup(), damaged, { recursive: true });
    appendFileSync(path.join(damaged, "database.dump"), "x");
    await expect(restore(damaged)).rejects.toThrow("Part database.dump of the backup is damaged.");
    settings.backupKey = "another key that has enough characters";
    await expect(restore(onlyBackup())).rejects.toThrow("BACKUP_KEY is not the key");
  });

  it("a backup lists a file that is missing in the bucket, and leaves no folder behind if it fails", async () => {
    settings.backupKey = undefined;
    settings.postgresPrograms = bin;
    const to = path.join(folder, "others");
    await openBucket(bucketOf("first"))?.remove(fileInBucket);
    const { manifest, folder: written } = await writeBackup({ url: firstCluster.url, to });
    expect(manifest.missingFiles).toEqual([fileInBucket]);
    rmSync(written, { recursive: true });
    const missing = withDatabase(firstCluster.url, "none");
    await expect(writeBackup({ url: missing, to })).rejects.toThrow('database "none" does not exist');
    settings.filesBucket = { ...bucketOf("first"), secret: "wrong" };
    await expect(writeBackup({ url: firstCluster.url, to })).rejects.toThrow("The bucket answered 403");
    expect(existsSync(to) && readdirSync(to)).toEqual([]);
  });
});
