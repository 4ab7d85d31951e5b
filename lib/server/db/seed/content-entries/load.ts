import "server-only";
import { sql } from "drizzle-orm";
import { CONTENT_MODULE_KINDS, LEGAL_CONTENT_ENTRY_IDS, type LegalKind } from "@/lib/contract/content-entries.values";
import type { AnyDraft } from "@/lib/contract/content-entries-drafts";
import { CONTENT_ENTRY_RECORD_TYPES } from "@/lib/server/content-entries/record";
import type { Transaction } from "@/lib/server/db/client";
import {
  announcementReads,
  contentEntries,
  contentEntryPublications,
  faqMisses,
  faqVotes,
  legalAcceptances,
  publicationImages,
} from "@/lib/server/db/schema/content-entries";
import { demoAdminId } from "@/lib/server/db/seed/admins";
import type { DemoAuditAction } from "@/lib/server/db/seed/audit-rows";
import { DAY_MS, HOUR_MS, type SeedClock } from "@/lib/server/db/seed/clock";
import type { DemoCitizen } from "@/lib/server/db/seed/people";
import { createRandom, seedId } from "@/lib/server/db/seed/random";
import { ANNOUNCEMENTS } from "./announcements";
import { ARTICLE_STORIES } from "./culture";
import { FAQ_EMPTY_SEARCHES, FAQ_STORIES } from "./faq";
import { LEGAL_STORIES } from "./legal";
import { loadPictures } from "./pictures";
import { SLIDE_STORIES } from "./slides";
import type { ContentEntryStory } from "./story";

const CONTENT_ENTRY_STORIES: readonly ContentEntryStory[] = [
  ...ANNOUNCEMENTS,
  ...SLIDE_STORIES,
  ...ARTICLE_STORIES,
  ...FAQ_STORIES,
];

type PositionedStory = { id: string; story: ContentEntryStory; position: number };
const positionedStories: readonly PositionedStory[] = CONTENT_ENTRY_STORIES.map((story, index) => ({
  id: seedId("entry", index),
  story,
  position: CONTENT_ENTRY_STORIES.filter(({ kind }) => kind === story.kind).indexOf(story),
}));

const titleOf = (draft: AnyDraft): string => {
  const { en } = draft.texts;
  if (!en) return "";
  return "question" in en ? en.question : en.title;
};

/** Returns the published version of a draft. If the content entry had another title at that time, uses this title. */
function toPublished(draft: AnyDraft, title: string | undefined): AnyDraft {
  const { en } = draft.texts;
  return en && title !== undefined ? ({ ...draft, texts: { en: { ...en, title } } } as AnyDraft) : draft;
}

const imageIdsOf = (draft: AnyDraft): string[] => [
  ...new Set(
    [
      "image_id" in draft ? draft.image_id : null,
      "cover_id" in draft ? draft.cover_id : null,
      ...("gallery" in draft ? draft.gallery.map(({ image_id }) => image_id) : []),
    ].filter((id) => id !== null),
  ),
];

/** Inserts content entries in every state, with reads, votes and acceptances of citizens. @returns number of entries */
export async function loadContentEntries(
  tx: Transaction,
  clock: SeedClock,
  people: readonly DemoCitizen[],
): Promise<number> {
  await loadPictures(tx, clock);
  await tx.insert(contentEntries).values(
    positionedStories.map(({ id, story, position }) => ({
      id,
      kind: story.kind,
      draft: story.draft,
      title: titleOf(story.draft),
      faqGroup: "group" in story.draft ? story.draft.group : "",
      lga: "lga" in story.draft ? story.draft.lga : null,
      position,
      archivedAt: story.archived === undefined ? null : clock.ago(story.archived),
      createdAt: clock.ago(editedAgo(story) + 2 * HOUR_MS),
      updatedAt: clock.ago(editedAgo(story)),
      updatedBy: demoAdminId("civic"),
      version: 1 + story.published.length,
    })),
  );
  for (const { kind, draft, published: publication } of LEGAL_STORIES)
    await tx
      .update(contentEntries)
      .set({
        draft,
        title: titleOf(draft),
        updatedBy: demoAdminId("owner"),
        updatedAt: clock.ago((publication.at(-1)?.ago ?? 0) + DAY_MS),
        version: 1 + publication.length,
      })
      .where(sql`${contentEntries.kind} = ${kind}`);
  await loadPublications(tx, clock);
  const active = people.filter(({ status }) => status === "active");
  await loadReads(tx, clock, active);
  await loadVotes(tx, clock, active);
  await loadAcceptances(tx, clock, active);
  await tx.insert(faqMisses).values(
    FAQ_EMPTY_SEARCHES.map(([query, times], index) => ({
      id: seedId("faq miss", index),
      query,
      language: "en",
      times,
      lastAt: clock.ago((index + 1) * 9 * HOUR_MS),
    })),
  );
  return positionedStories.length + LEGAL_STORIES.length;
}

/** Returns how many ms before the seeding an entry was last edited: a day before its latest publication, and at least 3 days ago. */
const editedAgo = ({ published: publication }: ContentEntryStory) =>
  Math.max(3 * DAY_MS, (publication.at(-1)?.ago ?? 0) + DAY_MS);

async function loadPublications(tx: Transaction, clock: SeedClock): Promise<void> {
  const rows = [
    ...positionedStories.flatMap(({ id, story }) =>
      story.published.map((past, index) => ({ id, story, past, index, content: toPublished(story.draft, past.title) })),
    ),
    ...LEGAL_STORIES.flatMap((story) =>
      story.published.map((publication, index) => ({
        id: LEGAL_CONTENT_ENTRY_IDS[story.kind as LegalKind],
        story,
        past: publication,
        index,
        content: story.earlier?.[index] ?? story.draft,
      })),
    ),
  ];
  await tx.insert(contentEntryPublications).values(
    rows.map(({ id, story, past: publication, index, content }) => ({
      entryId: id,
      number: index + 1,
      kind: story.kind,
      content,
      title: titleOf(content),
      from: clock.ago(publication.ago),
      until: publication.until === null ? null : clock.ago(publication.until),
      mustAccept: publication.mustAccept ?? false,
      publishedAt: clock.ago(Math.max(publication.ago, 2 * DAY_MS)),
      publishedBy: demoAdminId(story.kind === "terms" || story.kind === "privacy" ? "owner" : "civic"),
    })),
  );
  const imageRows = rows.flatMap(({ id, index, content }) =>
    imageIdsOf(content).map((imageId) => ({ entryId: id, number: index + 1, imageId })),
  );
  if (imageRows.length) await tx.insert(publicationImages).values(imageRows);
}

async function loadReads(tx: Transaction, clock: SeedClock, active: readonly DemoCitizen[]): Promise<void> {
  for (const { id, story } of positionedStories) {
    const from = story.published[0]?.ago ?? 0;
    const random = createRandom(`reads ${id}`);
    const rows = active
      .filter(() => random.chance(story.reads ?? 0))
      .map((person) => ({ entryId: id, userId: person.id, at: clock.ago(from * random.next()) }));
    if (rows.length) await tx.insert(announcementReads).values(rows);
  }
}

async function loadVotes(tx: Transaction, clock: SeedClock, active: readonly DemoCitizen[]): Promise<void> {
  const rows = positionedStories.flatMap(({ id, story: { votes = [0, 0], published: publication } }) => {
    const random = createRandom(`votes ${id}`);
    const [helpful, notHelpful] = votes;
    return random
      .shuffled(active)
      .slice(0, helpful + notHelpful)
      .map((person, index) => ({
        entryId: id,
        userId: person.id,
        helpful: index < helpful,
        at: clock.ago((publication[0]?.ago ?? 0) * random.next()),
      }));
  });
  if (rows.length) await tx.insert(faqVotes).values(rows);
}

/** Inserts acceptances of terms. Most citizens accept the current terms within days; the others have not opened the app since. */
async function loadAcceptances(tx: Transaction, clock: SeedClock, active: readonly DemoCitizen[]): Promise<void> {
  const rows = LEGAL_STORIES.flatMap(({ kind, published: publication }) =>
    publication.flatMap(({ ago }, index) => {
      const random = createRandom(`acceptances ${kind} ${index}`);
      const share = index === publication.length - 1 ? 0.64 : 0.9;
      return active
        .filter(() => random.chance(share))
        .map((person) => ({
          kind: kind as LegalKind,
          number: index + 1,
          userId: person.id,
          acceptedAt: clock.ago(ago * random.next()),
          app: "demo",
        }));
    }),
  );
  for (let from = 0; from < rows.length; from += 1_000)
    await tx.insert(legalAcceptances).values(rows.slice(from, from + 1_000));
}

const moduleOfContentEntry = ({ kind }: ContentEntryStory) =>
  (CONTENT_MODULE_KINDS as readonly string[]).includes(kind) ? "content" : "appConfig";

/** Returns the audit rows of the publications of demo entries. */
export const contentEntryActions = (clock: SeedClock): DemoAuditAction[] =>
  positionedStories.flatMap(({ id, story }) =>
    story.published.map((publication, index) => {
      const content = toPublished(story.draft, publication.title);
      return {
        at: clock.ago(Math.max(publication.ago, 2 * DAY_MS)),
        adminId: demoAdminId("civic"),
        action: `${moduleOfContentEntry(story)}.publishEntry`,
        record: { type: CONTENT_ENTRY_RECORD_TYPES[story.kind], id, name: titleOf(content) },
        before: null,
        after: { number: index + 1, from: clock.ago(publication.ago).toISOString() },
      };
    }),
  );
