import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { entries, entryPublications, imageSizes, images } from "@/lib/server/db/schema/entries";
import { files } from "@/lib/server/db/schema/file";
import { userGroupMembers, userGroups } from "@/lib/server/db/schema/user";
import { makeAdmin, makeUser, rightsOf, startTestApp, type TestApp } from "@/lib/server/testing/app";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const body = (text = "Hello") => ({
  type: "doc",
  content: [{ type: "paragraph", content: [{ type: "text", text }] }],
});
const announcement = (title: string, more: object = {}) => ({
  texts: { en: { title, body: body(`Text of ${title}`) } },
  image_id: null,
  image_alt: "",
  link: "",
  audience: "everybody",
  group_ids: [],
  pinned: false,
  ...more,
});
const call = (method: string, to: string, sent?: object, token = admin.token) =>
  app.call(method, `/content/entries/${to}`, { token, body: sent });

async function create(draft: object, kind = "announcements") {
  const { status, json } = await call("POST", kind, { draft });
  expect([status, json.message]).toEqual([200, "OK"]);
  return json.data;
}
const publish = (id: string, version: number, times: object = {}, kind = "announcements") =>
  call("POST", `${kind}/${id}/publications`, { version, from: null, until: null, ...times });
async function published(title: string, more: object = {}, times: object = {}) {
  const made = await create(announcement(title, more));
  const { status, json } = await publish(made.id, made.version, times);
  expect([status, json.message]).toEqual([200, "OK"]);
  return json.data;
}
/** Inserts a publication with these times, in hours from now. */
async function publishedAt(id: string, from: number, until: number | null = null, number = 1) {
  const [entry] = await app.db.select().from(entries).where(eq(entries.id, id));
  if (!entry) throw new Error("No entry.");
  await app.db.insert(entryPublications).values({
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
const stateOf = async (id: string) => (await call("GET", `announcements/${id}`)).json.data.state;
const publicTitles = async () =>
  (await app.call("GET", "/public/announcements")).json.data.items.map(({ title }: { title: string }) => title);
const newest = async () => (await app.audit())[0];

async function picture() {
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

describe("a draft", () => {
  it("is created, saved and audited, including its texts", async () => {
    const made = await create(announcement("First"));
    expect(made).toMatchObject({ state: "draft", title: "First", version: 1, changed: true, publications: [] });
    expect(await newest()).toMatchObject({
      action: "content.createEntry",
      recordType: "announcement",
      recordId: made.id,
      after: { "title (en)": "First", "body (en)": "Text of First" },
    });
    const { json } = await call("PATCH", `announcements/${made.id}`, { version: 1, draft: announcement("Second") });
    expect(json.data).toMatchObject({ title: "Second", version: 2 });
    expect(await newest()).toMatchObject({
      action: "content.saveEntry",
      before: { "title (en)": "First" },
      after: { "title (en)": "Second" },
    });
  });

  it("is saved by one of 20 concurrent calls; the others get a conflict with the new version", async () => {
    const made = await create(announcement("Race"));
    const saves = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        call("PATCH", `announcements/${made.id}`, { version: 1, draft: announcement(`Race ${index}`) }),
      ),
    );
    expect(saves.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    const won = saves.find(({ status }) => status === 200)?.json.data.title;
    for (const lost of saves.filter(({ status }) => status === 409)) expect(lost.json.current.title).toBe(won);
    expect(await newest().then((row) => row?.outcome)).toBeDefined();
    expect((await call("GET", `announcements/${made.id}`)).json.data.title).toBe(won);
  });

  it("is rejected at the field that names a missing record", async () => {
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

  it("is deleted if never published, and archived otherwise", async () => {
    const made = await create(announcement("Gone"));
    expect((await call("DELETE", `announcements/${made.id}`, { version: 9 })).status).toBe(409);
    expect((await call("DELETE", `announcements/${made.id}`, { version: 1 })).json.data).toEqual({ id: made.id });
    expect((await call("GET", `announcements/${made.id}`)).status).toBe(404);
    const kept = await published("Kept");
    const refused = await call("DELETE", `announcements/${kept.id}`, { version: kept.version });
    expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining("Archive it instead")]);
  });

  it("belongs to its kind, and requires the rights of that module", async () => {
    const made = await create(announcement("Mine"));
    expect((await call("GET", `culture/${made.id}`)).status).toBe(404);
    expect((await app.call("GET", `/app-config/entries/faq/${made.id}`, { token: admin.token })).status).toBe(404);
    const reader = await makeAdmin(app, { rights: rightsOf({ "Content Management": ["read"] }) });
    const save = { version: 1, draft: announcement("Not mine") };
    expect((await call("PATCH", `announcements/${made.id}`, save, reader.token)).status).toBe(403);
    expect((await call("GET", `announcements/${made.id}`, undefined, reader.token)).status).toBe(200);
  });
});

describe("publishing", () => {
  it("shows an announcement immediately; withdrawing hides it immediately", async () => {
    const made = await published("Live");
    expect(made).toMatchObject({ state: "published", live_number: 1, changed: false });
    expect(await newest()).toMatchObject({ action: "content.publishEntry", after: { published: 1, until: null } });
    expect(await publicTitles()).toEqual(["Live"]);
    const { json } = await call("POST", `announcements/${made.id}/withdrawal`, { version: made.version, what: "all" });
    expect(json.data.state).toBe("draft");
    expect(await newest()).toMatchObject({ action: "content.withdrawEntry", before: { published: "1" } });
    expect(await publicTitles()).toEqual([]);
    const again = await call("POST", `announcements/${made.id}/withdrawal`, {
      version: json.data.version,
      what: "all",
    });
    expect(again.status).toBe(409);
  });

  it("reports missing fields one by one", async () => {
    const made = await create(
      announcement("", { texts: {}, image_id: await picture(), audience: "groups", group_ids: [] }),
    );
    expect(Object.keys(made.missing).sort()).toEqual([
      "draft.group_ids",
      "draft.image_alt",
      "draft.texts.en.body",
      "draft.texts.en.title",
    ]);
    const { status, json } = await publish(made.id, 1);
    expect([status, json.fields]).toEqual([400, made.missing]);
  });

  it("rejects impossible times", async () => {
    const made = await create(announcement("Times"));
    const past = new Date(Date.now() - 3_600_000).toISOString();
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    expect((await publish(made.id, 1, { from: past })).json.fields).toHaveProperty("from");
    expect((await publish(made.id, 1, { until: past })).json.fields).toHaveProperty("until");
    expect((await publish(made.id, 1, { from: soon, until: soon })).json.fields).toHaveProperty("until");
    expect((await publish(made.id, 7, {})).status).toBe(409);
  });

  it("keeps the live version until a scheduled one starts, and replaces an earlier scheduled version", async () => {
    const made = await published("Now");
    const saved = await call("PATCH", `announcements/${made.id}`, {
      version: made.version,
      draft: announcement("Then"),
    });
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const planned = await publish(made.id, saved.json.data.version, { from: at(5) });
    expect(planned.json.data).toMatchObject({ state: "published", live_number: 1, next_from: expect.any(String) });
    expect(await publicTitles()).toEqual(["Now"]);
    const replaced = await publish(made.id, planned.json.data.version, { from: at(9) });
    expect(
      replaced.json.data.publications.map(({ withdrawn_at }: { withdrawn_at: string | null }) => Boolean(withdrawn_at)),
    ).toEqual([false, true, false]);
    const cancelled = await call("POST", `announcements/${made.id}/withdrawal`, {
      version: replaced.json.data.version,
      what: "next",
    });
    expect(cancelled.json.data).toMatchObject({ state: "published", next_from: null });
  });

  it("keeps each version, compares them, and restores one as the draft", async () => {
    const made = await published("One");
    const saved = await call("PATCH", `announcements/${made.id}`, {
      version: made.version,
      draft: announcement("Two"),
    });
    await publish(made.id, saved.json.data.version);
    const first = await call("GET", `announcements/${made.id}/publications/1`);
    expect(first.json.data).toMatchObject({ number: 1, title: "One", content: { texts: { en: { title: "One" } } } });
    expect((await call("GET", `announcements/${made.id}/publications/9`)).status).toBe(404);
    const { version } = (await call("GET", `announcements/${made.id}`)).json.data;
    const back = await call("POST", `announcements/${made.id}/publications/1/draft`, { version });
    expect(back.json.data).toMatchObject({ title: "One", changed: true, state: "published" });
    expect(await publicTitles()).toEqual(["Two"]);
  });

  it("is ended by archiving, and can start again afterwards", async () => {
    const made = await published("Archive me");
    const gone = await call("PATCH", `announcements/${made.id}/archive`, { version: made.version, archived: true });
    expect(gone.json.data.state).toBe("archived");
    expect(await publicTitles()).toEqual([]);
    const { version } = gone.json.data;
    expect((await publish(made.id, version)).status).toBe(409);
    expect((await call("PATCH", `announcements/${made.id}`, { version, draft: announcement("x") })).status).toBe(409);
    expect((await call("PATCH", `announcements/${made.id}/archive`, { version, archived: true })).status).toBe(409);
    await call("PATCH", `announcements/${made.id}/archive`, { version, archived: false });
    expect(await publicTitles()).toEqual(["Archive me"]);
  });
});

describe("the current time", () => {
  it("alone decides whether a publication is scheduled, live or expired", async () => {
    const made = await create(announcement("Clock"));
    await publishedAt(made.id, 1, 2);
    expect(await stateOf(made.id)).toBe("scheduled");
    expect(await publicTitles()).toEqual([]);
    const over = await create(announcement("Over"));
    await publishedAt(over.id, -2, -1);
    expect(await stateOf(over.id)).toBe("expired");
    expect(await publicTitles()).toEqual([]);
    const on = await create(announcement("On"));
    await publishedAt(on.id, -1, 1);
    expect(await stateOf(on.id)).toBe("published");
    expect(await publicTitles()).toEqual(["On"]);
    const { json } = await app.call("GET", "/public/announcements");
    const next = new Date(json.data.next_change_at).getTime() - Date.now();
    expect(next).toBeGreaterThan(3_500_000);
    expect(next).toBeLessThan(3_600_001);
  });

  it("ends a cached response on time, with the right max-age", async () => {
    const made = await create(announcement("Short"));
    await app.db.insert(entryPublications).values({
      entryId: made.id,
      number: 1,
      kind: "announcements",
      content: made.draft,
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

describe("the list", () => {
  it("filters, searches, sorts and pages", async () => {
    const a = await published("Alpha road", { pinned: true });
    const b = await create(
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
    expect(a.id).not.toBe(b.id);
  });
});

describe("slides", () => {
  const slide = async (title: string) => ({
    texts: { en: { title, alt: `Picture of ${title}` } },
    image_id: await picture(),
    focal_x: 50,
    focal_y: 50,
    link: "",
  });

  it("are reordered in one request, or the current list is returned", async () => {
    const ids = [];
    for (const title of ["A", "B", "C"]) ids.push((await create(await slide(title), "slides")).id);
    const turned = [...ids].reverse();
    expect((await call("POST", "slides/order", { ids: turned })).json.data).toEqual({ ids: turned });
    expect(await newest()).toMatchObject({
      action: "content.orderEntries",
      before: { order: "A, B, C" },
      after: { order: "C, B, A" },
    });
    const listed = (await call("GET", "slides")).json.data.items.map(({ id }: { id: string }) => id);
    expect(listed).toEqual(turned);
    const stale = await call("POST", "slides/order", { ids: ids.slice(1) });
    expect([stale.status, stale.json.current]).toEqual([409, { ids: turned }]);
    expect((await call("POST", "announcements/order", { ids })).status).toBe(400);
  });

  it("are limited to the configured number at any moment", async () => {
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    for (let index = 0; index < 8; index++) {
      const made = await create(await slide(`Slide ${index}`), "slides");
      expect((await publish(made.id, 1, { until: at(4) }, "slides")).status).toBe(200);
    }
    const more = await create(await slide("Too many"), "slides");
    const refused = await publish(more.id, 1, { from: at(2) }, "slides");
    expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining("At most 8 slides")]);
    expect((await publish(more.id, 1, { from: at(5) }, "slides")).status).toBe(200);
  });
});

describe("an audience", () => {
  it("of groups reaches only their members, selected or by rule", async () => {
    const [ada, obi] = [await makeUser(app, { tier: 3 }), await makeUser(app, { tier: 1 })];
    const [chosen, ruled] = [uuid(), uuid()];
    await app.db.insert(userGroups).values([
      { id: chosen, name: `Chosen ${chosen}`, kind: "static" },
      { id: ruled, name: `Ruled ${ruled}`, kind: "rule", rule: { tier: "3" } },
    ]);
    await app.db.insert(userGroupMembers).values({ groupId: chosen, userId: obi.id });
    await published("For chosen", { audience: "groups", group_ids: [chosen] });
    const tiered = await published("For tier 3", { audience: "groups", group_ids: [ruled] });
    await published("For all");
    const seen = async (userId: string) =>
      (await app.callAsApp("GET", `/announcements?user_id=${userId}`)).json.data.items
        .map(({ title }: { title: string }) => title)
        .sort();
    expect(await publicTitles()).toEqual(["For all"]);
    expect(await seen(ada.id)).toEqual(["For all", "For tier 3"]);
    expect(await seen(obi.id)).toEqual(["For all", "For chosen"]);
    const read = (userId: string) =>
      app.callAsApp("POST", `/announcements/${tiered.id}/reads`, { body: { user_id: userId } });
    expect((await read(obi.id)).status).toBe(404);
    expect((await read(ada.id)).status).toBe(200);
    expect((await read(ada.id)).status).toBe(200);
    expect((await call("GET", `announcements/${tiered.id}`)).json.data.reads).toBe(1);
    const reads = (await app.audit()).filter(
      ({ action, outcome }) => action === "content.readAnnouncement" && outcome === "done",
    );
    expect(reads.map(({ recordType, recordId, after }) => [recordType, recordId, after])).toEqual([
      ["user", ada.id, { step: "was read before", announcement: "For tier 3" }],
      ["user", ada.id, { step: "read", announcement: "For tier 3" }],
    ]);
    const used = await app.call("DELETE", `/user-management/user-groups/${ruled}`, {
      token: admin.token,
      body: { version: 1 },
    });
    expect([used.status, used.json.message]).toEqual([409, expect.stringContaining("For tier 3")]);
  });
});

describe("a publication", () => {
  it("can't be changed, deleted or restored by SQL", async () => {
    const made = await published("For good");
    const of = sql`entry_id = ${made.id}::uuid`;
    for (const statement of [
      sql`update entry_publications set title = 'x' where ${of}`,
      sql`update entry_publications set content = '{}' where ${of}`,
      sql`delete from entry_publications where ${of}`,
      sql`truncate entry_publications cascade`,
    ])
      await expect(app.db.execute(statement)).rejects.toThrow();
    await app.db.execute(
      sql`update entry_publications set withdrawn_at = now(), withdrawn_by = ${admin.id} where ${of}`,
    );
    await expect(
      app.db.execute(sql`update entry_publications set withdrawn_at = null, withdrawn_by = null where ${of}`),
    ).rejects.toThrow();
  });
});

describe("the calendar", () => {
  it("contains publications that start or end in the period, and those of app configuration only with its rights", async () => {
    const made = await create(announcement("In the calendar"));
    await publishedAt(made.id, -1, 1);
    const day = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, 10);
    const ask = (from: string, to: string) =>
      app.call("GET", `/content/calendar?from=${from}&to=${to}`, { token: admin.token });
    const { json } = await ask(day(-86_400_000), day(86_400_000));
    expect(json.data.items.filter(({ id }: { id: string }) => id === made.id)).toEqual([
      expect.objectContaining({ kind: "announcements", state: "published", title: "In the calendar" }),
    ]);
    expect((await ask("2026-01-01", "2026-12-31")).status).toBe(400);
    expect((await ask("2026-02-01", "2026-01-01")).status).toBe(400);
  });
});
