import { z } from "zod";
import {
  adminRef,
  day,
  declare,
  id,
  instant,
  listInput,
  listOf,
  nothing,
  personRef,
  sentInstant,
  version,
  wholeList,
} from "./common";
import type { entryRoutes } from "./entries.routes";
import { AUDIENCES, ENTRY_KINDS, ENTRY_LIST, ENTRY_STATES, type EntryKind } from "./entries.values";
import { DRAFTS, languageCode } from "./entries-drafts";
import { LGAS } from "./kyc.values";
import type { Route } from "./route";
import { timelineEntry } from "./system-logs";
import { file, fileBody } from "./uploads";

/** As documents show it; `draftFits` checks it against its kind. */
const anyDraft = z.looseObject({ texts: z.record(z.string(), z.unknown()) });

/** The draft is of the shape that its kind has; issues are at `draft.…`. */
function draftFits({ kind, draft }: { kind: EntryKind; draft: unknown }, context: z.RefinementCtx) {
  for (const issue of DRAFTS[kind].safeParse(draft).error?.issues ?? [])
    context.addIssue({ code: "custom", path: ["draft", ...issue.path], message: issue.message });
}

/** What was published, and when it holds. `until` null: until something else does. */
const publicationRow = z.object({
  number: z.int(),
  title: z.string(),
  from: instant,
  until: instant.nullable(),
  /** Legal kinds: citizens accepted an earlier version, and have to accept this one too. */
  must_accept: z.boolean(),
  published_at: instant,
  published_by: adminRef,
  withdrawn_at: instant.nullable(),
  withdrawn_by: adminRef.nullable(),
});
export type PublicationRow = z.infer<typeof publicationRow>;

const entryRow = z.object({
  id: z.string(),
  kind: z.enum(ENTRY_KINDS),
  /** In the source language; "" while it has none. */
  title: z.string(),
  state: z.enum(ENTRY_STATES),
  /** Of what is live, or else of what comes next, or else of what ended last. */
  from: instant.nullable(),
  until: instant.nullable(),
  /** When another version of it takes over, if one is scheduled beside what is live. */
  next_from: instant.nullable(),
  /** The number of the publication that is live. */
  live_number: z.int().nullable(),
  /** Whether the draft differs from the newest publication. */
  changed: z.boolean(),
  languages: z.array(z.string()),
  position: z.int(),
  pinned: z.boolean(),
  audience: z.enum(AUDIENCES).nullable(),
  groups: z.array(personRef),
  faq_group: z.string(),
  lga: z.enum(LGAS).nullable(),
  tags: z.array(z.string()),
  /** A small picture as a data URI. */
  thumbnail: z.string().nullable(),
  /** Bytes of the picture in the width that a phone loads. */
  image_weight: z.int().nullable(),
  /** Announcements: citizens who read it. FAQ: what they said. 0 for the others. */
  reads: z.int(),
  helpful: z.int(),
  not_helpful: z.int(),
  updated_at: instant,
  updated_by: adminRef.nullable(),
  version,
});
export type EntryRow = z.infer<typeof entryRow>;

const entrySingle = entryRow.extend({
  draft: anyDraft,
  /** Newest first. */
  publications: z.array(publicationRow),
  /** What is missing before it can be published: field of the draft → what to do. */
  missing: z.record(z.string(), z.string()),
  /** Newest first; at most 50. */
  timeline: z.array(timelineEntry),
});
export type EntrySingle = z.infer<typeof entrySingle>;

const publication = publicationRow.extend({ content: anyDraft });
export type Publication = z.infer<typeof publication>;

/** What the app receives, and what it shows: one language of a draft. */
const preview = z.object({
  language: z.string(),
  title: z.string(),
  /** Made by the server; pictures stand in it as data URIs. */
  html: z.string(),
  /** Picture above the text, as a data URI. */
  image: z.string().nullable(),
  image_alt: z.string(),
  gallery: z.array(z.object({ image: z.string(), alt: z.string(), caption: z.string() })),
  /** Exactly the item that the public door, or the app's door, would answer. */
  received: z.unknown(),
  /** Bytes of it. */
  weight: z.int(),
});
export type EntryPreview = z.infer<typeof preview>;

const uploadedImage = z.object({
  id: z.string(),
  width: z.int(),
  height: z.int(),
  sizes: z.array(z.object({ width: z.int(), height: z.int(), bytes: z.int() })),
  thumbnail: z.string(),
});
export type UploadedImage = z.infer<typeof uploadedImage>;
const imageInput = z.strictObject({
  imageId: id,
  width: z.coerce.number<string | number>().int().min(1).max(10_000).optional(),
});
/** Ids with commas between them, at most 60. */
const imagesInput = z.strictObject({
  ids: z
    .string()
    .refine((raw) => raw.split(",").length <= 60 && raw.split(",").every((one) => id.safeParse(one).success), {
      error: "Send ids of pictures with commas between them, at most 60.",
    }),
});

type PictureRoutes = Record<"upload" | "image" | "images", Route>;

/** Binds the calls for pictures of one module. `of`: what they are for, as in "a picture for an event". */
export const pictureCalls = (routes: PictureRoutes, of: string) => ({
  upload: declare(routes.upload, {
    summary: `Send one JPEG, PNG or WebP, up to 10 MB, for ${of}`,
    done: `Uploaded a picture for ${of}`,
    input: fileBody,
    output: uploadedImage,
  }),
  image: declare(routes.image, { summary: `A picture for ${of}, in one width`, input: imageInput, output: file }),
  images: declare(routes.images, {
    summary: `Pictures for ${of} by their ids: size, weight and a small picture of each`,
    input: imagesInput,
    output: wholeList(uploadedImage),
  }),
});

/** Binds the calls that every kind of entry has, for the kinds of one module. `noun`: what the trail calls them. */
export function entryCalls<K extends EntryKind>(
  routes: ReturnType<typeof entryRoutes>,
  kinds: readonly [K, ...K[]],
  noun: string,
) {
  const kind = z.enum(kinds, `Use one of: ${kinds.join(", ")}.`);
  const one = { kind, entryId: id };
  const number = z.coerce.number<string | number>().int().min(1).max(100_000);
  return {
    entries: declare(routes.entries, {
      summary: "Entries of one kind with their state",
      input: listInput(ENTRY_LIST).extend({ kind }),
      output: listOf(entryRow),
    }),
    createEntry: declare(routes.createEntry, {
      summary: "Create a draft",
      done: `Drafted ${noun}`,
      input: z.strictObject({ kind, draft: anyDraft }).superRefine(draftFits),
      output: entrySingle,
    }),
    orderEntries: declare(routes.orderEntries, {
      summary: "Put entries of one kind in order",
      done: "Changed the order of entries",
      /** All entries of the kind that are not archived, in their new order. */
      input: z.strictObject({ kind, ids: z.array(id).min(1).max(1_000) }),
      output: z.object({ ids: z.array(z.string()) }),
    }),
    audienceGroups: declare(routes.audienceGroups, {
      summary: "User groups that can be an audience, by name",
      input: nothing,
      output: wholeList(personRef),
    }),
    entry: declare(routes.entry, {
      summary: "One entry with its draft and publications",
      input: z.strictObject(one),
      output: entrySingle,
    }),
    saveEntry: declare(routes.saveEntry, {
      summary: "Save the draft",
      done: `Changed the draft of ${noun}`,
      input: z.strictObject({ ...one, version, draft: anyDraft }).superRefine(draftFits),
      output: entrySingle,
    }),
    deleteEntry: declare(routes.deleteEntry, {
      summary: "Delete a draft that was never published",
      done: `Deleted the draft of ${noun}`,
      input: z.strictObject({ ...one, version }),
      output: z.object({ id: z.string() }),
    }),
    publishEntry: declare(routes.publishEntry, {
      summary: "Publish the draft, now or from a time on",
      done: `Published or scheduled ${noun}`,
      input: z.strictObject({
        ...one,
        version,
        /** null: now. */
        from: sentInstant.nullable(),
        until: sentInstant.nullable(),
        must_accept: z.boolean().default(false),
      }),
      output: entrySingle,
    }),
    withdrawEntry: declare(routes.withdrawEntry, {
      summary: "Withdraw what is published, or cancel what is scheduled",
      done: `Withdrew ${noun}`,
      input: z.strictObject({
        ...one,
        version,
        /** `next`: what is scheduled alone; `all`: that and what is live. */
        what: z.enum(["next", "all"]),
      }),
      output: entrySingle,
    }),
    publication: declare(routes.publication, {
      summary: "One publication, as it was published",
      input: z.strictObject({ ...one, number }),
      output: publication,
    }),
    bringBack: declare(routes.bringBack, {
      summary: "Make a publication the draft again",
      done: `Brought back a version of ${noun}`,
      input: z.strictObject({ ...one, number, version }),
      output: entrySingle,
    }),
    archiveEntry: declare(routes.archiveEntry, {
      summary: "Archive an entry, or bring it back from there",
      done: `Archived ${noun}, or brought it back`,
      input: z.strictObject({ ...one, version, archived: z.boolean() }),
      output: entrySingle,
    }),
    previewEntry: declare(routes.previewEntry, {
      summary: "What the app would receive for a draft as it stands",
      input: z.strictObject({ ...one, draft: anyDraft, language: languageCode }).superRefine(draftFits),
      output: preview,
    }),
    shareEntry: declare(routes.shareEntry, {
      summary: "Make a link to the saved draft that ends after an hour",
      done: `Shared a preview of ${noun}`,
      input: z.strictObject({ ...one, language: languageCode }),
      output: z.object({ url: z.string(), expires_at: instant }),
    }),
  };
}

/** What goes out, and ends, when. */
export const calendarItem = z.object({
  id: z.string(),
  kind: z.enum([...ENTRY_KINDS, "broadcasts"]),
  title: z.string(),
  from: instant,
  until: instant.nullable(),
  state: z.enum(["scheduled", "published", "expired", "sent"]),
});
export type CalendarItem = z.infer<typeof calendarItem>;
export const calendarInput = z.strictObject({
  /** First and last day shown, Lagos; at most 62 days. */
  from: day,
  to: day,
});
