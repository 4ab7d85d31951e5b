import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { deleteUnusedImages } from "@/lib/server/content-entries/delete-unused-images";
import { images } from "@/lib/server/db/schema/content-entries";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { insertPicture } from "@/lib/server/testing/content-entries";
import { makeEvent, timeInHours } from "@/lib/server/testing/events";
import { uploadTestFile } from "@/lib/server/testing/ireports";
import { makeJpeg, makePdf } from "@/lib/server/testing/pictures";

let app: TestApp;
let officer: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  officer = await makeAdmin(app, { rights: makeRights({ Events: ["read", "create", "update", "delete"] }) });
});
afterAll(() => app.stop());

let madeCount = 0;
const categoryForm = (values: object = {}) => ({
  name: `Concerts ${++madeCount}`,
  colour: "#0a7d4f",
  icon: "music",
  ...values,
});
const send = (method: string, path: string, body?: object) =>
  app.call(method, `/events/${path}`, { token: officer.token, body });
const createCategory = async (values: object = {}) =>
  (await send("POST", "categories", categoryForm(values))).json.data;
const listCategories = async () => (await send("GET", "categories")).json.data.items;
const newestAudit = async () => (await app.audit())[0];

describe("categories", () => {
  it("adds an event category at the end of the list, with an audit row", async () => {
    const first = await createCategory({ name: "  Food and drink ", colour: "#8A1F3C", icon: "utensils" });
    expect(first).toMatchObject({ name: "Food and drink", colour: "#8a1f3c", events: 0, live: 0, version: 1 });
    expect(await newestAudit()).toMatchObject({
      action: "event.createCategory",
      recordType: "event_category",
      recordId: first.id,
      recordName: "Food and drink",
      after: { name: "Food and drink", colour: "#8a1f3c", icon: "utensils" },
    });
    const second = await createCategory();
    expect(second.position).toBe(first.position + 1);
    expect((await listCategories()).map(({ id }: { id: string }) => id).slice(-2)).toEqual([first.id, second.id]);
  });

  it("refuses an event category's name that is already used, ignoring case", async () => {
    const { name } = await createCategory({ name: `Ẹ̀kọ́ ${uuid()}` });
    const duplicate = await send("POST", "categories", categoryForm({ name: name.toUpperCase() }));
    expect([duplicate.status, duplicate.json.message]).toEqual([409, expect.stringContaining("Choose another name")]);
    const other = await createCategory();
    const renamed = await send("PATCH", `categories/${other.id}`, categoryForm({ name, version: 1 }));
    expect([renamed.status, renamed.json.message]).toEqual([409, expect.stringContaining(name)]);
    const sameName = await send(
      "PATCH",
      `categories/${other.id}`,
      categoryForm({ name: other.name.toUpperCase(), version: 1 }),
    );
    expect(sameName.status).toBe(200);
  });

  it("refuses an event category with an empty name, an unknown icon, or a colour with low contrast to white", async () => {
    for (const invalid of [{ colour: "#ffcc00" }, { colour: "green" }, { icon: "skull" }, { name: " " }]) {
      const { status, json } = await send("POST", "categories", categoryForm(invalid));
      expect([status, Object.keys(json.fields)]).toEqual([400, Object.keys(invalid)]);
    }
  });

  it("updates an event category; refuses an outdated change and returns the current category", async () => {
    const category = await createCategory();
    const changed = await send(
      "PATCH",
      `categories/${category.id}`,
      categoryForm({ name: "Sport", icon: "trophy", version: 1 }),
    );
    expect(changed.json.data).toMatchObject({ name: "Sport", icon: "trophy", version: 2 });
    expect(await newestAudit()).toMatchObject({
      action: "event.updateCategory",
      before: { name: category.name, icon: "music" },
      after: { name: "Sport", icon: "trophy" },
    });
    const staleChange = await send("PATCH", `categories/${category.id}`, categoryForm({ version: 1 }));
    expect([staleChange.status, staleChange.json.current]).toEqual([
      409,
      expect.objectContaining({ name: "Sport", version: 2 }),
    ]);
    expect((await send("PATCH", `categories/${uuid()}`, categoryForm({ version: 1 }))).status).toBe(404);
  });

  it("saves the order of event categories in one request, and refuses an incomplete list", async () => {
    await createCategory();
    await createCategory();
    const before = await listCategories();
    const ids = before.map(({ id }: { id: string }) => id).reverse();
    const ordered = await send("POST", "categories/order", { ids });
    expect(ordered.json.data.items.map(({ id }: { id: string }) => id)).toEqual(ids);
    const names = before.map(({ name }: { name: string }) => name);
    expect(await newestAudit()).toMatchObject({
      action: "event.orderCategories",
      before: { order: names.join(", ") },
      after: { order: names.reverse().join(", ") },
    });
    for (const invalid of [ids.slice(1), [...ids, uuid()], [...ids.slice(1), ids[1]]]) {
      const { status, json } = await send("POST", "categories/order", { ids: invalid });
      expect([status, json.current.length]).toEqual([409, ids.length]);
    }
  });

  it("returns the number of events that use a category, and deletes only unused categories", async () => {
    const used = await createCategory();
    for (const values of [{}, { state: "draft" as const }, { startsAt: timeInHours(-9), endsAt: timeInHours(-5) }])
      await makeEvent(app, { categoryId: used.id, ...values });
    expect((await listCategories()).find(({ id }: { id: string }) => id === used.id)).toMatchObject({
      events: 3,
      live: 1,
    });
    const refused = await send("DELETE", `categories/${used.id}`, { version: 1 });
    expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining("3 events")]);
    expect(refused.json.current).toMatchObject({ id: used.id, events: 3 });

    const unused = await createCategory();
    expect((await send("DELETE", `categories/${unused.id}`, { version: 7 })).status).toBe(409);
    expect((await send("DELETE", `categories/${unused.id}`, { version: 1 })).json.data).toEqual({ id: unused.id });
    expect(await newestAudit()).toMatchObject({ action: "event.deleteCategory", before: { name: unused.name } });
    expect((await send("DELETE", `categories/${unused.id}`, { version: 1 })).status).toBe(404);
  });
});

describe("pictures of events", () => {
  const upload = (bytes: Buffer, type = "image/jpeg") =>
    uploadTestFile(app, "/events/images", bytes, { token: officer.token, type });
  const publicStatus = async (id: string) => (await app.call("GET", `/public/images/${id}/480`)).status;

  it("stores uploaded pictures of events and shows them to admins, and refuses other files", async () => {
    const { status, json } = await upload(await makeJpeg(1));
    expect([status, json.data.width]).toEqual([200, 600]);
    expect(await newestAudit()).toMatchObject({ action: "event.upload", recordType: "image", recordId: json.data.id });
    expect((await send("GET", `images?ids=${json.data.id},${uuid()}`)).json.data.items).toEqual([json.data]);
    expect((await send("GET", `images/${json.data.id}?width=480`)).status).toBe(200);
    expect((await send("GET", `images/${uuid()}`)).status).toBe(404);
    expect((await upload(makePdf(), "application/pdf")).status).toBe(415);
    expect((await upload(Buffer.from("GIF89a"), "image/jpeg")).status).toBe(415);
  });

  it("makes a picture public once its event is or was live, and not before", async () => {
    const isPictureShown = async (values: Parameters<typeof makeEvent>[1]) => {
      const id = await insertPicture(app, officer);
      await makeEvent(app, { coverImageId: id, imageIds: [id], ...values });
      return publicStatus(id);
    };
    expect(await isPictureShown({})).toBe(200);
    expect(await isPictureShown({ startsAt: timeInHours(-9), endsAt: timeInHours(-5) })).toBe(200);
    expect(await isPictureShown({ state: "cancelled", cancelledAt: new Date() })).toBe(200);
    expect(await isPictureShown({ state: "draft" })).toBe(404);
    expect(await publicStatus(await insertPicture(app, officer))).toBe(404);
  });

  it("keeps a picture as long as an event uses it, even a draft", async () => {
    const [used, unused] = [await insertPicture(app, officer), await insertPicture(app, officer)];
    await makeEvent(app, { state: "draft", imageIds: [used] });
    await app.db.update(images).set({ createdAt: timeInHours(-25) });
    await deleteUnusedImages(app.db);
    expect(await app.db.$count(images, eq(images.id, used))).toBe(1);
    expect(await app.db.$count(images, eq(images.id, unused))).toBe(0);
  });
});
