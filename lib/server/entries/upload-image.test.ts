import { sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { imageSizes, images } from "@/lib/server/db/schema/entries";
import { fileOrphans } from "@/lib/server/db/schema/file";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { sendFile } from "@/lib/server/testing/ireports";
import { makePicture } from "@/lib/server/testing/pictures";

/** A fake bucket that stores WebP files only once the gate is open, and other files immediately. */
const store = vi.hoisted(() => {
  const put: string[] = [];
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { put, open, gate };
});
vi.mock("@/lib/server/files/bucket", () => ({
  bucket: () => ({
    put: async (_id: string, { contentType }: { contentType: string }) => {
      store.put.push(contentType);
      if (contentType === "image/webp") await store.gate;
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

const SENT = 3;

it("occupies no connection while pictures wait for the bucket, and stores nothing else", async () => {
  const bytes = await (await makePicture(1, { width: 700, height: 400 })).jpeg().toBuffer();
  const sent = Array.from({ length: SENT }, () =>
    sendFile(app, "/content/images", bytes, { token: admin.token, type: "image/jpeg" }),
  );
  await vi.waitFor(() => expect(store.put.filter((type) => type === "image/webp")).toHaveLength(SENT), 20_000);
  const { rows } = await app.db.execute<{ held: number }>(sql`select count(*)::int as held from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`);
  expect(rows[0]?.held).toBe(0);
  expect((await app.call("GET", "/content/entries/slides", { token: admin.token })).status).toBe(200);
  store.open();
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(sent.map(() => 200));
  expect(store.put).toEqual(Array(SENT * 2).fill("image/webp"));
  expect(await app.db.$count(imageSizes)).toBe(SENT * 2);
  expect(await app.db.$count(fileOrphans)).toBe(0);
}, 60_000);

it("stores a picture once when it is repeated with the same key", async () => {
  const bytes = await (await makePicture(2, { width: 300, height: 300 })).jpeg().toBuffer();
  const before = await app.db.$count(images);
  const send = (key: string) =>
    app.call("POST", "/content/images", {
      token: admin.token,
      raw: new Uint8Array(bytes),
      headers: { "content-type": "image/jpeg", "idempotency-key": key },
    });
  const key = uuid();
  const [first, repeat] = [await send(key), await send(key)];
  expect([first.status, repeat.json.data.id]).toEqual([200, first.json.data.id]);
  expect(await app.db.$count(images)).toBe(before + 1);
});
