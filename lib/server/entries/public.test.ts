import { sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { env } from "@/lib/env";
import { userGroupMembers, userGroups } from "@/lib/server/db/schema/user";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { deskOf, docOf, keptPicture, publishedAt } from "@/lib/server/testing/entries";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let slides: ReturnType<typeof deskOf>;
let culture: ReturnType<typeof deskOf>;
let pictureId: string;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  slides = deskOf(app, admin, "slides");
  culture = deskOf(app, admin, "culture");
  pictureId = await keptPicture(app, admin);
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.db.execute(sql`update entries set archived_at = now() where kind not in ('terms', 'privacy')`);
});

const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const slide = (title: string, more: object = {}) => ({
  texts: { en: { title, alt: `Picture of ${title}` } },
  image_id: pictureId,
  focal_x: 20,
  focal_y: 80,
  link: "https://crossriverstate.gov.ng/",
  ...more,
});
const article = (title: string, more: object = {}) => ({
  texts: { en: { title, summary: `About ${title}`, body: docOf(`Text of ${title}`) } },
  cover_id: pictureId,
  cover_alt: "A cover",
  gallery: [],
  tags: [],
  lga: null,
  ...more,
});
type Item = { id: string; title: string };
const publicTitles = async (path: string) =>
  (await app.call("GET", `/public/${path}`)).json.data.items.map(({ title }: Item) => title);
const liveSlides = async () => (await publicTitles("slides")).length as number;
const most = () => env().slidesLiveMax;
const withSlides = async (many: number, times: object = {}) => {
  const made = [];
  for (let n = 0; n < many; n++) made.push(await slides.published(slide(`Slide ${n}`), times));
  return made;
};

describe("slides", () => {
  it("are returned in the requested language", async () => {
    const made = await slides.published(
      slide("Marina", { texts: { en: { title: "Marina", alt: "Boats" }, efi: { title: "Efik", alt: "Efik boats" } } }),
      { until: at(2) },
    );
    const item = async (query = "") => (await app.call("GET", `/public/slides${query}`)).json.data.items[0];
    expect(await item()).toEqual({
      id: made.id,
      language: "en",
      title: "Marina",
      image: {
        alt: "Boats",
        width: 480,
        height: 320,
        sizes: [{ width: 480, height: 320, bytes: 4, url: `/api/v1/public/images/${pictureId}/480` }],
      },
      focal_x: 20,
      focal_y: 80,
      link: "https://crossriverstate.gov.ng/",
      from: expect.any(String),
      until: made.until,
    });
    expect(await item("?language=efi")).toMatchObject({ language: "efi", title: "Efik", image: { alt: "Efik boats" } });
    expect(await item("?language=pcm")).toMatchObject({ language: "en", title: "Marina" });
  });

  it("never exceed the limit at any time, also when each has a scheduled version", async () => {
    for (const { id, version } of await withSlides(most()))
      expect((await slides.publish(id, version, { from: at(5) })).status).toBe(200);
    expect(await liveSlides()).toBe(most());
    const more = await slides.draft(slide("One too many"));
    const refused = await slides.publish(more.id, more.version, { until: at(1) });
    expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining(`At most ${most()} slides`)]);
    expect((await slides.publish(more.id, more.version, { from: at(6) })).status).toBe(409);
    expect(await liveSlides()).toBe(most());
  });

  it("leave room if a later version ends sooner than the one it replaces", async () => {
    for (const { id, version } of await withSlides(most()))
      expect((await slides.publish(id, version, { from: at(5), until: at(6) })).status).toBe(200);
    const more = await slides.draft(slide("Afterwards"));
    expect((await slides.publish(more.id, more.version, { from: at(5.5) })).status).toBe(409);
    expect((await slides.publish(more.id, more.version, { from: at(6.5) })).status).toBe(200);
  });

  it("count towards the limit after losing the version that was to end them", async () => {
    const [first] = await withSlides(most());
    const next = await slides.publish(first.id, first.version, { from: at(5), until: at(6) });
    await slides.published(slide("Afterwards"), { from: at(6.5) });
    const withdraw = (what: string) =>
      slides.call("POST", `/${first.id}/withdrawal`, { version: next.json.data.version, what });
    const refused = await withdraw("next");
    expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining(`At most ${most()} slides`)]);
    expect((await slides.get(first.id)).next_from).toEqual(expect.any(String));
    expect((await withdraw("all")).json.data.state).toBe("draft");
  });

  it("count towards the limit when they are restored from the archive", async () => {
    const [first] = await withSlides(most());
    const shelve = (version: number, archived: boolean) =>
      slides.call("PATCH", `/${first.id}/archive`, { version, archived });
    const away = (await shelve(first.version, true)).json.data;
    const other = await slides.published(slide("In its place"));
    const refused = await shelve(away.version, false);
    expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining(`At most ${most()} slides`)]);
    expect(await liveSlides()).toBe(most());
    await slides.call("POST", `/${other.id}/withdrawal`, { version: other.version, what: "all" });
    expect((await shelve(away.version, false)).json.data.state).toBe("published");
    expect(await liveSlides()).toBe(most());
  });

  it.each([1, 2, 3])("stay within the limit when published concurrently: try %i", async () => {
    await withSlides(most() - 2);
    const drafts = [];
    for (let n = 0; n < 6; n++) drafts.push(await slides.draft(slide(`Race ${n}`)));
    const answers = await Promise.all(drafts.map(({ id, version }) => slides.publish(id, version)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409, 409]);
    expect(await liveSlides()).toBe(most());
  });
});

describe("articles", () => {
  it("are listed newest first without their texts, by LGA, tag and page, and read one by one", async () => {
    const gallery = [
      { image_id: pictureId, alt: "A mask", captions: { en: "Mask", efi: "Efik mask" } },
      { image_id: pictureId, alt: "A drum", captions: {} },
    ];
    const ekpe = await culture.published(article("Ekpe", { tags: ["masks"], lga: "Calabar South", gallery }));
    await culture.published(article("Leboku", { tags: ["yam", "masks"], lga: "Yakurr" }));
    await culture.draft(article("A draft", { tags: ["masks"] }));
    expect(await publicTitles("culture")).toEqual(["Leboku", "Ekpe"]);
    expect(await publicTitles("culture?tag=masks&lga=Yakurr")).toEqual(["Leboku"]);
    expect(await publicTitles("culture?tag=mask")).toEqual([]);
    const list = (await app.call("GET", "/public/culture?page=1")).json.data;
    expect([list.items, list.total]).toEqual([[], 2]);
    expect(Object.keys((await app.call("GET", "/public/culture")).json.data.items[0])).not.toContain("html");
    const one = (await app.call("GET", `/public/culture/${ekpe.id}?language=efi`)).json.data;
    expect(one).toMatchObject({ title: "Ekpe", language: "en", html: "<p>Text of Ekpe</p>", lga: "Calabar South" });
    expect(one.gallery.map(({ caption }: { caption: string }) => caption)).toEqual(["Mask", ""]);
  });

  it("are not found by id unless live", async () => {
    const draft = await culture.draft(article("Draft"));
    const later = await culture.published(article("Later"), { from: at(1) });
    const over = await culture.draft(article("Over"));
    await publishedAt(app, admin, over.id, { from: -2, until: -1 });
    const shelved = await culture.published(article("Shelved"));
    await culture.call("PATCH", `/${shelved.id}/archive`, { version: shelved.version, archived: true });
    const other = await slides.published(slide("No article"));
    for (const { id } of [draft, later, over, shelved, other, { id: uuid() }])
      expect((await app.call("GET", `/public/culture/${id}`)).status).toBe(404);
    expect(await publicTitles("culture")).toEqual([]);
  });
});

describe("announcements of groups", () => {
  const announcement = (title: string, groups: string[] = []) => ({
    texts: { en: { title, body: docOf("Text") } },
    image_id: null,
    image_alt: "",
    link: "",
    audience: groups.length ? "groups" : "everybody",
    group_ids: groups,
    pinned: title.startsWith("Pinned"),
  });

  it("are in no public response, and depend on the membership", async () => {
    const group = uuid();
    const [ada, closed] = [await makeUser(app), await makeUser(app, { status: "closed" })];
    await app.db.insert(userGroups).values({ id: group, name: "Traders", kind: "static" });
    await app.db.insert(userGroupMembers).values({ groupId: group, userId: ada.id });
    const desk = deskOf(app, admin, "announcements");
    await desk.published(announcement("Pinned for all"));
    await desk.published(announcement("For all"));
    const made = await desk.published(announcement("For traders", [group]));
    const theirs = async (id = ada.id) => app.callAsApp("GET", `/announcements?user_id=${id}`);
    const titles = async () => (await theirs()).json.data.items.map(({ title }: Item) => title);
    expect(await publicTitles("announcements")).toEqual(["Pinned for all", "For all"]);
    expect(await titles()).toEqual(["Pinned for all", "For traders", "For all"]);
    expect((await theirs(closed.id)).status).toBe(409);
    expect((await theirs(uuid())).status).toBe(404);
    const read = (id: string) => app.callAsApp("POST", `/announcements/${id}/reads`, { body: { user_id: ada.id } });
    expect((await read(made.id)).status).toBe(200);
    expect((await theirs()).json.data.items.find(({ id }: Item) => id === made.id).read).toBe(true);
    await app.db.delete(userGroupMembers);
    expect(await titles()).toEqual(["Pinned for all", "For all"]);
    expect((await read(made.id)).status).toBe(404);
  });
});

it("returns when the clock changes the list next", async () => {
  const next = async () => (await app.call("GET", "/public/slides")).json.data.next_change_at;
  expect(await next()).toBeNull();
  const [until, from] = [at(2), at(1)];
  const made = await slides.published(slide("Ends"), { until });
  expect(await next()).toBe(until);
  const later = await slides.published(slide("Begins"), { from });
  expect(await next()).toBe(from);
  await slides.call("POST", `/${later.id}/withdrawal`, { version: later.version, what: "next" });
  expect(await next()).toBe(until);
  await slides.call("PATCH", `/${made.id}/archive`, { version: made.version, archived: true });
  expect(await next()).toBeNull();
});
