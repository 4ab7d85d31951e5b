import { eq } from "drizzle-orm";
import sharp from "sharp";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { imageSizes, images } from "@/lib/server/db/schema/content-entries";
import { files } from "@/lib/server/db/schema/file";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeBroadcast } from "@/lib/server/testing/broadcasts";
import {
  contentEntryCallsOf,
  docWithText,
  insertPicture,
  publishDraftWithTimes,
} from "@/lib/server/testing/content-entries";
import { uploadTestFile } from "@/lib/server/testing/ireports";
import { makeJpeg, makePdf, makePicture } from "@/lib/server/testing/pictures";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const newestAudit = async () => (await app.audit())[0];
const uploadImage = (
  bytes: Buffer,
  { token = admin.token, type = "image/jpeg", to: uploadPath = "/content/images" } = {},
) => uploadTestFile(app, uploadPath, bytes, { token, type });
const publicStatus = async (id: string, width = 480) => (await app.call("GET", `/public/images/${id}/${width}`)).status;
const announcement = (imageId: string | null, title = "With a picture") => ({
  texts: { en: { title, body: docWithText("Text") } },
  image_id: imageId,
  image_alt: imageId ? "A bridge" : "",
  link: "",
  audience: "everybody",
  group_ids: [],
  pinned: false,
});

describe("an uploaded picture", () => {
  it("stores a picture in the sizes that phones load, none wider than the original; the original is not stored", async () => {
    const wide = await (await makePicture(1, { width: 2_000, height: 1_000 })).jpeg().toBuffer();
    const { status, json } = await uploadImage(wide);
    expect([status, json.message]).toEqual([200, "OK"]);
    const sizes = json.data.sizes.map(({ width, height }: { width: number; height: number }) => [width, height]);
    expect(json.data).toMatchObject({
      width: 2_000,
      height: 1_000,
      thumbnail: expect.stringMatching(/^data:image\/jpeg;/),
    });
    expect(sizes).toEqual([
      [480, 240],
      [960, 480],
      [1_600, 800],
    ]);
    expect(await newestAudit()).toMatchObject({
      action: "content.upload",
      recordType: "image",
      recordId: json.data.id,
      after: { width: 2_000, height: 1_000 },
    });
    const storedSizes = await app.db
      .select({ type: files.contentType, size: imageSizes.bytes, bytes: files.bytes })
      .from(imageSizes)
      .innerJoin(files, eq(files.id, imageSizes.fileId))
      .where(eq(imageSizes.imageId, json.data.id));
    expect(storedSizes).toHaveLength(3);
    for (const { type, size, bytes } of storedSizes) {
      expect([type, bytes?.length]).toEqual(["image/webp", size]);
      expect((await sharp(bytes ?? Buffer.alloc(0)).metadata()).format).toBe("webp");
    }
    expect(await app.db.$count(files, eq(files.contentType, "image/jpeg"))).toBe(0);
    const narrowPicture = (
      await uploadImage(await (await makePicture(2, { width: 700, height: 700 })).png().toBuffer())
    ).json.data;
    expect(narrowPicture.sizes.map(({ width }: { width: number }) => width)).toEqual([480, 700]);
    const smallPicture = (
      await uploadImage(await (await makePicture(3, { width: 300, height: 300 })).webp().toBuffer())
    ).json.data;
    expect(smallPicture.sizes.map(({ width }: { width: number }) => width)).toEqual([300]);
  });

  it("refuses an upload with an error message if it is not a valid picture or its size is not allowed", async () => {
    const before = [await app.db.$count(images), await app.db.$count(files)];
    const jpeg = await makeJpeg(1);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const refusals: [string, Buffer, string, number][] = [
      ["svg", svg, "image/svg+xml", 415],
      ["svg as jpeg", svg, "image/jpeg", 415],
      ["html", Buffer.from("<!doctype html><p>x"), "image/png", 415],
      ["gif", Buffer.from("GIF89a\u0001\u0000\u0001\u0000"), "image/jpeg", 415],
      ["pdf", makePdf(), "application/pdf", 415],
      ["cut off", jpeg.subarray(0, 600), "image/jpeg", 422],
      ["wrong magic", Buffer.concat([Buffer.from("\xff\xd8\xff", "latin1"), Buffer.alloc(2_000)]), "image/jpeg", 422],
      [
        "longer than WebP allows",
        await sharp({ create: { width: 700, height: 17_000, channels: 3, background: "red" } })
          .png()
          .toBuffer(),
        "image/png",
        422,
      ],
      [
        "tiny",
        await sharp({ create: { width: 20, height: 20, channels: 3, background: "red" } })
          .png()
          .toBuffer(),
        "image/png",
        422,
      ],
      ["too large", Buffer.concat([jpeg, Buffer.alloc(10 * 1_024 * 1_024 + 1 - jpeg.length)]), "image/jpeg", 413],
    ];
    for (const [what, bytes, type, expectedStatus] of refusals) {
      const { status, json } = await uploadImage(bytes, { type });
      expect([what, status]).toEqual([what, expectedStatus]);
      expect(json.message.length).toBeGreaterThan(20);
    }
    expect([await app.db.$count(images), await app.db.$count(files)]).toEqual(before);
  });

  it("refuses a picture with too many pixels before decoding it", async () => {
    const hugePicture = await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: "red" } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(hugePicture.length).toBeLessThan(1_000_000);
    const { status, json } = await uploadImage(hugePicture, { type: "image/png" });
    expect([status, json.message]).toEqual([422, expect.stringContaining("50 million pixels")]);
  });

  it("removes location and camera metadata from an uploaded picture", async () => {
    const taggedPicture = await (await makePicture(4))
      .withExif({ IFD0: { Artist: "Canaryartist", Model: "Canaryphone" } })
      .jpeg()
      .toBuffer();
    const { json } = await uploadImage(taggedPicture);
    const rows = await app.db.select({ bytes: files.bytes }).from(files);
    expect(rows.some(({ bytes }) => bytes?.includes("Canary"))).toBe(false);
    expect(json.data.id).toBeTruthy();
  });

  it("removes text appended to the file of an uploaded picture", async () => {
    const { status } = await uploadImage(Buffer.concat([await makeJpeg(6), Buffer.from("<script>canary</script>")]));
    expect(status).toBe(200);
    const rows = await app.db.select({ bytes: files.bytes }).from(files);
    expect(rows.some(({ bytes }) => bytes?.includes("canary"))).toBe(false);
  });

  it("refuses a picture from an admin without the right of its module", async () => {
    const jpeg = await makeJpeg(2);
    const reader = await makeAdmin(app, { rights: makeRights({ "Content Management": ["read"] }) });
    const configAdmin = await makeAdmin(app, { rights: makeRights({ "App Configurations": ["read", "update"] }) });
    expect((await uploadImage(jpeg, { token: reader.token })).status).toBe(403);
    expect((await uploadImage(jpeg, { token: configAdmin.token })).status).toBe(403);
    expect((await uploadImage(jpeg, { token: configAdmin.token, to: "/app-config/images" })).status).toBe(200);
    expect(await newestAudit()).toMatchObject({ action: "appConfig.upload", adminId: configAdmin.id });
    expect((await app.call("POST", "/content/images", { token: admin.token, body: {} })).status).toBe(400);
  });
});

describe("a picture for admins", () => {
  it("returns a picture in the width closest to the requested one to admins with the right to read", async () => {
    const { id } = (await uploadImage(await (await makePicture(5, { width: 1_200, height: 600 })).jpeg().toBuffer()))
      .json.data;
    const reader = await makeAdmin(app, { rights: makeRights({ "Content Management": ["read"] }) });
    const getImage = (query = "", token?: string) => app.call("GET", `/content/images/${id}${query}`, { token });
    const widthOf = async (query: string) => {
      const { status, headers, json } = await getImage(query, reader.token);
      expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
        200,
        "image/webp",
        expect.stringContaining("private"),
      ]);
      return (await sharp(Buffer.from(await json.arrayBuffer())).metadata()).width;
    };
    expect([await widthOf(""), await widthOf("?width=100"), await widthOf("?width=5000")]).toEqual([960, 480, 1_200]);
    expect((await getImage()).status).toBe(401);
    expect((await getImage("", (await makeAdmin(app, { rights: makeRights({}) })).token)).status).toBe(403);
    expect((await app.call("GET", `/content/images/${uuid()}`, { token: reader.token })).status).toBe(404);
    const namedAnswer = await app.call("GET", `/content/images?ids=${id},${uuid()}`, { token: reader.token });
    expect(namedAnswer.json.data.items.map((each: { id: string }) => each.id)).toEqual([id]);
    expect((await app.call("GET", "/content/images?ids=odd", { token: reader.token })).status).toBe(400);
  });
});

describe("a public picture", () => {
  const contentEntryCalls = () => contentEntryCallsOf(app, admin, "announcements");

  it("serves publicly only pictures of live publications", async () => {
    const id = await insertPicture(app, admin);
    const replaced = await insertPicture(app, admin);
    expect([await publicStatus(id), await publicStatus(uuid())]).toEqual([404, 404]);
    const made = await contentEntryCalls().draft(announcement(replaced));
    expect(await publicStatus(replaced)).toBe(404);
    const live = (await contentEntryCalls().publish(made.id, made.version)).json.data;
    expect(await publicStatus(replaced)).toBe(200);
    const saved = await contentEntryCalls().call("PATCH", `/${made.id}`, {
      version: live.version,
      draft: announcement(id),
    });
    expect([await publicStatus(replaced), await publicStatus(id)]).toEqual([200, 404]);
    const next = (await contentEntryCalls().publish(made.id, saved.json.data.version)).json.data;
    expect([await publicStatus(replaced), await publicStatus(id)]).toEqual([404, 200]);
    expect([await publicStatus(id, 960), await publicStatus(id, 1)]).toEqual([404, 404]);
    const archiveAnswer = await contentEntryCalls().call("PATCH", `/${made.id}/archive`, {
      version: next.version,
      archived: true,
    });
    expect(await publicStatus(id)).toBe(404);
    const restoreAnswer = await contentEntryCalls().call("PATCH", `/${made.id}/archive`, {
      version: archiveAnswer.json.data.version,
      archived: false,
    });
    expect(await publicStatus(id)).toBe(200);
    await contentEntryCalls().call("POST", `/${made.id}/withdrawal`, {
      version: restoreAnswer.json.data.version,
      what: "all",
    });
    expect(await publicStatus(id)).toBe(404);
  });

  it("serves a picture publicly from the start to the end of its publication", async () => {
    const [scheduledPicture, endedPicture, livePicture] = [
      await insertPicture(app, admin),
      await insertPicture(app, admin),
      await insertPicture(app, admin),
    ];
    for (const [imageId, from, until] of [
      [scheduledPicture, 1, 2],
      [endedPicture, -2, -1],
      [livePicture, -1, 1],
    ] as const) {
      const { id } = await contentEntryCalls().draft(announcement(imageId));
      await publishDraftWithTimes(app, admin, id, { from, until, imageId });
    }
    expect([
      await publicStatus(scheduledPicture),
      await publicStatus(endedPicture),
      await publicStatus(livePicture),
    ]).toEqual([404, 404, 200]);
  });

  it("serves a notification's picture publicly once the notification was sent", async () => {
    const [sentPicture, draftPicture] = [await insertPicture(app, admin), await insertPicture(app, admin)];
    await makeBroadcast(app, admin.id, { imageId: sentPicture, state: "sent", startedAt: new Date() });
    await makeBroadcast(app, admin.id, { imageId: draftPicture });
    expect([await publicStatus(sentPicture), await publicStatus(draftPicture)]).toEqual([200, 404]);
    // A picture stays public once its notification has started, because phones load it when they are online again.
    const [pausedPicture, cancelledPicture] = [await insertPicture(app, admin), await insertPicture(app, admin)];
    await makeBroadcast(app, admin.id, { imageId: pausedPicture, state: "cancelled", startedAt: new Date() });
    await makeBroadcast(app, admin.id, { imageId: cancelledPicture, state: "cancelled" });
    expect([await publicStatus(pausedPicture), await publicStatus(cancelledPicture)]).toEqual([200, 404]);
  });

  it("serves a public picture with headers that block scripts and type sniffing, and returns 304 if the client has it", async () => {
    const id = await insertPicture(app, admin);
    await contentEntryCalls().published(announcement(id));
    const getImage = (headers = {}) => app.call("GET", `/public/images/${id}/480`, { headers });
    const { headers, json } = await getImage();
    expect(await json.text()).toBe("webp");
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "image/webp",
      "content-disposition": "inline",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
    });
    expect((await getImage({ "if-none-match": headers.get("etag") ?? "" })).status).toBe(304);
  });
});
