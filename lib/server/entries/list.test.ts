import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { deskOf, docOf, keptPicture, publishedAt } from "@/lib/server/testing/entries";

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

type Row = { title: string; from: string | null; until: string | null };
const rows = async (kind: Parameters<typeof deskOf>[2], query: string): Promise<Row[]> =>
  (await deskOf(app, admin, kind).call("GET", `?${query}`)).json.data.items;
const titles = async (kind: Parameters<typeof deskOf>[2], query: string) =>
  (await rows(kind, query)).map(({ title }) => title).sort();

type Text = { title: string; body: object | null };
const announcement = (texts: Record<string, Text>) => ({
  texts,
  image_id: null,
  image_alt: "",
  link: "",
  audience: "everybody",
  group_ids: [],
  pinned: false,
});

describe("the times in the list of entries", () => {
  it("are sorted as shown: an ended version with a successor by the successor's times", async () => {
    const desk = deskOf(app, admin, "announcements");
    const made = async (title: string, ...times: { from: number; until: number | null }[]) => {
      const { id } = await desk.draft(announcement({ en: { title, body: docOf(title) } }));
      for (const [index, { from, until }] of times.entries())
        await publishedAt(app, admin, id, { from, until, number: index + 1 });
    };
    await made("Ended, and again later", { from: -90, until: -80 }, { from: 8, until: 90 });
    await made("Live", { from: -2, until: 5 });
    await made("Live, then another", { from: -3, until: 6 }, { from: 4, until: 99 });
    await made("Ended", { from: -60, until: -50 });
    await made("Draft");
    for (const sort of ["from", "until"] as const) {
      const up = await rows("announcements", `sort=${sort}`);
      const shown = up.map((row) => row[sort]);
      expect([sort, shown]).toEqual([sort, [...shown.filter((at) => at !== null).sort(), null]]);
      const down = (await rows("announcements", `sort=-${sort}`)).map(({ title }) => title);
      expect(down.slice(0, 4)).toEqual(
        up
          .slice(0, 4)
          .map(({ title }) => title)
          .reverse(),
      );
    }
  });
});

describe("filtering by a missing language", () => {
  const blank = { type: "doc", content: [{ type: "paragraph" }] };

  it("finds entries that citizens get in English instead, also those with a title but no text", async () => {
    const desk = deskOf(app, admin, "culture");
    const picture = (imageId: string) => ({ type: "doc", content: [{ type: "image", attrs: { imageId, alt: "" } }] });
    const imageId = await keptPicture(app, admin);
    const make = (name: string, efi?: Text, en: Text = { title: name, body: docOf(name) }) => {
      const texts = Object.fromEntries(
        Object.entries({ en, ...(efi && { efi }) }).map(([code, text]) => [code, { ...text, summary: "" }]),
      );
      return desk.draft({ texts, cover_id: null, cover_alt: "", gallery: [], tags: [], lga: null });
    };
    await make("Nothing");
    await make("Title alone", { title: "T", body: null });
    await make("Blank text", { title: "T", body: blank });
    await make("Text alone", { title: " ", body: docOf("Words") });
    await make("Whole", { title: "T", body: docOf("Words") });
    await make("A picture", { title: "T", body: picture(imageId) });
    await make("As English", { title: "T", body: null }, { title: "As English", body: blank });
    expect(await titles("culture", "missing=efi")).toEqual(["Blank text", "Nothing", "Text alone", "Title alone"]);
    expect(await titles("culture", "missing=en")).toEqual(["As English"]);
  });

  it("finds a question without its answer, and a slide without its description if English has one", async () => {
    const faq = deskOf(app, admin, "faq");
    const ask = (name: string, efi?: { question: string; answer: object | null }) =>
      faq.draft({ texts: { en: { question: name, answer: docOf(name) }, ...(efi && { efi }) }, group: "Wallet" });
    await ask("Unanswered", { question: "Q", answer: null });
    await ask("Answered", { question: "Q", answer: docOf("A") });
    await ask("Unasked");
    expect(await titles("faq", "missing=efi")).toEqual(["Unanswered", "Unasked"]);
    expect(await titles("faq", "missing=en")).toEqual([]);

    const slides = deskOf(app, admin, "slides");
    const show = (en: object, efi?: object) =>
      slides.draft({ texts: { en, ...(efi && { efi }) }, image_id: null, focal_x: 50, focal_y: 50, link: "" });
    await show({ title: "No description", alt: "Bridge" }, { title: "T", alt: "" });
    await show({ title: "Both", alt: "Bridge" }, { title: "T", alt: "A" });
    await show({ title: "Neither has one", alt: "" }, { title: "T", alt: "" });
    await show({ title: "", alt: "Without a title" }, { title: "", alt: "A" });
    expect(await titles("slides", "missing=efi")).toEqual(["No description"]);
    expect(await titles("slides", "missing=en")).toEqual(["Neither has one"]);
  });
});
