import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { type ContentEntryKind, LEGAL_CONTENT_ENTRY_IDS, LEGAL_KINDS } from "@/lib/contract/content-entries.values";
import type { AnyDraft } from "@/lib/contract/content-entries-drafts";
import { contentEntries, contentEntryPreviews, contentEntryPublications } from "@/lib/server/db/schema/content-entries";
import { userGroups } from "@/lib/server/db/schema/user";
import type { TestApp } from "./app";
import { docWithText, faqContent, insertPicture, legalText, publishDraftWithTimes } from "./content-entries";

type ActorRef = { id: string };
const CANARY_KINDS = ["announcements", "slides", "culture", "faq"] as const;
type CanaryKind = (typeof CANARY_KINDS)[number];

const body = (words: string) => docWithText(`${words} text`);
const CONTENT_OF_KIND: Record<CanaryKind, (words: string) => object> = {
  announcements: (title) => ({
    texts: { en: { title, body: body(title) } },
    image_id: null,
    image_alt: "",
    link: "",
    audience: "everybody",
    group_ids: [],
    pinned: false,
  }),
  slides: (title) => ({ texts: { en: { title, alt: title } }, image_id: null, focal_x: 50, focal_y: 50, link: "" }),
  culture: (title) => ({
    texts: { en: { title, summary: title, body: body(title) } },
    cover_id: null,
    cover_alt: "",
    gallery: [],
    tags: [],
    lga: null,
  }),
  faq: (words) => faqContent(words),
};

async function makeEntry(
  app: TestApp,
  actor: ActorRef,
  kind: ContentEntryKind,
  title: string,
  draft: object,
): Promise<string> {
  const id = uuid();
  await app.db.insert(contentEntries).values({ id, kind, draft: draft as AnyDraft, title, updatedBy: actor.id });
  return id;
}
const replaceDraft = (app: TestApp, id: string, draft: object) =>
  app.db
    .update(contentEntries)
    .set({ draft: draft as AnyDraft })
    .where(eq(contentEntries.id, id));
const withdrawPublication = (app: TestApp, actor: ActorRef, id: string, number = 1) =>
  app.db
    .update(contentEntryPublications)
    .set({ withdrawnAt: new Date(), withdrawnBy: actor.id })
    .where(and(eq(contentEntryPublications.entryId, id), eq(contentEntryPublications.number, number)));

/**
 * Inserts a live content entry of one kind, and entries in every other state, which must stay hidden.
 * @returns ids and texts that must stay hidden
 */
async function plantContentEntryOfKind(app: TestApp, actor: ActorRef, kind: CanaryKind) {
  const content = CONTENT_OF_KIND[kind];
  const makeNamed = async (what: string) => {
    const title = `Canary${what}${kind}`;
    return { title, id: await makeEntry(app, actor, kind, title, content(title)) };
  };
  const draft = await makeNamed("draft");
  const scheduled = await makeNamed("scheduled");
  await publishDraftWithTimes(app, actor, scheduled.id, { from: 1 });
  const expired = await makeNamed("expired");
  await publishDraftWithTimes(app, actor, expired.id, { from: -2, until: -1 });
  const withdrawn = await makeNamed("withdrawn");
  await publishDraftWithTimes(app, actor, withdrawn.id, { from: -1 });
  await withdrawPublication(app, actor, withdrawn.id);
  const archived = await makeNamed("archived");
  await publishDraftWithTimes(app, actor, archived.id, { from: -1 });
  await app.db.update(contentEntries).set({ archivedAt: new Date() }).where(eq(contentEntries.id, archived.id));
  // The live entry also has an older, replaced version, and a newer draft that is not published.
  const liveEntry = await makeNamed("old");
  await publishDraftWithTimes(app, actor, liveEntry.id, { from: -2 });
  await replaceDraft(app, liveEntry.id, content(`Shown${kind}`));
  await publishDraftWithTimes(app, actor, liveEntry.id, { from: -1, number: 2 });
  await replaceDraft(app, liveEntry.id, content(`Canarynewer${kind}`));
  const hiddenIds = [draft, scheduled, expired, withdrawn, archived];
  return [...hiddenIds.flatMap(({ title, id }) => [title, id]), liveEntry.title, `Canarynewer${kind}`];
}

/**
 * Inserts for each kind of legal document a current and a scheduled version, and versions that must stay hidden: a draft, an old and a
 * cancelled version.
 */
async function plantLegal(app: TestApp, actor: ActorRef) {
  for (const kind of LEGAL_KINDS) {
    const id = LEGAL_CONTENT_ENTRY_IDS[kind];
    const publish = async (words: string, number: number, from: number) => {
      await replaceDraft(app, id, legalText(`${words}${kind}`));
      await publishDraftWithTimes(app, actor, id, { from, number });
    };
    await publish("Canaryold", 1, -2);
    await publish("Shown", 2, 0);
    await publish("Canarycancelled", 3, 1);
    await withdrawPublication(app, actor, id, 3);
    await publish("Shownnext", 4, 2);
    await replaceDraft(app, id, legalText(`Canarynext${kind}`));
  }
  const namesOf = (what: string) => LEGAL_KINDS.map((kind) => `${what}${kind}`);
  return {
    hidden: ["Canaryold", "Canarycancelled", "Canarynext"].flatMap(namesOf),
    shown: ["Shown", "Shownnext"].flatMap(namesOf),
  };
}

/** Inserts a live announcement for one group only. */
async function plantContentEntryForGroup(app: TestApp, actor: ActorRef) {
  const [group, title] = [uuid(), "Canaryforgroup"];
  await app.db.insert(userGroups).values({ id: group, name: "Canarygroup", kind: "static" });
  const draft = { ...CONTENT_OF_KIND.announcements(title), audience: "groups", group_ids: [group] };
  const id = await makeEntry(app, actor, "announcements", title, draft);
  await publishDraftWithTimes(app, actor, id, { from: -1 });
  return [group, "Canarygroup", title, id];
}

/** Inserts a draft with a picture, and an expired preview link to it. */
async function plantPreview(app: TestApp, actor: ActorRef) {
  const imageId = await insertPicture(app, actor, { bytes: "Canarypicture" });
  const draft = { ...CONTENT_OF_KIND.culture("Canaryarticle"), cover_id: imageId, cover_alt: "Canarycover" };
  const entryId = await makeEntry(app, actor, "culture", "Canaryarticle", draft);
  const token = "canary-".repeat(7).slice(0, 43);
  await app.db.insert(contentEntryPreviews).values({
    tokenHash: createHash("sha256").update(token).digest("hex"),
    entryId,
    language: "en",
    madeBy: actor.id,
    expiresAt: new Date(Date.now() - 1_000),
  });
  const hiddenTexts = ["Canarypicture", "Canaryarticle", "Canarycover", imageId, entryId];
  return { hidden: hiddenTexts, ids: { imageId, width: "480", entryId, token } };
}

/** Inserts entries of all kinds. `ids`: ids of hidden records. */
export async function insertContentEntryCanaries(app: TestApp, actor: ActorRef) {
  const hiddenTexts = await plantContentEntryForGroup(app, actor);
  for (const kind of CANARY_KINDS) hiddenTexts.push(...(await plantContentEntryOfKind(app, actor, kind)));
  const legalEntries = await plantLegal(app, actor);
  const previewTexts = await plantPreview(app, actor);
  return {
    hidden: [...hiddenTexts, ...legalEntries.hidden, ...previewTexts.hidden],
    shown: [...CANARY_KINDS.map((kind) => `Shown${kind}`), ...legalEntries.shown],
    ids: previewTexts.ids,
  };
}
