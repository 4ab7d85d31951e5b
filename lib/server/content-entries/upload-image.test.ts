import { sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { imageSizes, images } from "@/lib/server/db/schema/content-entries";
import { fileOrphans } from "@/lib/server/db/schema/file";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { uploadTestFile } from "@/lib/server/testing/ireports";
import { makePicture } from "@/lib/server/testing/pictures";

/** A fake bucket that stores WebP files only after the test opens a gate, and other files immediately. */
const fakeBucket = vi.hoisted(() => {
  const putTypes: string[] = [];
  let openGate = () => {};
  const gate = new Promise<void>((resolve) => {
    openGate = resolve;
  });
  return { put: putTypes, open: openGate, gate };
});
vi.mock("@/lib/server/files/bucket", () => ({
  openBucket: () => ({
    put: async (_id: string, { contentType }: { contentType: string }) => {
      fakeBucket.put.push(contentType);
      if (contentType === "image/webp") await fakeBucket.gate;
    },
  }),
}));

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const UPLOAD_COUNT = 3;

it("picture uploads use no database connection while they wait for the bucket, and leave no orphaned files", async () => {
  const bytes = await (await makePicture(1, { width: 700, height: 400 })).jpeg().toBuffer();
  const uploads = Array.from({ length: UPLOAD_COUNT }, () =>
    uploadTestFile(app, "/content/images", bytes, { token: admin.token, type: "image/jpeg" }),
  );
  await vi.waitFor(
    () => expect(fakeBucket.put.filter((type) => type === "image/webp")).toHaveLength(UPLOAD_COUNT),
    20_000,
  );
  const { rows } = await app.db.execute<{ held: number }>(sql`select count(*)::int as held from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`);
  expect(rows[0]?.held).toBe(0);
  expect((await app.call("GET", "/content/entries/slides", { token: admin.token })).status).toBe(200);
  fakeBucket.open();
  expect((await Promise.all(uploads)).map(({ status }) => status)).toEqual(uploads.map(() => 200));
  expect(fakeBucket.put).toEqual(Array(UPLOAD_COUNT * 2).fill("image/webp"));
  expect(await app.db.$count(imageSizes)).toBe(UPLOAD_COUNT * 2);
  expect(await app.db.$count(fileOrphans)).toBe(0);
}, 60_000);

it("stores an uploaded picture only once if the request is repeated with the same idempotency key", async () => {
  const bytes = await (await makePicture(2, { width: 300, height: 300 })).jpeg().toBuffer();
  const before = await app.db.$count(images);
  const sendUpload = (key: string) =>
    app.call("POST", "/content/images", {
      token: admin.token,
      raw: new Uint8Array(bytes),
      headers: { "content-type": "image/jpeg", "idempotency-key": key },
    });
  const key = uuid();
  const [first, repeat] = [await sendUpload(key), await sendUpload(key)];
  expect([first.status, repeat.json.data.id]).toEqual([200, first.json.data.id]);
  expect(await app.db.$count(images)).toBe(before + 1);
});
