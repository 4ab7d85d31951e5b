import { afterAll, beforeAll, expect, it } from "vitest";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { deskOf, docOf, keptPicture } from "@/lib/server/testing/entries";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const paragraph = (...content: object[]) => ({ type: "doc", content: [{ type: "paragraph", content }] });
const linked = (href: string) =>
  paragraph({ type: "text", text: "Read on", marks: [{ type: "link", attrs: { href } }] }, { type: "text", text: "." });
const article = (body: object, more: object = {}) => ({
  texts: { en: { title: "Ekpe", summary: "", body } },
  cover_id: null,
  cover_alt: "",
  gallery: [],
  tags: [],
  lga: null,
  ...more,
});

/** Returns the audit row's changes when one draft replaces another. */
async function changed(from: object, to: object) {
  const desk = deskOf(app, admin, "culture");
  const { id, version } = await desk.draft(from);
  expect((await desk.call("PATCH", `/${id}`, { version, draft: to })).status).toBe(200);
  const [row] = await app.audit();
  return [row?.before, row?.after];
}

it("shows a change late in a long text with the words around it", async () => {
  const long = "word ".repeat(600);
  const [before, after] = await changed(article(docOf(`${long}old end`)), article(docOf(`${long}new end`)));
  expect(before).toEqual({ "body (en)": expect.stringMatching(/^….{50,150}old end$/) });
  expect(after).toEqual({ step: "draft saved", "body (en)": expect.stringMatching(/^….{50,150}new end$/) });
});

it("shortens texts, also when one replaces another", async () => {
  const [before, after] = await changed(article(docOf("a".repeat(5_000))), article(docOf("b".repeat(5_000))));
  expect([before, after]).toEqual([
    { "body (en)": "a".repeat(2_000) },
    { step: "draft saved", "body (en)": "b".repeat(2_000) },
  ]);
});

it("mentions a changed link, format or picture with the same words", async () => {
  const more = { before: { "body (en)": null }, after: { "body (en)": "formatting, links or pictures" } };
  const picture = async () => ({
    type: "image" as const,
    attrs: { imageId: await keptPicture(app, admin), alt: "A mask" },
  });
  const of = async (from: object, to: object) => {
    const [before, after] = await changed(article(from), article(to));
    return { before, after };
  };
  const said = { before: more.before, after: { step: "draft saved", ...more.after } };
  expect(await of(linked("https://old.example/"), linked("https://new.example/"))).toEqual(said);
  const bold = paragraph({ type: "text", text: "Text", marks: [{ type: "bold" }] });
  expect(await of(docOf("Text"), bold)).toEqual(said);
  const [one, other] = [
    { type: "doc", content: [await picture()] },
    { type: "doc", content: [await picture()] },
  ];
  expect(await of(one, other)).toEqual(said);
});

it("omits unchanged fields", async () => {
  const gallery = [{ image_id: await keptPicture(app, admin), alt: "A drum", captions: { en: "Drum", efi: "Efik" } }];
  const body = linked("https://same.example/");
  const [before, after] = await changed(article(body, { gallery }), article(body, { gallery, tags: ["yam"] }));
  expect([before, after]).toEqual([{ tags: "[]" }, { step: "draft saved", tags: '["yam"]' }]);
});
