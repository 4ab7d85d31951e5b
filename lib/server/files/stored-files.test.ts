import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/lib/server/db/client";
import { fileOrphans, files } from "@/lib/server/db/schema/file";
import { startTestApp, type TestApp } from "@/lib/server/testing/app";
import { readStoredFile, removeStoredFiles, stageFile, storeFile } from "./stored-files";

const PAGE_FILE = { contentType: "image/jpeg", bytes: Buffer.from([0, 1, 2, 253, 254, 255]) };
const storePage = async (db: Database) => storeFile(db, await stageFile(db, PAGE_FILE));

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

describe("file in the database", () => {
  it("a file in the database is read back unchanged, and deleted with its last reference", async () => {
    const id = await storePage(app.db);
    expect(await readStoredFile(app.db, id)).toEqual(PAGE_FILE);
    await app.db.transaction((tx) => removeStoredFiles(tx, [id]));
    expect(await readStoredFile(app.db, id)).toBeNull();
    expect(await app.db.$count(fileOrphans)).toBe(0);
  });

  it("a file in the database leaves nothing after a rollback", async () => {
    const before = await app.db.$count(files);
    const staged = await stageFile(app.db, PAGE_FILE);
    const rolledBack = app.db.transaction(async (tx) => {
      await storeFile(tx, staged);
      throw new Error("undone");
    });
    await expect(rolledBack).rejects.toThrow("undone");
    expect(await app.db.$count(files)).toBe(before);
  });
});
