import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { LEGAL_CONTENT_ENTRY_IDS } from "@/lib/contract/content-entries.values";
import { adminRoles, admins, roles } from "@/lib/server/db/schema/admin";
import { contentEntryPreviews } from "@/lib/server/db/schema/content-entries";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import {
  contentEntryCallsOf,
  docWithText,
  faqContent,
  insertPicture,
  legalText,
} from "@/lib/server/testing/content-entries";
import { deleteOldPreviews } from "./share-preview";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const newestAudit = async () => (await app.audit())[0];
const article = (title: string, more: object = {}) => ({
  texts: { en: { title, summary: "", body: docWithText(`Text of ${title}`) } },
  cover_id: null,
  cover_alt: "",
  gallery: [],
  tags: [],
  lga: null,
  ...more,
});
type ContentEntryKindOf = Parameters<typeof contentEntryCallsOf>[2];
const createPreviewLink = (kind: ContentEntryKindOf, id: string, actor: { token: string } = admin, language = "en") =>
  contentEntryCallsOf(app, actor, kind).call("POST", `/${id}/preview-links`, { language });
/** Opens a preview link without signing in. */
async function openLink(url: string) {
  const { pathname } = new URL(url);
  const { status, headers, json } = await app.call("GET", pathname.replace("/api/v1", ""));
  return { status, headers, page: status === 200 ? await json.text() : "" };
}
async function createLink(kind: ContentEntryKindOf, draft: object, actor?: { token: string }, legalId?: string) {
  const made = await contentEntryCallsOf(app, admin, kind).draft(draft, legalId);
  const { status, json } = await createPreviewLink(kind, made.id, actor);
  expect([status, json.message]).toEqual([200, "OK"]);
  return { id: made.id as string, ...(json.data as { url: string; expires_at: string }) };
}

describe("a preview link", () => {
  it("shows the current draft to anyone with the preview link, for an hour", async () => {
    const { id, url, expires_at } = await createLink("culture", article("Leboku"));
    expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(3_590_000);
    expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(3_600_000);
    const first = await openLink(url);
    expect([first.status, first.page]).toEqual([200, expect.stringContaining("<p>Text of Leboku</p>")]);
    expect(first.page).toContain("Draft, not published");
    await contentEntryCallsOf(app, admin, "culture").call("PATCH", `/${id}`, { version: 1, draft: article("New yam") });
    expect((await openLink(url)).page).toContain("Text of New yam");
    const expireLink = (seconds: number) =>
      app.db
        .update(contentEntryPreviews)
        .set({ expiresAt: new Date(Date.now() + seconds * 1_000) })
        .where(eq(contentEntryPreviews.entryId, id));
    await expireLink(5);
    expect((await openLink(url)).status).toBe(200);
    await expireLink(-1);
    expect((await openLink(url)).status).toBe(404);
  });

  it("creates a preview link only with the right to update, never logs its URL, and does not store its token", async () => {
    const { id, url } = await createLink("faq", faqContent("Who may see it?"));
    const row = await newestAudit();
    expect(row).toMatchObject({
      action: "appConfig.shareEntry",
      recordId: id,
      after: { step: "preview link created" },
    });
    const token = url.split("/").at(-1) ?? "";
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(row)).not.toContain(token);
    expect(JSON.stringify(await app.db.select().from(contentEntryPreviews))).not.toContain(token);
    const reader = await makeAdmin(app, { rights: makeRights({ "App Configurations": ["read"] }) });
    expect((await createPreviewLink("faq", id, reader)).status).toBe(403);
    expect((await createPreviewLink("faq", uuid())).status).toBe(404);
    expect((await createPreviewLink("terms", id)).status).toBe(404);
    expect((await createPreviewLink("faq", id, admin, "not a code")).status).toBe(400);
  });

  it("returns the same response for an unknown preview link as for an expired one", async () => {
    for (const token of ["x".repeat(43), "x", "%00", "x".repeat(44)])
      expect([400, 404]).toContain((await app.call("GET", `/public/previews/${token}`)).status);
  });

  it("a preview link stops working when the draft is deleted or the link's creator loses the right", async () => {
    const deletedDraft = await createLink("culture", article("Deleted"));
    await contentEntryCallsOf(app, admin, "culture").call("DELETE", `/${deletedDraft.id}`, { version: 1 });
    expect((await openLink(deletedDraft.url)).status).toBe(404);
    const rights = makeRights({ "Content Management": ["read", "update"], "App Configurations": ["read", "update"] });
    const maker = await makeAdmin(app, { rights });
    const contentLink = await createLink("culture", article("By a colleague"), maker);
    const configLink = await createLink("faq", faqContent("By a colleague"), maker);
    const linkStatuses = async () => [
      (await openLink(contentLink.url)).status,
      (await openLink(configLink.url)).status,
    ];
    expect(await linkStatuses()).toEqual([200, 200]);
    const setRights = (features: ReturnType<typeof makeRights>) =>
      app.db.update(roles).set({ features }).where(eq(roles.id, maker.roleId));
    await setRights(makeRights({ "Content Management": ["read"], "App Configurations": ["read", "update"] }));
    expect(await linkStatuses()).toEqual([404, 200]);
    await setRights(rights);
    expect(await linkStatuses()).toEqual([200, 200]);
    await app.db.update(admins).set({ status: "suspended" }).where(eq(admins.id, maker.id));
    expect(await linkStatuses()).toEqual([404, 404]);
    await app.db.update(admins).set({ status: "active" }).where(eq(admins.id, maker.id));
    await app.db.delete(adminRoles).where(eq(adminRoles.adminId, maker.id));
    expect(await linkStatuses()).toEqual([404, 404]);
  });

  it("serves the preview as a page without scripts, forms or external resources, neither cached nor indexed", async () => {
    const hostileText = `</title></main><script>alert(1)</script><img src=x onerror="alert(1)">`;
    const { url } = await createLink("culture", {
      ...article(hostileText.slice(0, 160)),
      texts: { en: { title: hostileText.slice(0, 160), summary: "", body: docWithText(hostileText) } },
    });
    const { status, headers, page } = await openLink(url);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/^default-src 'none'; img-src data:; style-src 'sha256-[\w+/=]+'/);
    for (const rule of ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(rule);
    expect(policy).not.toMatch(/script-src|unsafe|\*/);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("x-robots-tag")).toBe("noindex");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(page).not.toMatch(/<script|<form|<iframe|<img[^>]+onerror|\shref="javascript/i);
    expect(page).toContain("&lt;script&gt;");
  });

  it("embeds the pictures of a previewed draft, because they have no public URL", async () => {
    const [cover, pictureInText, pictureShown] = [
      await insertPicture(app, admin, { bytes: "cover" }),
      await insertPicture(app, admin, { bytes: "in the text" }),
      await insertPicture(app, admin, { bytes: "in the gallery" }),
    ];
    const body = { type: "doc", content: [{ type: "image", attrs: { imageId: pictureInText, alt: `A "drum"` } }] };
    const { url } = await createLink("culture", {
      ...article("With pictures", { cover_id: cover, cover_alt: `"><b>` }),
      texts: { en: { title: "With pictures", summary: "", body } },
      gallery: [{ image_id: pictureShown, alt: "A mask", captions: { en: "<i>Caption</i>" } }],
    });
    const { page } = await openLink(url);
    for (const bytes of ["cover", "in the text", "in the gallery"])
      expect(page).toContain(`src="data:image/webp;base64,${Buffer.from(bytes).toString("base64")}"`);
    expect(page).not.toContain("/api/v1/public/images");
    expect(page).toContain("&lt;i&gt;Caption&lt;/i&gt;");
    expect(page).not.toContain(`alt=""><b>`);
    for (const id of [cover, pictureInText, pictureShown])
      expect((await app.call("GET", `/public/images/${id}/480`)).status).toBe(404);
  });

  it("previews content entries of every kind, in the chosen language or else in English", async () => {
    const contentEntryCalls = contentEntryCallsOf(app, admin, "faq");
    const efik = { efi: { question: "Efik question", answer: docWithText("Efik answer") } };
    const { id } = await contentEntryCalls.draft(faqContent("English question", { texts: efik }));
    const page = async (language: string) =>
      (await openLink((await createPreviewLink("faq", id, admin, language)).json.data.url)).page;
    expect(await page("efi")).toContain('<html lang="efi">');
    expect(await page("efi")).toContain("Efik answer");
    expect(await page("pcm")).toContain("English question");
    const terms = await createLink("terms", legalText("Words of the draft"), admin, LEGAL_CONTENT_ENTRY_IDS.terms);
    expect((await openLink(terms.url)).page).toContain("Words of the draft");
    const empty = await createLink("culture", { ...article(""), texts: {} });
    expect((await openLink(empty.url)).status).toBe(200);
  });
});

it("deletes expired preview links, and keeps others", async () => {
  await app.db.execute(sql`delete from entry_previews`);
  const [expiredLink, openedLink] = [
    await createLink("culture", article("Over")),
    await createLink("culture", article("On")),
  ];
  await app.db
    .update(contentEntryPreviews)
    .set({ expiresAt: new Date(Date.now() - 1_000) })
    .where(eq(contentEntryPreviews.entryId, expiredLink.id));
  await deleteOldPreviews(app.db);
  expect((await app.db.select().from(contentEntryPreviews)).map(({ entryId }) => entryId)).toEqual([openedLink.id]);
});

it("the preview beside the editor shows the unsaved draft as the app would receive it", async () => {
  const contentEntryCalls = contentEntryCallsOf(app, admin, "culture");
  const { id } = await contentEntryCalls.draft(article("Saved"));
  const cover = { cover_id: await insertPicture(app, admin), cover_alt: "A cover" };
  const previewDraft = (draft: object, language = "en") =>
    contentEntryCalls.call("POST", `/${id}/preview`, { draft, language });
  const auditCount = (await app.audit()).length;
  const { json } = await previewDraft(article("Typed", cover));
  expect(json.data).toMatchObject({ title: "Typed", html: "<p>Text of Typed</p>", received: { id, title: "Typed" } });
  expect(json.data.weight).toBe(Buffer.byteLength(JSON.stringify(json.data.received)));
  expect((await contentEntryCalls.get(id)).title).toBe("Saved");
  expect((await app.audit()).length).toBe(auditCount);
  expect((await previewDraft({ texts: {}, odd: true })).status).toBe(400);
  const made = await contentEntryCalls.published(article("Typed", cover));
  const { from: _from, until: _until, id: _id, ...received } = json.data.received;
  const fetched = (await app.call("GET", `/public/culture/${made.id}`)).json.data;
  expect(fetched).toMatchObject(received);
});
