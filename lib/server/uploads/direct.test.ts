import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import type { BegunUpload } from "@/lib/contract/uploads-direct";
import { images } from "@/lib/server/db/schema/content-entries";
import { fileOrphans, files } from "@/lib/server/db/schema/file";
import { directUploads, uploadLimits, uploads } from "@/lib/server/db/schema/upload";
import { openBucket } from "@/lib/server/files/bucket";
import { readStoredFile } from "@/lib/server/files/stored-files";
import { timedTasks } from "@/lib/server/process/timed-tasks";
import { makeAdmin, OTHER_APP_KEY, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { startTestS3Bucket } from "@/lib/server/testing/bucket";
import { makeHeic } from "@/lib/server/testing/heic";
import { makeJpeg, makePdf, makePicture } from "@/lib/server/testing/pictures";
import { changeSettings } from "@/lib/server/testing/settings";
import { deleteOldDirectUploads } from "./delete-old";
import { quarantineKey } from "./direct";

const settings = changeSettings();
let bucket: Awaited<ReturnType<typeof startTestS3Bucket>>;

let app: TestApp;
let officer: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  bucket = await startTestS3Bucket();
  app = await startTestApp();
  officer = await makeAdmin(app);
});
beforeEach(() => Object.assign(settings, { filesBucket: bucket.settings, isOnVercel: false }));
afterAll(async () => {
  await app.stop();
  await bucket.stop();
});

const KYC = "/kyc/uploads";
type Sent = { token?: string; path?: string; size?: number; contentType?: string };

const requestBegin = (bytes: Buffer, { token = officer.token, path = KYC, size, contentType }: Sent = {}) =>
  app.call("POST", "/uploads", {
    token,
    body: { path, size: size ?? bytes.length, content_type: contentType ?? "image/jpeg" },
  });
async function begin(bytes: Buffer, sent?: Sent): Promise<{ id: string; put: NonNullable<BegunUpload["put"]> }> {
  const answer = await requestBegin(bytes, sent);
  expect(answer.json).toMatchObject({ status: 200, data: { id: expect.any(String), put: expect.any(Object) } });
  return answer.json.data;
}
const put = async (
  { url, headers }: NonNullable<BegunUpload["put"]>,
  bytes: Buffer,
  other?: Record<string, string>,
) => {
  const answer = await fetch(url, { method: "PUT", headers: { ...headers, ...other }, body: new Uint8Array(bytes) });
  return { status: answer.status, text: await answer.text() };
};
const complete = (id: string, { token = officer.token, path = KYC, key }: Sent & { key?: string } = {}) =>
  app.call("POST", path, {
    token,
    body: { direct_upload: id },
    headers: key ? { "idempotency-key": key } : undefined,
  });
/** Begins an upload and sends the file to the bucket. @returns the upload's id */
async function arrive(bytes: Buffer, sent?: Sent): Promise<string> {
  const begun = await begin(bytes, sent);
  expect((await put(begun.put, bytes)).status).toBe(200);
  return begun.id;
}
const ENDED = { status: 400, message: expect.stringMatching(/^This upload has ended/) };
const isInQuarantine = async (id: string) => Boolean(await openBucket()?.find(quarantineKey(id)));

describe("upload to the bucket", () => {
  it("a direct upload is stored like an upload through the server: pixels only, with thumbnail, audit rows and one count", async () => {
    const gpsData = { IFD0: { Make: "SpyCam" }, IFD3: { GPSLatitude: "4/1 57/1 0/1", GPSLatitudeRef: "N" } };
    const bytes = await (await makePicture(1)).withExif(gpsData).jpeg().toBuffer();
    expect(bytes.includes("SpyCam")).toBe(true);
    const readLimit = () => app.db.select().from(uploadLimits).where(eq(uploadLimits.owner, officer.id));
    expect(await readLimit()).toEqual([]);
    const id = await arrive(bytes);
    const counted = await readLimit();
    expect(counted).toHaveLength(1);
    const { json } = await complete(id);
    expect(json).toMatchObject({ status: 200, data: { content_type: "image/jpeg", pages: 1 } });
    expect(await readLimit()).toEqual(counted);
    const through = await app.call("POST", KYC, {
      token: officer.token,
      raw: new Uint8Array(bytes),
      headers: { "content-type": "image/jpeg" },
    });
    const { id: _id, expires_at: _at, ...about } = json.data;
    expect(through.json.data).toMatchObject(about);
    const [stored] = await app.db.select().from(uploads).where(eq(uploads.id, json.data.id));
    const [reference] = await app.db.select().from(uploads).where(eq(uploads.id, through.json.data.id));
    expect(stored?.fileHash).toBe(reference?.fileHash);
    expect(stored?.adminId).toBe(officer.id);
    const file = await readStoredFile(app.db, stored?.fileId ?? "");
    expect(file?.bytes.includes("SpyCam")).toBe(false);
    expect(await app.audit(id)).toMatchObject([
      { action: "uploads.begin", after: { path: KYC, size: bytes.length, content_type: "image/jpeg" } },
    ]);
    expect(await app.audit(json.data.id)).toMatchObject([{ action: "kyc.upload", adminId: officer.id }]);
  });

  it("a direct upload accepts an iPhone photo and a PDF, by content", async () => {
    const heic = await makeHeic();
    const { json: photo } = await complete(await arrive(heic, { contentType: "image/heic" }));
    expect(photo.data).toMatchObject({ content_type: "image/jpeg" });
    const pdf = makePdf();
    const { json: document } = await complete(await arrive(pdf, { contentType: "application/octet-stream" }));
    expect(document.data).toMatchObject({ content_type: "application/pdf", pages: 1 });
  });

  it("a direct upload can be completed for a picture of an article, which stores no original", async () => {
    const id = await arrive(await makeJpeg(2), { path: "/content/images" });
    const { json } = await complete(id, { path: "/content/images" });
    expect(await app.db.$count(images, eq(images.id, json.data.id))).toBe(1);
  });

  it("a direct upload is refused by the bucket with another size, another type, or a changed URL", async () => {
    const bytes = await makeJpeg(3);
    const { put: signed } = await begin(bytes);
    expect((await put(signed, Buffer.concat([bytes, Buffer.from("x")]))).status).toBe(403);
    expect((await put(signed, bytes.subarray(1))).status).toBe(403);
    expect((await put(signed, bytes, { "content-type": "text/html" })).status).toBe(403);
    expect((await put({ ...signed, url: signed.url.replace(/quarantine%2F|quarantine\//, "") }, bytes)).status).toBe(
      403,
    );
    expect((await put(signed, bytes)).status).toBe(200);
  });

  it("the URL of a direct upload is valid for 15 minutes; the bucket refuses it afterwards", async () => {
    const { put: signed } = await begin(await makeJpeg(3));
    expect(new URL(signed.url).searchParams.get("X-Amz-Expires")).toMatch(/^(900|899)$/);
    const expired = await openBucket()?.signPut("quarantine/late", { contentType: "image/jpeg", size: 1 }, -1);
    expect((await put({ ...signed, url: expired?.url ?? "" }, Buffer.from("x"))).text).toContain("Request has expired");
  });
});

describe("upload that can't begin", () => {
  it("beginning an upload requires the same right as the call that will receive the file", async () => {
    const writer = await makeAdmin(app, { rights: makeRights({ "Content Management": ["read", "update"] }) });
    const bytes = await makeJpeg(4);
    const before = await app.db.$count(directUploads);
    expect((await requestBegin(bytes, { token: writer.token })).status).toBe(403);
    expect((await requestBegin(bytes, { path: "/app/uploads" })).status).toBe(400);
    expect(await app.db.$count(directUploads)).toBe(before);
    expect((await requestBegin(bytes, { token: writer.token, path: "/content/images" })).status).toBe(200);
  });

  it("beginning a direct upload is refused for an empty file, one above 10 MB or of another type, and above the hourly limit", async () => {
    const bytes = await makeJpeg(4);
    expect(await requestBegin(bytes, { size: 10_000_001 })).toMatchObject({
      json: { status: 413, message: "This file is larger than 10 MB. Send a smaller one." },
    });
    expect((await requestBegin(bytes, { size: 0 })).status).toBe(400);
    expect((await requestBegin(bytes, { contentType: "text/html" })).status).toBe(400);
    const busy = await makeAdmin(app);
    await app.db.insert(uploadLimits).values({ owner: busy.id, usedUntil: sql`now() + interval '1 hour'` });
    expect((await requestBegin(bytes, { token: busy.token })).status).toBe(429);
  });

  it("an upload is sent through the server if there is no bucket, but on Vercel only up to 4.5 MB", async () => {
    const bytes = await makeJpeg(4);
    settings.filesBucket = undefined;
    const before = await app.db.$count(directUploads);
    const answer = await requestBegin(bytes, { size: 9_000_000 });
    expect(answer.json.data).toEqual({ id: null, body_limit: 10_000_000, put: null });
    expect(await app.db.$count(directUploads)).toBe(before);
    settings.isOnVercel = true;
    expect((await requestBegin(bytes, { size: 4_400_000 })).json.data).toMatchObject({ body_limit: 4_500_000 });
    expect((await requestBegin(bytes, { size: 4_600_000 })).json).toMatchObject({
      ...{ status: 413, message: "This file is larger than 4.5 MB, the limit of this server. Send a smaller one." },
    });
  });
});

describe("upload that can't be completed", () => {
  it("completing an upload is refused with 409 while nothing has arrived, and is possible later", async () => {
    const bytes = await makeJpeg(5);
    const begun = await begin(bytes);
    expect((await complete(begun.id)).json).toMatchObject({
      status: 409,
      message: "The file has not arrived yet. Upload it to the signed address, then try again.",
    });
    await put(begun.put, bytes);
    expect((await complete(begun.id)).status).toBe(200);
  });

  it("completing an upload is refused if the object differs from the declared one", async () => {
    const bytes = await makeJpeg(5);
    const id = await arrive(bytes);
    const larger = Buffer.concat([bytes, Buffer.alloc(100)]);
    await openBucket()?.put(quarantineKey(id), { contentType: "image/jpeg", bytes: larger });
    expect((await complete(id)).json).toMatchObject({
      status: 422,
      message: expect.stringContaining("than was declared"),
    });
    await openBucket()?.put(quarantineKey(id), { contentType: "image/png", bytes });
    expect((await complete(id)).json).toMatchObject({
      status: 422,
      message: expect.stringContaining("than was declared"),
    });
  });

  it("completing an upload is refused for bytes that an upload through the server refuses, and stores nothing", async () => {
    const [filesBefore, uploadsBefore] = [await app.db.$count(files), await app.db.$count(uploads)];
    const page = Buffer.from("<html><script>alert(1)</script></html>");
    expect((await complete(await arrive(page))).status).toBe(415);
    const broken = (await makeJpeg(6)).subarray(0, 2_000);
    expect((await complete(await arrive(broken))).status).toBe(422);
    expect([await app.db.$count(files), await app.db.$count(uploads)]).toEqual([filesBefore, uploadsBefore]);
  });

  it("an object of a direct upload is read at most five times", async () => {
    const id = await arrive(Buffer.from("no picture"));
    for (let attempt = 0; attempt < 5; attempt++) expect((await complete(id)).status).toBe(415);
    expect((await complete(id)).json).toMatchObject(ENDED);
  });

  it("completing an upload is refused for another admin, another call, another app, and an unknown id", async () => {
    const colleague = await makeAdmin(app);
    const id = await arrive(await makeJpeg(7));
    expect((await complete(id, { token: colleague.token })).json).toMatchObject(ENDED);
    expect((await complete(id, { path: "/ireports/uploads" })).json).toMatchObject(ENDED);
    expect((await app.callAsApp("POST", "/uploads", { body: { direct_upload: id } })).json).toMatchObject(ENDED);
    expect((await complete(uuid())).json).toMatchObject(ENDED);
    expect((await app.call("POST", KYC, { token: officer.token, body: { direct_upload: "1" } })).status).toBe(400);
    expect((await complete(id)).status).toBe(200);
  });

  it("completing an upload is refused an hour after its beginning", async () => {
    const id = await arrive(await makeJpeg(7));
    await app.db
      .update(directUploads)
      .set({ createdAt: sql`now() - interval '61 minutes'` })
      .where(eq(directUploads.id, id));
    expect((await complete(id)).json).toMatchObject(ENDED);
  });

  it("the id of a direct upload is not accepted as the id of an uploaded file", async () => {
    const id = await arrive(await makeJpeg(7));
    const { status } = await app.callAsApp("GET", `/uploads/${id}`);
    expect(status).toBe(404);
    expect(await app.db.$count(uploads, eq(uploads.id, id))).toBe(0);
    expect(await app.db.$count(files, eq(files.id, id))).toBe(0);
  });
});

describe("completed upload", () => {
  it("a completed upload can't be completed again, unless as a retry with the same Idempotency-Key", async () => {
    const id = await arrive(await makeJpeg(8));
    const key = uuid();
    const first = await complete(id, { key });
    expect(first.status).toBe(200);
    expect((await complete(id)).json).toMatchObject(ENDED);
    expect((await complete(id, { key: uuid() })).json).toMatchObject(ENDED);
    expect((await complete(id, { key })).json.data).toEqual(first.json.data);
    await app.db.delete(directUploads).where(eq(directUploads.id, id));
    expect((await complete(id, { key })).json.data).toEqual(first.json.data);
  });

  it("a completed upload is stored once when two requests complete it concurrently", async () => {
    const id = await arrive(await makeJpeg(9));
    const before = await app.db.$count(uploads);
    const statuses = (await Promise.all([complete(id), complete(id)])).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 400]);
    expect(await app.db.$count(uploads)).toBe(before + 1);
  });

  it("a completed upload stays unchanged when its object is replaced afterwards", async () => {
    const bytes = makePdf();
    const begun = await begin(bytes, { contentType: "application/pdf" });
    await put(begun.put, bytes);
    const { json } = await complete(begun.id);
    const other = Buffer.from(bytes.toString("latin1").replace("%PDF-1", "%PDF-2"), "latin1");
    expect((await put(begun.put, other)).status).toBe(200);
    const [row] = await app.db.select().from(uploads).where(eq(uploads.id, json.data.id));
    expect((await readStoredFile(app.db, row?.fileId ?? ""))?.bytes.equals(bytes)).toBe(true);
  });
});

describe("upload of the citizen app", () => {
  const beginAsApp = (bytes: Buffer, key: string) =>
    app.callAsApp("POST", "/uploads/direct", {
      body: { size: bytes.length, content_type: "image/jpeg" },
      headers: { "idempotency-key": key },
    });

  it("an upload of the citizen app is completed by its app, and no other", async () => {
    const bytes = await makeJpeg(10);
    const { json } = await beginAsApp(bytes, uuid());
    await put(json.data.put, bytes);
    const body = { direct_upload: json.data.id };
    expect((await app.callAsApp("POST", "/uploads", { body, token: OTHER_APP_KEY })).json).toMatchObject(ENDED);
    expect((await complete(json.data.id)).json).toMatchObject(ENDED);
    const done = await app.callAsApp("POST", "/uploads", { body });
    const [stored] = await app.db.select().from(uploads).where(eq(uploads.id, done.json.data.id));
    expect(stored).toMatchObject({ app: "demo", adminId: null });
  });

  it("an upload of the citizen app gets the same id and a new URL when it begins again with the same key, and no URL once completed", async () => {
    const bytes = await makeJpeg(11);
    const key = uuid();
    const first = (await beginAsApp(bytes, key)).json.data;
    await app.db
      .update(directUploads)
      .set({ createdAt: sql`now() - interval '40 minutes'` })
      .where(eq(directUploads.id, first.id));
    const again = (await beginAsApp(bytes, key)).json.data;
    expect(again.id).toBe(first.id);
    expect(Number(new URL(again.put.url).searchParams.get("X-Amz-Expires"))).toBeLessThanOrEqual(300);
    expect((await put(again.put, bytes)).status).toBe(200);
    expect((await app.callAsApp("POST", "/uploads", { body: { direct_upload: first.id } })).status).toBe(200);
    expect((await beginAsApp(bytes, key)).json.data).toMatchObject({ id: first.id, put: null });
  });
});

describe("clean-up of direct uploads", () => {
  it("the clean-up of direct uploads deletes rows and objects after an hour, completed or not, and keeps stored files", async () => {
    const [completed, unfinished, recent] = [
      await arrive(await makeJpeg(12)),
      await arrive(await makeJpeg(13)),
      await arrive(await makeJpeg(14)),
    ];
    const never = (await begin(await makeJpeg(15))).id;
    const { json } = await complete(completed);
    await app.db.update(directUploads).set({ createdAt: sql`now() - interval '61 minutes'` });
    await app.db.update(directUploads).set({ createdAt: new Date() }).where(eq(directUploads.id, recent));
    const orphansBefore = await app.db.$count(fileOrphans);
    await deleteOldDirectUploads(app.db);
    expect(await Promise.all([completed, unfinished, recent].map(isInQuarantine))).toEqual([false, false, true]);
    expect((await app.db.select().from(directUploads)).map(({ id }) => id)).toEqual([recent]);
    expect(never).not.toBe(recent);
    const [row] = await app.db.select().from(uploads).where(eq(uploads.id, json.data.id));
    expect((await readStoredFile(app.db, row?.fileId ?? ""))?.contentType).toBe("image/jpeg");
    expect(await app.db.$count(fileOrphans)).toBe(orphansBefore);
  });

  it("the clean-up of direct uploads is a timed task where there is a bucket", () => {
    expect(timedTasks().map(({ name }) => name)).toContain("forget-direct-uploads");
    settings.filesBucket = undefined;
    expect(timedTasks().map(({ name }) => name)).not.toContain("forget-direct-uploads");
  });
});
