import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { type EntryKind, LEGAL_ENTRY_IDS, LEGAL_KINDS } from "@/lib/contract/entries.values";
import type { Draft } from "@/lib/contract/entries-drafts";
import { entries, entryPreviews, entryPublications } from "@/lib/server/db/schema/entries";
import { userGroups } from "@/lib/server/db/schema/user";
import type { TestApp } from "./app";
import { docOf, keptPicture, legalText, publishedAt, question } from "./entries";

type By = { id: string };
const KINDS = ["announcements", "slides", "culture", "faq"] as const;
type Kind = (typeof KINDS)[number];

const body = (words: string) => docOf(`${words} text`);
const CONTENT: Record<Kind, (words: string) => object> = {
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
  faq: (words) => question(words),
};

async function make(app: TestApp, by: By, kind: EntryKind, title: string, draft: object): Promise<string> {
  const id = uuid();
  await app.db.insert(entries).values({ id, kind, draft: draft as Draft, title, updatedBy: by.id });
  return id;
}
const rewrite = (app: TestApp, id: string, draft: object) =>
  app.db
    .update(entries)
    .set({ draft: draft as Draft })
    .where(eq(entries.id, id));
const withdraw = (app: TestApp, by: By, id: string, number = 1) =>
  app.db
    .update(entryPublications)
    .set({ withdrawnAt: new Date(), withdrawnBy: by.id })
    .where(and(eq(entryPublications.entryId, id), eq(entryPublications.number, number)));

/** Inserts a live entry of one kind, and hidden ones in every other state. @returns ids and words that must stay hidden */
async function plantKind(app: TestApp, by: By, kind: Kind) {
  const content = CONTENT[kind];
  const named = async (what: string) => {
    const title = `Canary${what}${kind}`;
    return { title, id: await make(app, by, kind, title, content(title)) };
  };
  const draft = await named("draft");
  const scheduled = await named("scheduled");
  await publishedAt(app, by, scheduled.id, { from: 1 });
  const expired = await named("expired");
  await publishedAt(app, by, expired.id, { from: -2, until: -1 });
  const withdrawn = await named("withdrawn");
  await publishedAt(app, by, withdrawn.id, { from: -1 });
  await withdraw(app, by, withdrawn.id);
  const archived = await named("archived");
  await publishedAt(app, by, archived.id, { from: -1 });
  await app.db.update(entries).set({ archivedAt: new Date() }).where(eq(entries.id, archived.id));
  // An older version that was replaced, and a newer draft that is not published.
  const live = await named("old");
  await publishedAt(app, by, live.id, { from: -2 });
  await rewrite(app, live.id, content(`Shown${kind}`));
  await publishedAt(app, by, live.id, { from: -1, number: 2 });
  await rewrite(app, live.id, content(`Canarynewer${kind}`));
  const gone = [draft, scheduled, expired, withdrawn, archived];
  return [...gone.flatMap(({ title, id }) => [title, id]), live.title, `Canarynewer${kind}`];
}

/** Inserts for each legal kind a current and a coming version, and a draft, an old and a cancelled version that stay hidden. */
async function plantLegal(app: TestApp, by: By) {
  for (const kind of LEGAL_KINDS) {
    const id = LEGAL_ENTRY_IDS[kind];
    const publish = async (words: string, number: number, from: number) => {
      await rewrite(app, id, legalText(`${words}${kind}`));
      await publishedAt(app, by, id, { from, number });
    };
    await publish("Canaryold", 1, -2);
    await publish("Shown", 2, 0);
    await publish("Canarycancelled", 3, 1);
    await withdraw(app, by, id, 3);
    await publish("Shownnext", 4, 2);
    await rewrite(app, id, legalText(`Canarynext${kind}`));
  }
  const of = (what: string) => LEGAL_KINDS.map((kind) => `${what}${kind}`);
  return {
    hidden: ["Canaryold", "Canarycancelled", "Canarynext"].flatMap(of),
    shown: ["Shown", "Shownnext"].flatMap(of),
  };
}

/** Inserts a live announcement for one group only. */
async function plantForGroup(app: TestApp, by: By) {
  const [group, title] = [uuid(), "Canaryforgroup"];
  await app.db.insert(userGroups).values({ id: group, name: "Canarygroup", kind: "static" });
  const draft = { ...CONTENT.announcements(title), audience: "groups", group_ids: [group] };
  const id = await make(app, by, "announcements", title, draft);
  await publishedAt(app, by, id, { from: -1 });
  return [group, "Canarygroup", title, id];
}

/** Inserts a draft with a picture, and an expired preview link to it. */
async function plantPreview(app: TestApp, by: By) {
  const imageId = await keptPicture(app, by, { bytes: "Canarypicture" });
  const draft = { ...CONTENT.culture("Canaryarticle"), cover_id: imageId, cover_alt: "Canarycover" };
  const entryId = await make(app, by, "culture", "Canaryarticle", draft);
  const token = "canary-".repeat(7).slice(0, 43);
  await app.db.insert(entryPreviews).values({
    tokenHash: createHash("sha256").update(token).digest("hex"),
    entryId,
    language: "en",
    madeBy: by.id,
    expiresAt: new Date(Date.now() - 1_000),
  });
  const hidden = ["Canarypicture", "Canaryarticle", "Canarycover", imageId, entryId];
  return { hidden, ids: { imageId, width: "480", entryId, token } };
}

/** Inserts entries of all kinds. `ids` belong to hidden records. */
export async function plantEntries(app: TestApp, by: By) {
  const hidden = await plantForGroup(app, by);
  for (const kind of KINDS) hidden.push(...(await plantKind(app, by, kind)));
  const legal = await plantLegal(app, by);
  const preview = await plantPreview(app, by);
  return {
    hidden: [...hidden, ...legal.hidden, ...preview.hidden],
    shown: [...KINDS.map((kind) => `Shown${kind}`), ...legal.shown],
    ids: preview.ids,
  };
}
