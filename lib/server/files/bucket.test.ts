import { rm } from "node:fs/promises";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Database } from "@/lib/server/db/client";
import { fileOrphans, files } from "@/lib/server/db/schema/file";
import { startTestApp, type TestApp } from "@/lib/server/testing/app";
import { openBucket } from "./bucket";
import { deleteOrphanFiles, readStoredFile, removeStoredFiles, stageFile, storeFile } from "./stored-files";

/** An S3-compatible fake server that checks signatures. Must start first, because the app reads its settings on import. */
const s3 = await vi.hoisted(async () => {
  const { mkdtemp } = await import("node:fs/promises");
  const { tmpdir } = await import("node:os");
  const { default: S3rver } = await import("@20minutes/s3rver");
  const directory = await mkdtemp(`${tmpdir()}/bucket-`);
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: "documents" }],
  });
  const { port } = await server.run();
  const url = `http://127.0.0.1:${port}/documents`;
  Object.assign(process.env, {
    FILES_BUCKET_URL: `${url}/`,
    FILES_BUCKET_KEY_ID: "S3RVER",
    FILES_BUCKET_SECRET: "S3RVER",
  });
  return { server, url, directory };
});

const PAGE_FILE = { contentType: "image/jpeg", bytes: Buffer.from([0, 1, 2, 253, 254, 255]) };
const storePage = async (db: Database) => storeFile(db, await stageFile(db, PAGE_FILE));

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => {
  await app.stop();
  await rm(s3.directory, { recursive: true });
});

describe("file in a bucket", () => {
  const fetchObject = (id: string) =>
    openBucket()
      ?.get(id)
      .catch((error: Error) => error.message);
  const ageOrphans = () => app.db.update(fileOrphans).set({ notedAt: sql`now() - interval '61 minutes'` });

  it("a file in a bucket is read back unchanged, and the database has none of its bytes", async () => {
    const id = await storePage(app.db);
    const [row] = await app.db.select().from(files).where(eq(files.id, id));
    expect(row).toMatchObject({ bytes: null, size: PAGE_FILE.bytes.length });
    expect(await readStoredFile(app.db, id)).toEqual(PAGE_FILE);
  });

  it("a file in a bucket is refused to a client with the wrong key", async () => {
    const id = await storePage(app.db);
    const wrongBucket = openBucket({ url: s3.url, region: "us-east-1", keyId: "S3RVER", secret: "guessed" });
    await expect(wrongBucket?.get(id)).rejects.toThrow(/answered 403/);
  });

  it("a file in a bucket whose transaction was rolled back is deleted an hour later", async () => {
    const staged = await stageFile(app.db, PAGE_FILE);
    const rolledBack = app.db.transaction(async (tx) => {
      await storeFile(tx, staged);
      throw new Error("undone");
    });
    await expect(rolledBack).rejects.toThrow("undone");
    expect(await readStoredFile(app.db, staged.id)).toBeNull();
    expect(await deleteOrphanFiles(app.db)).toBe(0);
    expect(await fetchObject(staged.id)).toEqual(PAGE_FILE.bytes);
    await ageOrphans();
    expect(await deleteOrphanFiles(app.db)).toBe(1);
    expect(await fetchObject(staged.id)).toMatch(/answered 404/);
    await expect(storeFile(app.db, staged)).rejects.toThrow(/deleted already/);
  });

  it("a file in a bucket is deleted an hour after its removal, and never while a record uses it", async () => {
    const [keptId, removedId] = [await storePage(app.db), await storePage(app.db)];
    await app.db.transaction((tx) => removeStoredFiles(tx, [removedId]));
    await ageOrphans();
    expect(await deleteOrphanFiles(app.db)).toBe(1);
    expect(await fetchObject(removedId)).toMatch(/answered 404/);
    expect(await readStoredFile(app.db, keptId)).toEqual(PAGE_FILE);
  });

  it("an upload while the bucket is down stores only an orphan row, which the cleanup keeps for its next run", async () => {
    await s3.server.close();
    const before = await app.db.$count(files);
    await expect(stageFile(app.db, PAGE_FILE)).rejects.toThrow();
    expect(await app.db.$count(files)).toBe(before);
    await ageOrphans();
    await expect(deleteOrphanFiles(app.db)).rejects.toThrow();
    expect(await app.db.$count(fileOrphans)).toBe(1);
  });
});
