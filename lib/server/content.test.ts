import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { contentEntries, contentEntryPublications, imageSizes, images } from "@/lib/server/db/schema/content-entries";
import { files } from "@/lib/server/db/schema/file";
import { userGroupMembers, userGroups } from "@/lib/server/db/schema/user";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const richText = (text = "Hello") => ({
  type: "doc",
  content: [{ type: "paragraph", content: [{ type: "text", text }] }],
});
const announcement = (title: string, more: object = {}) => ({
  texts: { en: { title, body: richText(`Text of ${title}`) } },
  image_id: null,
  image_alt: "",
  link: "",
  audience: "everybody",
  group_ids: [],
  pinned: false,
  ...more,
});
const call = (method: string, path: string, requestBody?: object, token = admin.token) =>
  app.call(method, `/content/entries/${path}`, { token, body: requestBody });

async function createContentEntry(draft: object, kind = "announcements") {
  const { status, json } = await call("POST", kind, { draft });
  expect([status, json.message]).toEqual([200, "OK"]);
  return json.data;
}
const publishContentEntry = (id: string, version: number, times: object = {}, kind = "announcements") =>
  call("POST", `${kind}/${id}/publications`, { version, from: null, until: null, ...times });
async function createPublished(title: string, more: object = {}, times: object = {}) {
  const created = await createContentEntry(announcement(title, more));
  const { status, json } = await publishContentEntry(created.id, created.version, times);
  expect([status, json.message]).toEqual([200, "OK"]);
  return json.data;
}
/** Inserts a publication with start and end in hours from now. */
async function insertPublication(id: string, from: number, until: number | null = null, number = 1) {
  const [entry] = await app.db.select().from(contentEntries).where(eq(contentEntries.id, id));
  if (!entry) throw new Error("No entry.");
  await app.db.insert(contentEntryPublications).values({
    entryId: id,
    number,
    kind: entry.kind,
    content: entry.draft,
    title: entry.title,
    from: new Date(Date.now() + from * 3_600_000),
    until: until === null ? null : new Date(Date.now() + until * 3_600_000),
    publishedBy: admin.id,
  });
}
const announcementStateOf = async (id: string) => (await call("GET", `announcements/${id}`)).json.data.state;
const publicTitles = async () =>
  (await app.call("GET", "/public/announcements")).json.data.items.map(({ title }: { title: string }) => title);
const newestAudit = async () => (await app.audit())[0];

async function insertImage() {
  const [fileId, id] = [uuid(), uuid()];
  await app.db.insert(files).values({ id: fileId, contentType: "image/webp", bytes: Buffer.from("webp"), size: 4 });
  await app.db
    .insert(images)
    .values({ id, width: 480, height: 320, thumbnail: Buffer.from("thumb"), createdBy: admin.id });
  await app.db.insert(imageSizes).values({ imageId: id, width: 480, height: 320, bytes: 4, fileId });
  return id;
}

beforeEach(async () => {
  await app.db.execute(
    sql`update entries set archived_at = now() where kind in ('announcements', 'slides', 'culture')`,
  );
});

describe("draft", () => {
  it("creating and saving a content draft writes audit rows that contain its texts", async () => {
    const created = await createContentEntry(announcement("First"));
    expect(created).toMatchObject({ state: "draft", title: "First", version: 1, changed: true, publications: [] });
    expect(await newestAudit()).toMatchObject({
      action: "content.createEntry",
      recordType: "announcement",
      recordId: created.id,
      after: { "title (en)": "First", "body (en)": "Text of First" },
    });
    const { json } = await call("PATCH", `announcements/${created.id}`, { version: 1, draft: announcement("Second") });
    expect(json.data).toMatchObject({ title: "Second", version: 2 });
    expect(await newestAudit()).toMatchObject({
      action: "content.saveEntry",
      before: { "title (en)": "First" },
      after: { "title (en)": "Second" },
    });
  });

  it("a content draft is saved by only one of 20 concurrent calls; the others get a conflict with the new version", async () => {
    const created = await createContentEntry(announcement("Race"));
    const parallelSaves = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        call("PATCH", `announcements/${created.id}`, { version: 1, draft: announcement(`Race ${index}`) }),
      ),
    );
    expect(parallelSaves.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    const savedTitle = parallelSaves.find(({ status }) => status === 200)?.json.data.title;
    for (const rejectedSave of parallelSaves.filter(({ status }) => status === 409))
      expect(rejectedSave.json.current.title).toBe(savedTitle);
    expect(await newestAudit().then((row) => row?.outcome)).toBeDefined();
    expect((await call("GET", `announcements/${created.id}`)).json.data.title).toBe(savedTitle);
  });

  it("a content draft that refers to a missing record is rejected with an error at that field", async () => {
    const refusals = [
      [announcement("x", { image_id: uuid() }), "draft.image_id"],
      [announcement("x", { audience: "groups", group_ids: [uuid()] }), "draft.group_ids"],
      [announcement("x", { texts: { xx: { title: "x", body: null } } }), "draft.texts.xx"],
      [announcement("x", { link: "javascript:alert(1)" }), "draft.link"],
      [announcement("x", { group_ids: [uuid()] }), "draft.group_ids"],
      [announcement("x".repeat(161)), "draft.texts.en.title"],
      [{ ...announcement("x"), extra: 1 }, "draft"],
    ] as const;
    for (const [draft, field] of refusals) {
      const { status, json } = await call("POST", "announcements", { draft });
      expect([status, Object.keys(json.fields)]).toEqual([400, [field]]);
    }
    expect((await call("POST", "slides", { draft: announcement("x") })).status).toBe(400);
    expect((await call("POST", "faq", { draft: announcement("x") })).status).toBe(400);
  });

  it("deletes an announcement that was never published, but refuses to delete a published one, which can only be archived", async () => {
    const created = await createContentEntry(announcement("Gone"));
    expect((await call("DELETE", `announcements/${created.id}`, { version: 9 })).status).toBe(409);
    expect((await call("DELETE", `announcements/${created.id}`, { version: 1 })).json.data).toEqual({ id: created.id });
    expect((await call("GET", `announcements/${created.id}`)).status).toBe(404);
    const publishedEntry = await createPublished("Kept");
    const refused = await call("DELETE", `announcements/${publishedEntry.id}`, { version: publishedEntry.version });
    expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining("Archive it instead")]);
  });

  it("a content draft is found only under its own kind and module, and is saved only with that module's update right", async () => {
    const created = await createContentEntry(announcement("Mine"));
    expect((await call("GET", `culture/${created.id}`)).status).toBe(404);
    expect((await app.call("GET", `/app-config/entries/faq/${created.id}`, { token: admin.token })).status).toBe(404);
    const reader = await makeAdmin(app, { rights: makeRights({ "Content Management": ["read"] }) });
    const saveInput = { version: 1, draft: announcement("Not mine") };
    expect((await call("PATCH", `announcements/${created.id}`, saveInput, reader.token)).status).toBe(403);
    expect((await call("GET", `announcements/${created.id}`, undefined, reader.token)).status).toBe(200);
  });
});

describe("publishing", () => {
  it("an announcement is public immediately when published, and hidden immediately when withdrawn", async () => {
    const created = await createPublished("Live");
    expect(created).toMatchObject({ state: "published", live_number: 1, changed: false });
    expect(await newestAudit()).toMatchObject({ action: "content.publishEntry", after: { published: 1, until: null } });
    expect(await publicTitles()).toEqual(["Live"]);
    const { json } = await call("POST", `announcements/${created.id}/withdrawal`, {
      version: created.version,
      what: "all",
    });
    expect(json.data.state).toBe("draft");
    expect(await newestAudit()).toMatchObject({ action: "content.withdrawEntry", before: { published: "1" } });
    expect(await publicTitles()).toEqual([]);
    const secondWithdrawal = await call("POST", `announcements/${created.id}/withdrawal`, {
      version: json.data.version,
      what: "all",
    });
    expect(secondWithdrawal.status).toBe(409);
  });

  it("publishing an incomplete content draft returns an error for each missing field", async () => {
    const created = await createContentEntry(
      announcement("", { texts: {}, image_id: await insertImage(), audience: "groups", group_ids: [] }),
    );
    expect(Object.keys(created.missing).sort()).toEqual([
      "draft.group_ids",
      "draft.image_alt",
      "draft.texts.en.body",
      "draft.texts.en.title",
    ]);
    const { status, json } = await publishContentEntry(created.id, 1);
    expect([status, json.fields]).toEqual([400, created.missing]);
  });

  it("publishing content rejects a start or an end in the past, and an end that is not after the start", async () => {
    const created = await createContentEntry(announcement("Times"));
    const oneHourAgo = new Date(Date.now() - 3_600_000).toISOString();
    const inOneHour = new Date(Date.now() + 3_600_000).toISOString();
    expect((await publishContentEntry(created.id, 1, { from: oneHourAgo })).json.fields).toHaveProperty("from");
    expect((await publishContentEntry(created.id, 1, { until: oneHourAgo })).json.fields).toHaveProperty("until");
    expect(
      (await publishContentEntry(created.id, 1, { from: inOneHour, until: inOneHour })).json.fields,
    ).toHaveProperty("until");
    expect((await publishContentEntry(created.id, 7, {})).status).toBe(409);
  });

  it("a scheduled version of an entry replaces the one scheduled earlier, and the live version stays until the new one starts", async () => {
    const created = await createPublished("Now");
    const saved = await call("PATCH", `announcements/${created.id}`, {
      version: created.version,
      draft: announcement("Then"),
    });
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const plannedEntry = await publishContentEntry(created.id, saved.json.data.version, { from: inHours(5) });
    expect(plannedEntry.json.data).toMatchObject({ state: "published", live_number: 1, next_from: expect.any(String) });
    expect(await publicTitles()).toEqual(["Now"]);
    const replaced = await publishContentEntry(created.id, plannedEntry.json.data.version, { from: inHours(9) });
    expect(
      replaced.json.data.publications.map(({ withdrawn_at }: { withdrawn_at: string | null }) => Boolean(withdrawn_at)),
    ).toEqual([false, true, false]);
    const cancelled = await call("POST", `announcements/${created.id}/withdrawal`, {
      version: replaced.json.data.version,
      what: "next",
    });
    expect(cancelled.json.data).toMatchObject({ state: "published", next_from: null });
  });

  it("each published version is stored, can be compared, and can be restored as the draft", async () => {
    const created = await createPublished("One");
    const saved = await call("PATCH", `announcements/${created.id}`, {
      version: created.version,
      draft: announcement("Two"),
    });
    await publishContentEntry(created.id, saved.json.data.version);
    const first = await call("GET", `announcements/${created.id}/publications/1`);
    expect(first.json.data).toMatchObject({ number: 1, title: "One", content: { texts: { en: { title: "One" } } } });
    expect((await call("GET", `announcements/${created.id}/publications/9`)).status).toBe(404);
    const { version } = (await call("GET", `announcements/${created.id}`)).json.data;
    const restored = await call("POST", `announcements/${created.id}/publications/1/draft`, { version });
    expect(restored.json.data).toMatchObject({ title: "One", changed: true, state: "published" });
    expect(await publicTitles()).toEqual(["Two"]);
  });

  it("archiving an announcement hides it from citizens and blocks changes; restoring it makes it public again", async () => {
    const created = await createPublished("Archive me");
    const archiveAnswer = await call("PATCH", `announcements/${created.id}/archive`, {
      version: created.version,
      archived: true,
    });
    expect(archiveAnswer.json.data.state).toBe("archived");
    expect(await publicTitles()).toEqual([]);
    const { version } = archiveAnswer.json.data;
    expect((await publishContentEntry(created.id, version)).status).toBe(409);
    expect((await call("PATCH", `announcements/${created.id}`, { version, draft: announcement("x") })).status).toBe(
      409,
    );
    expect((await call("PATCH", `announcements/${created.id}/archive`, { version, archived: true })).status).toBe(409);
    await call("PATCH", `announcements/${created.id}/archive`, { version, archived: false });
    expect(await publicTitles()).toEqual(["Archive me"]);
  });
});

describe("current time", () => {
  it("the current time alone decides whether a publication is scheduled, live or expired", async () => {
    const created = await createContentEntry(announcement("Clock"));
    await insertPublication(created.id, 1, 2);
    expect(await announcementStateOf(created.id)).toBe("scheduled");
    expect(await publicTitles()).toEqual([]);
    const endedEntry = await createContentEntry(announcement("Over"));
    await insertPublication(endedEntry.id, -2, -1);
    expect(await announcementStateOf(endedEntry.id)).toBe("expired");
    expect(await publicTitles()).toEqual([]);
    const liveEntry = await createContentEntry(announcement("On"));
    await insertPublication(liveEntry.id, -1, 1);
    expect(await announcementStateOf(liveEntry.id)).toBe("published");
    expect(await publicTitles()).toEqual(["On"]);
    const { json } = await app.call("GET", "/public/announcements");
    const msToChange = new Date(json.data.next_change_at).getTime() - Date.now();
    expect(msToChange).toBeGreaterThan(3_500_000);
    expect(msToChange).toBeLessThan(3_600_001);
  });

  it("a cached response expires when a publication ends, and its max-age is limited to that time", async () => {
    const created = await createContentEntry(announcement("Short"));
    await app.db.insert(contentEntryPublications).values({
      entryId: created.id,
      number: 1,
      kind: "announcements",
      content: created.draft,
      title: "Short",
      from: new Date(Date.now() - 60_000),
      until: new Date(Date.now() + 1_200),
      publishedBy: admin.id,
    });
    const first = await app.call("GET", "/public/announcements");
    expect(first.json.data.items).toHaveLength(1);
    expect(first.headers.get("cache-control")).toMatch(/^public, max-age=[01]$/);
    await expect.poll(publicTitles, { timeout: 4_000, interval: 100 }).toEqual([]);
  });
});

describe("list", () => {
  it("the list of content entries can be filtered, searched, sorted and paged", async () => {
    const pinnedEntry = await createPublished("Alpha road", { pinned: true });
    const b = await createContentEntry(
      announcement("Beta bridge", {
        texts: { en: { title: "Beta bridge", body: null }, efi: { title: "B", body: null } },
      }),
    );
    const list = async (query: string) =>
      (await call("GET", `announcements?${query}`)).json.data.items.map(({ title }: { title: string }) => title);
    expect(await list("")).toEqual(["Beta bridge", "Alpha road"]);
    expect(await list("sort=title")).toEqual(["Alpha road", "Beta bridge"]);
    expect(await list("state=published")).toEqual(["Alpha road"]);
    expect(await list("state=draft,published&sort=-title")).toEqual(["Beta bridge", "Alpha road"]);
    expect(await list("q=bri")).toEqual(["Beta bridge"]);
    expect(await list("q=50%25")).toEqual([]);
    expect(await list("missing=efi")).toEqual(["Alpha road"]);
    expect(await list("audience=groups")).toEqual([]);
    expect((await call("GET", "announcements?page=1")).json.data).toMatchObject({ items: [], total: 2 });
    expect((await call("GET", "announcements?state=odd")).status).toBe(400);
    expect(await list("state=archived")).not.toContain("Alpha road");
    expect(pinnedEntry.id).not.toBe(b.id);
  });
});

describe("slides", () => {
  const slide = async (title: string) => ({
    texts: { en: { title, alt: `Picture of ${title}` } },
    image_id: await insertImage(),
    focal_x: 50,
    focal_y: 50,
    link: "",
  });

  it("slides are reordered in one request; a request based on an outdated list is refused and returns the current list", async () => {
    const ids = [];
    for (const title of ["A", "B", "C"]) ids.push((await createContentEntry(await slide(title), "slides")).id);
    const reversedIds = [...ids].reverse();
    expect((await call("POST", "slides/order", { ids: reversedIds })).json.data).toEqual({ ids: reversedIds });
    expect(await newestAudit()).toMatchObject({
      action: "content.orderEntries",
      before: { order: "A, B, C" },
      after: { order: "C, B, A" },
    });
    const listedIds = (await call("GET", "slides")).json.data.items.map(({ id }: { id: string }) => id);
    expect(listedIds).toEqual(reversedIds);
    const staleOrder = await call("POST", "slides/order", { ids: ids.slice(1) });
    expect([staleOrder.status, staleOrder.json.current]).toEqual([409, { ids: reversedIds }]);
    expect((await call("POST", "announcements/order", { ids })).status).toBe(400);
  });

  it("the number of live slides never exceeds the limit at any moment", async () => {
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    for (let index = 0; index < 8; index++) {
      const created = await createContentEntry(await slide(`Slide ${index}`), "slides");
      expect((await publishContentEntry(created.id, 1, { until: inHours(4) }, "slides")).status).toBe(200);
    }
    const more = await createContentEntry(await slide("Too many"), "slides");
    const refused = await publishContentEntry(more.id, 1, { from: inHours(2) }, "slides");
    expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining("At most 8 slides")]);
    expect((await publishContentEntry(more.id, 1, { from: inHours(5) }, "slides")).status).toBe(200);
  });
});

describe("audience", () => {
  it("an announcement for user groups reaches only their members, both selected members and users who match a group's rule", async () => {
    const [ada, obi] = [await makeUser(app, { tier: 3 }), await makeUser(app, { tier: 1 })];
    const [listGroup, ruleGroup] = [uuid(), uuid()];
    await app.db.insert(userGroups).values([
      { id: listGroup, name: `Chosen ${listGroup}`, kind: "static" },
      { id: ruleGroup, name: `Ruled ${ruleGroup}`, kind: "rule", rule: { tier: "3" } },
    ]);
    await app.db.insert(userGroupMembers).values({ groupId: listGroup, userId: obi.id });
    await createPublished("For chosen", { audience: "groups", group_ids: [listGroup] });
    const tierEntry = await createPublished("For tier 3", { audience: "groups", group_ids: [ruleGroup] });
    await createPublished("For all");
    const titlesFor = async (userId: string) =>
      (await app.callAsApp("GET", `/announcements?user_id=${userId}`)).json.data.items
        .map(({ title }: { title: string }) => title)
        .sort();
    expect(await publicTitles()).toEqual(["For all"]);
    expect(await titlesFor(ada.id)).toEqual(["For all", "For tier 3"]);
    expect(await titlesFor(obi.id)).toEqual(["For all", "For chosen"]);
    const readAsUser = (userId: string) =>
      app.callAsApp("POST", `/announcements/${tierEntry.id}/reads`, { body: { user_id: userId } });
    expect((await readAsUser(obi.id)).status).toBe(404);
    expect((await readAsUser(ada.id)).status).toBe(200);
    expect((await readAsUser(ada.id)).status).toBe(200);
    expect((await call("GET", `announcements/${tierEntry.id}`)).json.data.reads).toBe(1);
    const viewsLogged = (await app.audit()).filter(
      ({ action, outcome }) => action === "content.readAnnouncement" && outcome === "done",
    );
    expect(viewsLogged.map(({ recordType, recordId, after }) => [recordType, recordId, after])).toEqual([
      ["user", ada.id, { step: "was read before", announcement: "For tier 3" }],
      ["user", ada.id, { step: "read", announcement: "For tier 3" }],
    ]);
    const groupInUse = await app.call("DELETE", `/user-management/user-groups/${ruleGroup}`, {
      token: admin.token,
      body: { version: 1 },
    });
    expect([groupInUse.status, groupInUse.json.message]).toEqual([409, expect.stringContaining("For tier 3")]);
  });
});

describe("publication", () => {
  it("the database refuses SQL that changes, deletes or restores a publication", async () => {
    const created = await createPublished("For good");
    const ofEntry = sql`entry_id = ${created.id}::uuid`;
    for (const statement of [
      sql`update entry_publications set title = 'x' where ${ofEntry}`,
      sql`update entry_publications set content = '{}' where ${ofEntry}`,
      sql`delete from entry_publications where ${ofEntry}`,
      sql`truncate entry_publications cascade`,
    ])
      await expect(app.db.execute(statement)).rejects.toThrow();
    await app.db.execute(
      sql`update entry_publications set withdrawn_at = now(), withdrawn_by = ${admin.id} where ${ofEntry}`,
    );
    await expect(
      app.db.execute(sql`update entry_publications set withdrawn_at = null, withdrawn_by = null where ${ofEntry}`),
    ).rejects.toThrow();
  });
});

describe("calendar", () => {
  it("the content calendar lists publications that start or end in the period, and refuses a reversed or too long period", async () => {
    const created = await createContentEntry(announcement("In the calendar"));
    await insertPublication(created.id, -1, 1);
    const dayAfter = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, 10);
    const readCalendar = (from: string, path: string) =>
      app.call("GET", `/content/calendar?from=${from}&to=${path}`, { token: admin.token });
    const { json } = await readCalendar(dayAfter(-86_400_000), dayAfter(86_400_000));
    expect(json.data.items.filter(({ id }: { id: string }) => id === created.id)).toEqual([
      expect.objectContaining({ kind: "announcements", state: "published", title: "In the calendar" }),
    ]);
    expect((await readCalendar("2026-01-01", "2026-12-31")).status).toBe(400);
    expect((await readCalendar("2026-02-01", "2026-01-01")).status).toBe(400);
  });
});
