import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { HandlerContext } from "@/lib/server/api/context";
import type { Queryable } from "@/lib/server/db/client";
import { userGroupMembers, userGroups } from "@/lib/server/db/schema/user";
import { readStoredFile } from "@/lib/server/files/stored-files";
import { htmlOf } from "@/lib/server/rich-text/html";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import {
  contentEntryCallsOf,
  docWithText,
  faqContent,
  insertPicture,
  publishDraftWithTimes,
} from "@/lib/server/testing/content-entries";
import { listAnnouncementsForCitizen } from "./announcements-for-app";

/** Wraps the real functions of the module to count their calls. */
vi.mock("@/lib/server/files/stored-files", async (original) => {
  const files = await original<typeof import("@/lib/server/files/stored-files")>();
  return { ...files, readStoredFile: vi.fn(files.readStoredFile) };
});
vi.mock("@/lib/server/rich-text/html", async (original) => {
  const html = await original<typeof import("@/lib/server/rich-text/html")>();
  return { ...html, htmlOf: vi.fn(html.htmlOf) };
});

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const article = (title: string, texts: object = {}) => ({
  texts: { en: { title, summary: `About ${title}`, body: docWithText(`Text of ${title}`) }, ...texts },
  cover_id: null,
  cover_alt: "",
  gallery: [],
  tags: [],
  lga: null,
});
const announcement = (title: string, { image = null as string | null, groups = [] as string[] } = {}) => ({
  texts: { en: { title, body: docWithText("Text") } },
  image_id: image,
  image_alt: image ? "A bridge" : "",
  link: "",
  audience: groups.length ? "groups" : "everybody",
  group_ids: groups,
  pinned: false,
});
type PublicItem = { title: string; language: string };

describe("the list of articles", () => {
  const list = async (query = "") => (await app.call("GET", `/public/culture${query}`)).json.data;
  const createLive = async (draft: object, from: number) => {
    const { id } = await contentEntryCallsOf(app, admin, "culture").draft(draft);
    await publishDraftWithTimes(app, admin, id, { from });
    return id;
  };

  it("lists articles without bodies, each in the requested language if its translation is complete", async () => {
    await createLive(article("Whole", { efi: { title: "Efik", summary: "", body: docWithText("Efik text") } }), -1);
    await createLive(article("Half", { efi: { title: "Efik half", summary: "", body: null } }), -2);
    const titlesAndLanguages = async (query: string) =>
      (await list(query)).items.map(({ title, language }: PublicItem) => [title, language]);
    vi.mocked(htmlOf).mockClear();
    const english = [
      ["Whole", "en"],
      ["Half", "en"],
    ];
    expect(await titlesAndLanguages("")).toEqual(english);
    expect(await titlesAndLanguages("?language=pcm")).toEqual(english);
    expect(await titlesAndLanguages("?language=efi")).toEqual([
      ["Efik", "efi"],
      ["Half", "en"],
    ]);
    expect(htmlOf).not.toHaveBeenCalled();
  });

  it("returns articles in pages of 50, newest first, with the total", async () => {
    for (let n = 0; n < 50; n++) await createLive(article(`Article ${n}`), -3 - n);
    const [first, second, third] = [await list(), await list("?page=1"), await list("?page=2")];
    expect([first.total, second.total, third.total]).toEqual([52, 52, 52]);
    expect([first.items.length, third.items]).toEqual([50, []]);
    expect(first.items[2].title).toBe("Article 0");
    expect(second.items.map(({ title }: PublicItem) => title)).toEqual(["Article 48", "Article 49"]);
  }, 30_000);
});

it("returns 304 for a picture that the client has, without reading it, and 404 once it is no longer public", async () => {
  const id = await insertPicture(app, admin);
  const contentEntryCalls = contentEntryCallsOf(app, admin, "announcements");
  const made = await contentEntryCalls.published(announcement("With a picture", { image: id }));
  const get = (headers = {}) => app.call("GET", `/public/images/${id}/480`, { headers });
  const etag = (await get()).headers.get("etag") ?? "";
  vi.mocked(readStoredFile).mockClear();
  const secondGet = await get({ "if-none-match": etag });
  expect([secondGet.status, secondGet.headers.get("etag"), secondGet.headers.get("content-length")]).toEqual([
    304,
    etag,
    null,
  ]);
  expect(readStoredFile).not.toHaveBeenCalled();
  expect((await get({ "if-none-match": '"other"' })).status).toBe(200);
  expect((await app.call("GET", `/public/images/${id}/960`, { headers: { "if-none-match": "*" } })).status).toBe(404);
  await contentEntryCalls.call("POST", `/${made.id}/withdrawal`, { version: made.version, what: "all" });
  expect((await get({ "if-none-match": etag })).status).toBe(404);
});

it("finds a citizen's groups with one query, however many groups there are", async () => {
  const user = await makeUser(app, { tier: 1, lga: "Yakurr" });
  const [listGroup, ruleGroup, other, emptyGroup] = [uuid(), uuid(), uuid(), uuid()];
  await app.db.insert(userGroups).values([
    { id: listGroup, name: "Chosen", kind: "static" },
    { id: ruleGroup, name: "By rule", kind: "rule", rule: { lga: "Yakurr", spend_max: "10" } },
    { id: other, name: "Elsewhere", kind: "rule", rule: { lga: "Obudu" } },
    { id: emptyGroup, name: "Empty", kind: "static" },
  ]);
  await app.db.insert(userGroupMembers).values({ groupId: listGroup, userId: user.id });
  const visibleTitles = async () => {
    let queryCount = 0;
    const db = new Proxy<Queryable>(app.db, {
      get(target, name) {
        if (name === "select" || name === "execute") queryCount++;
        return Reflect.get(target, name);
      },
    });
    const context = { db, citizen: async () => user } as unknown as HandlerContext;
    const { items } = await listAnnouncementsForCitizen(context, { user_id: user.id });
    return { asked: queryCount, titles: items.map(({ title }) => title) };
  };
  const contentEntryCalls = contentEntryCallsOf(app, admin, "announcements");
  await contentEntryCalls.published(announcement("For the chosen", { groups: [listGroup] }));
  const { asked } = await visibleTitles();
  await contentEntryCalls.published(announcement("By rule", { groups: [ruleGroup] }));
  await contentEntryCalls.published(announcement("For nobody here", { groups: [other, emptyGroup] }));
  expect(await visibleTitles()).toEqual({ asked, titles: ["By rule", "For the chosen"] });
});

it("returns a question's group name without surrounding spaces", async () => {
  await contentEntryCallsOf(app, admin, "faq").published(faqContent("How?", { group: " Wallet " }));
  expect((await app.call("GET", "/public/faq")).json.data.items[0].group).toBe("Wallet");
});
