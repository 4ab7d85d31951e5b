import { afterAll, beforeAll, expect, it } from "vitest";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { contentEntryCallsOf, docWithText, insertPicture } from "@/lib/server/testing/content-entries";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const paragraph = (...content: object[]) => ({ type: "doc", content: [{ type: "paragraph", content }] });
const withLink = (href: string) =>
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

/** Returns the changes that the audit row contains when one draft replaces another. */
async function saveAndRead(from: object, to: object) {
  const contentEntryCalls = contentEntryCallsOf(app, admin, "culture");
  const { id, version } = await contentEntryCalls.draft(from);
  expect((await contentEntryCalls.call("PATCH", `/${id}`, { version, draft: to })).status).toBe(200);
  const [row] = await app.audit();
  return [row?.before, row?.after];
}

it("the audit row of a saved draft shows a change near the end of a long text, with the words around it", async () => {
  const longText = "word ".repeat(600);
  const [before, after] = await saveAndRead(
    article(docWithText(`${longText}old end`)),
    article(docWithText(`${longText}new end`)),
  );
  expect(before).toEqual({ "body (en)": expect.stringMatching(/^….{50,150}old end$/) });
  expect(after).toEqual({ step: "draft saved", "body (en)": expect.stringMatching(/^….{50,150}new end$/) });
});

it("the audit row of a saved draft shortens both the old and the new text if a long text is replaced", async () => {
  const [before, after] = await saveAndRead(
    article(docWithText("a".repeat(5_000))),
    article(docWithText("b".repeat(5_000))),
  );
  expect([before, after]).toEqual([
    { "body (en)": "a".repeat(2_000) },
    { step: "draft saved", "body (en)": "b".repeat(2_000) },
  ]);
});

it("the audit row of a saved draft only notes that links, formatting or pictures have changed if the words are the same", async () => {
  const more = { before: { "body (en)": null }, after: { "body (en)": "formatting, links or pictures" } };
  const picture = async () => ({
    type: "image" as const,
    attrs: { imageId: await insertPicture(app, admin), alt: "A mask" },
  });
  const auditOfChange = async (from: object, to: object) => {
    const [before, after] = await saveAndRead(article(from), article(to));
    return { before, after };
  };
  const expectedAudit = { before: more.before, after: { step: "draft saved", ...more.after } };
  expect(await auditOfChange(withLink("https://old.example/"), withLink("https://new.example/"))).toEqual(
    expectedAudit,
  );
  const boldText = paragraph({ type: "text", text: "Text", marks: [{ type: "bold" }] });
  expect(await auditOfChange(docWithText("Text"), boldText)).toEqual(expectedAudit);
  const [olderDraft, newerDraft] = [
    { type: "doc", content: [await picture()] },
    { type: "doc", content: [await picture()] },
  ];
  expect(await auditOfChange(olderDraft, newerDraft)).toEqual(expectedAudit);
});

it("omits unchanged fields of a draft from the audit row", async () => {
  const gallery = [{ image_id: await insertPicture(app, admin), alt: "A drum", captions: { en: "Drum", efi: "Efik" } }];
  const body = withLink("https://same.example/");
  const [before, after] = await saveAndRead(article(body, { gallery }), article(body, { gallery, tags: ["yam"] }));
  expect([before, after]).toEqual([{ tags: "[]" }, { step: "draft saved", tags: '["yam"]' }]);
});
