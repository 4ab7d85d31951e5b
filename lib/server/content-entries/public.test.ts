import { sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { env } from "@/lib/env";
import { userGroupMembers, userGroups } from "@/lib/server/db/schema/user";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import {
  contentEntryCallsOf,
  docWithText,
  insertPicture,
  publishDraftWithTimes,
} from "@/lib/server/testing/content-entries";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let slideCalls: ReturnType<typeof contentEntryCallsOf>;
let cultureCalls: ReturnType<typeof contentEntryCallsOf>;
let pictureId: string;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  slideCalls = contentEntryCallsOf(app, admin, "slides");
  cultureCalls = contentEntryCallsOf(app, admin, "culture");
  pictureId = await insertPicture(app, admin);
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.db.execute(sql`update entries set archived_at = now() where kind not in ('terms', 'privacy')`);
});

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const slide = (title: string, more: object = {}) => ({
  texts: { en: { title, alt: `Picture of ${title}` } },
  image_id: pictureId,
  focal_x: 20,
  focal_y: 80,
  link: "https://crossriverstate.gov.ng/",
  ...more,
});
const article = (title: string, more: object = {}) => ({
  texts: { en: { title, summary: `About ${title}`, body: docWithText(`Text of ${title}`) } },
  cover_id: pictureId,
  cover_alt: "A cover",
  gallery: [],
  tags: [],
  lga: null,
  ...more,
});
type PublicItem = { id: string; title: string };
const publicTitles = async (path: string) =>
  (await app.call("GET", `/public/${path}`)).json.data.items.map(({ title }: PublicItem) => title);
const liveSlides = async () => (await publicTitles("slides")).length as number;
const slideLimit = () => env().slidesLiveMax;
const createSlides = async (count: number, times: object = {}) => {
  const made = [];
  for (let n = 0; n < count; n++) made.push(await slideCalls.published(slide(`Slide ${n}`), times));
  return made;
};

describe("slides", () => {
  it("returns slides in the requested language", async () => {
    const made = await slideCalls.published(
      slide("Marina", { texts: { en: { title: "Marina", alt: "Boats" }, efi: { title: "Efik", alt: "Efik boats" } } }),
      { until: inHours(2) },
    );
    const firstSlide = async (query = "") => (await app.call("GET", `/public/slides${query}`)).json.data.items[0];
    expect(await firstSlide()).toEqual({
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
    expect(await firstSlide("?language=efi")).toMatchObject({
      language: "efi",
      title: "Efik",
      image: { alt: "Efik boats" },
    });
    expect(await firstSlide("?language=pcm")).toMatchObject({ language: "en", title: "Marina" });
  });

  it("never allows more live slides than the limit at any time, even if each has a scheduled version", async () => {
    for (const { id, version } of await createSlides(slideLimit()))
      expect((await slideCalls.publish(id, version, { from: inHours(5) })).status).toBe(200);
    expect(await liveSlides()).toBe(slideLimit());
    const more = await slideCalls.draft(slide("One too many"));
    const refused = await slideCalls.publish(more.id, more.version, { until: inHours(1) });
    expect([refused.status, refused.json.message]).toEqual([
      409,
      expect.stringContaining(`At most ${slideLimit()} slides`),
    ]);
    expect((await slideCalls.publish(more.id, more.version, { from: inHours(6) })).status).toBe(409);
    expect(await liveSlides()).toBe(slideLimit());
  });

  it("allows another slide if a scheduled version ends earlier than the version it replaces", async () => {
    for (const { id, version } of await createSlides(slideLimit()))
      expect((await slideCalls.publish(id, version, { from: inHours(5), until: inHours(6) })).status).toBe(200);
    const more = await slideCalls.draft(slide("Afterwards"));
    expect((await slideCalls.publish(more.id, more.version, { from: inHours(5.5) })).status).toBe(409);
    expect((await slideCalls.publish(more.id, more.version, { from: inHours(6.5) })).status).toBe(200);
  });

  it("counts a slide towards the limit of live slides again after the scheduled version that would have ended it is withdrawn", async () => {
    const [first] = await createSlides(slideLimit());
    const next = await slideCalls.publish(first.id, first.version, { from: inHours(5), until: inHours(6) });
    await slideCalls.published(slide("Afterwards"), { from: inHours(6.5) });
    const withdraw = (what: string) =>
      slideCalls.call("POST", `/${first.id}/withdrawal`, { version: next.json.data.version, what });
    const refused = await withdraw("next");
    expect([refused.status, refused.json.message]).toEqual([
      409,
      expect.stringContaining(`At most ${slideLimit()} slides`),
    ]);
    expect((await slideCalls.get(first.id)).next_from).toEqual(expect.any(String));
    expect((await withdraw("all")).json.data.state).toBe("draft");
  });

  it("counts a slide towards the limit of live slides when it is restored from the archive", async () => {
    const [first] = await createSlides(slideLimit());
    const setArchived = (version: number, archived: boolean) =>
      slideCalls.call("PATCH", `/${first.id}/archive`, { version, archived });
    const archivedSlide = (await setArchived(first.version, true)).json.data;
    const other = await slideCalls.published(slide("In its place"));
    const refused = await setArchived(archivedSlide.version, false);
    expect([refused.status, refused.json.message]).toEqual([
      409,
      expect.stringContaining(`At most ${slideLimit()} slides`),
    ]);
    expect(await liveSlides()).toBe(slideLimit());
    await slideCalls.call("POST", `/${other.id}/withdrawal`, { version: other.version, what: "all" });
    expect((await setArchived(archivedSlide.version, false)).json.data.state).toBe("published");
    expect(await liveSlides()).toBe(slideLimit());
  });

  it.each([1, 2, 3])("keeps the limit of live slides when slides are published concurrently: attempt %i", async () => {
    await createSlides(slideLimit() - 2);
    const drafts = [];
    for (let n = 0; n < 6; n++) drafts.push(await slideCalls.draft(slide(`Race ${n}`)));
    const answers = await Promise.all(drafts.map(({ id, version }) => slideCalls.publish(id, version)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409, 409]);
    expect(await liveSlides()).toBe(slideLimit());
  });
});

describe("articles", () => {
  it("lists articles newest first without texts, filters them by LGA and tag, pages them, and returns a single article", async () => {
    const gallery = [
      { image_id: pictureId, alt: "A mask", captions: { en: "Mask", efi: "Efik mask" } },
      { image_id: pictureId, alt: "A drum", captions: {} },
    ];
    const ekpe = await cultureCalls.published(article("Ekpe", { tags: ["masks"], lga: "Calabar South", gallery }));
    await cultureCalls.published(article("Leboku", { tags: ["yam", "masks"], lga: "Yakurr" }));
    await cultureCalls.draft(article("A draft", { tags: ["masks"] }));
    expect(await publicTitles("culture")).toEqual(["Leboku", "Ekpe"]);
    expect(await publicTitles("culture?tag=masks&lga=Yakurr")).toEqual(["Leboku"]);
    expect(await publicTitles("culture?tag=mask")).toEqual([]);
    const list = (await app.call("GET", "/public/culture?page=1")).json.data;
    expect([list.items, list.total]).toEqual([[], 2]);
    expect(Object.keys((await app.call("GET", "/public/culture")).json.data.items[0])).not.toContain("html");
    const articleAnswer = (await app.call("GET", `/public/culture/${ekpe.id}?language=efi`)).json.data;
    expect(articleAnswer).toMatchObject({
      title: "Ekpe",
      language: "en",
      html: "<p>Text of Ekpe</p>",
      lga: "Calabar South",
    });
    expect(articleAnswer.gallery.map(({ caption }: { caption: string }) => caption)).toEqual(["Mask", ""]);
  });

  it("returns 404 for the id of an article that is not live", async () => {
    const draft = await cultureCalls.draft(article("Draft"));
    const scheduled = await cultureCalls.published(article("Later"), { from: inHours(1) });
    const endedArticle = await cultureCalls.draft(article("Over"));
    await publishDraftWithTimes(app, admin, endedArticle.id, { from: -2, until: -1 });
    const archivedArticle = await cultureCalls.published(article("Shelved"));
    await cultureCalls.call("PATCH", `/${archivedArticle.id}/archive`, {
      version: archivedArticle.version,
      archived: true,
    });
    const other = await slideCalls.published(slide("No article"));
    for (const { id } of [draft, scheduled, endedArticle, archivedArticle, other, { id: uuid() }])
      expect((await app.call("GET", `/public/culture/${id}`)).status).toBe(404);
    expect(await publicTitles("culture")).toEqual([]);
  });
});

describe("announcements of groups", () => {
  const announcement = (title: string, groups: string[] = []) => ({
    texts: { en: { title, body: docWithText("Text") } },
    image_id: null,
    image_alt: "",
    link: "",
    audience: groups.length ? "groups" : "everybody",
    group_ids: groups,
    pinned: title.startsWith("Pinned"),
  });

  it("returns announcements for groups to members of the group, but in no public response", async () => {
    const group = uuid();
    const [ada, closed] = [await makeUser(app), await makeUser(app, { status: "closed" })];
    await app.db.insert(userGroups).values({ id: group, name: "Traders", kind: "static" });
    await app.db.insert(userGroupMembers).values({ groupId: group, userId: ada.id });
    const announcementCalls = contentEntryCallsOf(app, admin, "announcements");
    await announcementCalls.published(announcement("Pinned for all"));
    await announcementCalls.published(announcement("For all"));
    const made = await announcementCalls.published(announcement("For traders", [group]));
    const readAnnouncements = async (id = ada.id) => app.callAsApp("GET", `/announcements?user_id=${id}`);
    const titles = async () => (await readAnnouncements()).json.data.items.map(({ title }: PublicItem) => title);
    expect(await publicTitles("announcements")).toEqual(["Pinned for all", "For all"]);
    expect(await titles()).toEqual(["Pinned for all", "For traders", "For all"]);
    expect((await readAnnouncements(closed.id)).status).toBe(409);
    expect((await readAnnouncements(uuid())).status).toBe(404);
    const markRead = (id: string) => app.callAsApp("POST", `/announcements/${id}/reads`, { body: { user_id: ada.id } });
    expect((await markRead(made.id)).status).toBe(200);
    expect((await readAnnouncements()).json.data.items.find(({ id }: PublicItem) => id === made.id).read).toBe(true);
    await app.db.delete(userGroupMembers);
    expect(await titles()).toEqual(["Pinned for all", "For all"]);
    expect((await markRead(made.id)).status).toBe(404);
  });
});

it("returns with a public list the time of its next scheduled change", async () => {
  const next = async () => (await app.call("GET", "/public/slides")).json.data.next_change_at;
  expect(await next()).toBeNull();
  const [until, from] = [inHours(2), inHours(1)];
  const made = await slideCalls.published(slide("Ends"), { until });
  expect(await next()).toBe(until);
  const scheduled = await slideCalls.published(slide("Begins"), { from });
  expect(await next()).toBe(from);
  await slideCalls.call("POST", `/${scheduled.id}/withdrawal`, { version: scheduled.version, what: "next" });
  expect(await next()).toBe(until);
  await slideCalls.call("PATCH", `/${made.id}/archive`, { version: made.version, archived: true });
  expect(await next()).toBeNull();
});
