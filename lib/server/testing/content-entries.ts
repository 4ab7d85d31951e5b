import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { type ContentEntryKind, isLegalContentEntryKind } from "@/lib/contract/content-entries.values";
import {
  contentEntries,
  contentEntryPublications,
  imageSizes,
  images,
  publicationImages,
} from "@/lib/server/db/schema/content-entries";
import { files } from "@/lib/server/db/schema/file";
import type { TestApp } from "./app";

/** Returns a rich-text document of one paragraph. */
export const docWithText = (text: string) => ({
  type: "doc",
  content: [{ type: "paragraph", content: [{ type: "text", text }] }],
});

/** Returns the content of an FAQ entry's draft, as requests send it. */
export const faqContent = (words: string, { answer = `Answer to ${words}`, group = "Wallet", texts = {} } = {}) => ({
  texts: { en: { question: words, answer: docWithText(answer) }, ...texts },
  group,
});

/** Returns the content of a draft of terms or of a privacy policy, as requests send it. */
export const legalText = (words: string) => ({ texts: { en: { title: "Terms", body: docWithText(words) } } });

const isContentModuleKind = (kind: ContentEntryKind) => ["announcements", "slides", "culture"].includes(kind);

/** Returns functions that call the API for one kind of content entry, as `admin` unless another token is passed. */
export function contentEntryCallsOf(app: TestApp, admin: { token: string }, kind: ContentEntryKind) {
  const basePath = `/${isContentModuleKind(kind) ? "content" : "app-config"}/entries/${kind}`;
  const call = (method: string, subPath = "", body?: object, token = admin.token) =>
    app.call(method, `${basePath}${subPath}`, { token, body });
  const fetchEntry = async (id: string) => (await call("GET", `/${id}`)).json.data;
  const publish = (id: string, version: number, times: object = {}, token?: string) =>
    call("POST", `/${id}/publications`, { version, from: null, until: null, ...times }, token);
  /** Saves a draft: of a new entry, or of the only entry of a legal document's kind. */
  async function draft(content: object, legalId = "") {
    const { status, json } = isLegalContentEntryKind(kind)
      ? await call("PATCH", `/${legalId}`, { version: (await fetchEntry(legalId)).version, draft: content })
      : await call("POST", "", { draft: content });
    if (status !== 200) throw new Error(`No draft: ${JSON.stringify(json)}`);
    return json.data;
  }
  async function createPublished(content: object, times: object = {}) {
    const created = await draft(content);
    const { status, json } = await publish(created.id, created.version, times);
    if (status !== 200) throw new Error(`Not published: ${JSON.stringify(json)}`);
    return json.data;
  }
  return { call, get: fetchEntry, publish, draft, published: createPublished };
}

/** Inserts a publication of the entry's draft with these times, in hours from now. */
export async function publishDraftWithTimes(
  app: TestApp,
  admin: { id: string },
  id: string,
  {
    from,
    until = null,
    number = 1,
    imageId,
  }: { from: number; until?: number | null; number?: number; imageId?: string },
) {
  const [entry] = await app.db.select().from(contentEntries).where(eq(contentEntries.id, id));
  if (!entry) throw new Error("No entry.");
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  await app.db.insert(contentEntryPublications).values({
    entryId: id,
    number,
    kind: entry.kind,
    content: entry.draft,
    title: entry.title,
    from: inHours(from),
    until: until === null ? null : inHours(until),
    publishedBy: admin.id,
  });
  if (imageId) await app.db.insert(publicationImages).values({ entryId: id, number, imageId });
}

/** Inserts a picture in one size directly into the database, as the server stores an uploaded picture. */
export async function insertPicture(app: TestApp, admin: { id: string }, { width = 480, bytes = "webp" } = {}) {
  const [fileId, id] = [uuid(), uuid()];
  const pictureBytes = Buffer.from(bytes);
  await app.db
    .insert(files)
    .values({ id: fileId, contentType: "image/webp", bytes: pictureBytes, size: pictureBytes.length });
  await app.db.insert(images).values({ id, width, height: 320, thumbnail: Buffer.from("thumb"), createdBy: admin.id });
  await app.db.insert(imageSizes).values({ imageId: id, width, height: 320, bytes: pictureBytes.length, fileId });
  return id;
}
