import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import {
  contentEntryCallsOf,
  docWithText,
  insertPicture,
  publishDraftWithTimes,
} from "@/lib/server/testing/content-entries";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  await app.db.execute(sql`delete from entries where kind in ('announcements', 'slides', 'culture', 'faq')
    and not exists (select 1 from entry_publications p where p.entry_id = entries.id)`);
  await app.db.execute(sql`update entries set archived_at = now() where kind not in ('terms', 'privacy')`);
});
afterAll(() => app.stop());

type ListedContentEntry = { title: string; from: string | null; until: string | null };
const listRows = async (
  kind: Parameters<typeof contentEntryCallsOf>[2],
  query: string,
): Promise<ListedContentEntry[]> =>
  (await contentEntryCallsOf(app, admin, kind).call("GET", `?${query}`)).json.data.items;
const listTitles = async (kind: Parameters<typeof contentEntryCallsOf>[2], query: string) =>
  (await listRows(kind, query)).map(({ title }) => title).sort();

type ContentEntryText = { title: string; body: object | null };
const announcement = (texts: Record<string, ContentEntryText>) => ({
  texts,
  image_id: null,
  image_alt: "",
  link: "",
  audience: "everybody",
  group_ids: [],
  pinned: false,
});

describe("the times in the list of content entries", () => {
  it("sorts content entries by the start and end that the list shows, which are the scheduled version's if the previous version has ended", async () => {
    const contentEntryCalls = contentEntryCallsOf(app, admin, "announcements");
    const createPublished = async (title: string, ...times: { from: number; until: number | null }[]) => {
      const { id } = await contentEntryCalls.draft(announcement({ en: { title, body: docWithText(title) } }));
      for (const [index, { from, until }] of times.entries())
        await publishDraftWithTimes(app, admin, id, { from, until, number: index + 1 });
    };
    await createPublished("Ended, and again later", { from: -90, until: -80 }, { from: 8, until: 90 });
    await createPublished("Live", { from: -2, until: 5 });
    await createPublished("Live, then another", { from: -3, until: 6 }, { from: 4, until: 99 });
    await createPublished("Ended", { from: -60, until: -50 });
    await createPublished("Draft");
    for (const sort of ["from", "until"] as const) {
      const ascending = await listRows("announcements", `sort=${sort}`);
      const shownTimes = ascending.map((row) => row[sort]);
      expect([sort, shownTimes]).toEqual([sort, [...shownTimes.filter((at) => at !== null).sort(), null]]);
      const descending = (await listRows("announcements", `sort=-${sort}`)).map(({ title }) => title);
      expect(descending.slice(0, 4)).toEqual(
        ascending
          .slice(0, 4)
          .map(({ title }) => title)
          .reverse(),
      );
    }
  });
});

describe("filtering by a missing language", () => {
  const blankBody = { type: "doc", content: [{ type: "paragraph" }] };

  it("the filter `missing` lists articles that citizens get in English because the translation is incomplete, such as one with only a title", async () => {
    const contentEntryCalls = contentEntryCallsOf(app, admin, "culture");
    const picture = (imageId: string) => ({ type: "doc", content: [{ type: "image", attrs: { imageId, alt: "" } }] });
    const imageId = await insertPicture(app, admin);
    const createArticle = (
      name: string,
      efi?: ContentEntryText,
      en: ContentEntryText = { title: name, body: docWithText(name) },
    ) => {
      const texts = Object.fromEntries(
        Object.entries({ en, ...(efi && { efi }) }).map(([code, text]) => [code, { ...text, summary: "" }]),
      );
      return contentEntryCalls.draft({ texts, cover_id: null, cover_alt: "", gallery: [], tags: [], lga: null });
    };
    await createArticle("Nothing");
    await createArticle("Title alone", { title: "T", body: null });
    await createArticle("Blank text", { title: "T", body: blankBody });
    await createArticle("Text alone", { title: " ", body: docWithText("Words") });
    await createArticle("Whole", { title: "T", body: docWithText("Words") });
    await createArticle("A picture", { title: "T", body: picture(imageId) });
    await createArticle("As English", { title: "T", body: null }, { title: "As English", body: blankBody });
    expect(await listTitles("culture", "missing=efi")).toEqual(["Blank text", "Nothing", "Text alone", "Title alone"]);
    expect(await listTitles("culture", "missing=en")).toEqual(["As English"]);
  });

  it("the filter `missing` lists a question whose answer is not translated, and a slide whose description exists only in English", async () => {
    const faqCalls = contentEntryCallsOf(app, admin, "faq");
    const createQuestion = (name: string, efi?: { question: string; answer: object | null }) =>
      faqCalls.draft({
        texts: { en: { question: name, answer: docWithText(name) }, ...(efi && { efi }) },
        group: "Wallet",
      });
    await createQuestion("Unanswered", { question: "Q", answer: null });
    await createQuestion("Answered", { question: "Q", answer: docWithText("A") });
    await createQuestion("Unasked");
    expect(await listTitles("faq", "missing=efi")).toEqual(["Unanswered", "Unasked"]);
    expect(await listTitles("faq", "missing=en")).toEqual([]);

    const slideCalls = contentEntryCallsOf(app, admin, "slides");
    const createSlide = (en: object, efi?: object) =>
      slideCalls.draft({ texts: { en, ...(efi && { efi }) }, image_id: null, focal_x: 50, focal_y: 50, link: "" });
    await createSlide({ title: "No description", alt: "Bridge" }, { title: "T", alt: "" });
    await createSlide({ title: "Both", alt: "Bridge" }, { title: "T", alt: "A" });
    await createSlide({ title: "Neither has one", alt: "" }, { title: "T", alt: "" });
    await createSlide({ title: "", alt: "Without a title" }, { title: "", alt: "A" });
    expect(await listTitles("slides", "missing=efi")).toEqual(["No description"]);
    expect(await listTitles("slides", "missing=en")).toEqual(["Neither has one"]);
  });
});
