import { z } from "zod";
import {
  adminRef,
  day,
  endpoint,
  id,
  instant,
  instantInput,
  listInput,
  listOf,
  noInput,
  pageOf,
  personRef,
  version,
} from "./common";
import type { contentEntryRoutes } from "./content-entries.routes";
import {
  CONTENT_ENTRY_AUDIENCES,
  CONTENT_ENTRY_KINDS,
  CONTENT_ENTRY_LIST,
  CONTENT_ENTRY_STATES,
  type ContentEntryKind,
} from "./content-entries.values";
import { DRAFT_SCHEMAS, languageCode } from "./content-entries-drafts";
import { LGAS } from "./lgas.values";
import type { Route } from "./route";
import { timelineEntry } from "./system-logs";
import { fileBody, fileResponse } from "./uploads";

/** Draft of a content entry of any kind, in responses and inputs. `checkDraft` checks an input against the schema of its kind. */
const looseDraft = z.looseObject({ texts: z.record(z.string(), z.unknown()) });

/** Checks the draft against the schema of its kind. Issues have paths that begin with `draft`. */
function checkDraft({ kind, draft }: { kind: ContentEntryKind; draft: unknown }, context: z.RefinementCtx) {
  for (const issue of DRAFT_SCHEMAS[kind].safeParse(draft).error?.issues ?? [])
    context.addIssue({ code: "custom", path: ["draft", ...issue.path], message: issue.message });
}

/** A publication with its period. `until` is null if it ends only when another publication replaces it. */
const publicationRow = z.object({
  number: z.int(),
  title: z.string(),
  from: instant,
  until: instant.nullable(),
  /** Legal texts only: true if citizens who accepted an earlier version must accept this version too. */
  must_accept: z.boolean(),
  published_at: instant,
  published_by: adminRef,
  withdrawn_at: instant.nullable(),
  withdrawn_by: adminRef.nullable(),
});
/** A publication in an entry's history, without its content. */
export type PublicationRow = z.infer<typeof publicationRow>;

const contentEntryRow = z.object({
  id: z.string(),
  kind: z.enum(CONTENT_ENTRY_KINDS),
  /** Title of the entry in the source language; "" if the entry has no title. */
  title: z.string(),
  state: z.enum(CONTENT_ENTRY_STATES),
  /** Period of the live publication. Without one: of the next scheduled publication, or else of the last that ended. */
  from: instant.nullable(),
  until: instant.nullable(),
  /** Start of a scheduled version that will replace the live version. */
  next_from: instant.nullable(),
  /** Number of the live publication. */
  live_number: z.int().nullable(),
  /** True if the draft differs from the newest publication. */
  changed: z.boolean(),
  languages: z.array(z.string()),
  position: z.int(),
  pinned: z.boolean(),
  audience: z.enum(CONTENT_ENTRY_AUDIENCES).nullable(),
  groups: z.array(personRef),
  faq_group: z.string(),
  lga: z.enum(LGAS).nullable(),
  tags: z.array(z.string()),
  /** Thumbnail of the entry's picture as a data URI. */
  thumbnail: z.string().nullable(),
  /** Size in bytes of the picture that phones load. */
  image_weight: z.int().nullable(),
  /** `reads`: citizens who read the announcement. `helpful`, `not_helpful`: votes on a FAQ answer. 0 for other kinds. */
  reads: z.int(),
  helpful: z.int(),
  not_helpful: z.int(),
  updated_at: instant,
  updated_by: adminRef.nullable(),
  version,
});
/** An entry as a row of the list of its kind. */
export type ContentEntryRow = z.infer<typeof contentEntryRow>;

const contentEntrySingle = contentEntryRow.extend({
  draft: looseDraft,
  /** Publications of the entry, newest first. */
  publications: z.array(publicationRow),
  /** Missing fields that publishing requires: field of the draft → instruction. */
  missing: z.record(z.string(), z.string()),
  /** At most the 50 newest changes of the entry, newest first. */
  timeline: z.array(timelineEntry),
});
/** An entry on its own page, with its draft and publications. */
export type ContentEntryDetails = z.infer<typeof contentEntrySingle>;

const publication = publicationRow.extend({ content: looseDraft });
/** A publication of an entry, with the published content. */
export type Publication = z.infer<typeof publication>;

/** Preview of a draft in one language: as HTML, and as the app's API would return it. */
const preview = z.object({
  language: z.string(),
  title: z.string(),
  /** HTML rendered by the server, with pictures as data URIs. */
  html: z.string(),
  /** Picture above the text, as a data URI. */
  image: z.string().nullable(),
  image_alt: z.string(),
  gallery: z.array(z.object({ image: z.string(), alt: z.string(), caption: z.string() })),
  /** The entry exactly as the public API or the app's API would return it. */
  received: z.unknown(),
  /** Size of `received` in bytes. */
  weight: z.int(),
});
export type ContentEntryPreview = z.infer<typeof preview>;

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
/** Comma-separated ids of pictures, at most 60. */
const imagesInput = z.strictObject({
  ids: z
    .string()
    .refine((raw) => raw.split(",").length <= 60 && raw.split(",").every((one) => id.safeParse(one).success), {
      error: "Send ids of pictures with commas between them, at most 60.",
    }),
});

type PictureRoutes = Record<"upload" | "image" | "images", Route>;

/** Declares the picture calls of one module. `parent` completes "a picture for …", such as "an event". */
export const pictureCalls = (routes: PictureRoutes, parent: string) => ({
  upload: endpoint(routes.upload, {
    summary: `Upload one JPEG, PNG, WebP, HEIC or AVIF, up to 10 MB, for ${parent}`,
    done: `Uploaded a picture for ${parent}`,
    input: fileBody,
    output: uploadedImage,
  }),
  image: endpoint(routes.image, {
    summary: `A picture for ${parent}, in one width`,
    input: imageInput,
    output: fileResponse,
  }),
  images: endpoint(routes.images, {
    summary: `Pictures for ${parent} by their ids: dimensions, file size and thumbnail of each`,
    input: imagesInput,
    output: listOf(uploadedImage),
  }),
});

/** Declares the calls that every kind of entry has, for the kinds of one module. `noun`: what the audit trail calls an entry. */
export function declareContentEntryCalls<K extends ContentEntryKind>(
  routes: ReturnType<typeof contentEntryRoutes>,
  kinds: readonly [K, ...K[]],
  noun: string,
) {
  const kind = z.enum(kinds, `Use one of: ${kinds.join(", ")}.`);
  const one = { kind, entryId: id };
  const number = z.coerce.number<string | number>().int().min(1).max(100_000);
  return {
    entries: endpoint(routes.entries, {
      summary: "Entries of one kind with their state",
      input: listInput(CONTENT_ENTRY_LIST).extend({ kind }),
      output: pageOf(contentEntryRow),
    }),
    createEntry: endpoint(routes.createEntry, {
      summary: "Create a draft",
      done: `Drafted ${noun}`,
      input: z.strictObject({ kind, draft: looseDraft }).superRefine(checkDraft),
      output: contentEntrySingle,
    }),
    orderEntries: endpoint(routes.orderEntries, {
      summary: "Change the order of entries of one kind",
      done: "Changed the order of entries",
      /** Ids of all entries of the kind that are not archived, in their new order. */
      input: z.strictObject({ kind, ids: z.array(id).min(1).max(1_000) }),
      output: z.object({ ids: z.array(z.string()) }),
    }),
    audienceGroups: endpoint(routes.audienceGroups, {
      summary: "User groups that can be an audience, by name",
      input: noInput,
      output: listOf(personRef),
    }),
    entry: endpoint(routes.entry, {
      summary: "One entry with its draft and publications",
      input: z.strictObject(one),
      output: contentEntrySingle,
    }),
    saveEntry: endpoint(routes.saveEntry, {
      summary: "Save the draft",
      done: `Changed the draft of ${noun}`,
      input: z.strictObject({ ...one, version, draft: looseDraft }).superRefine(checkDraft),
      output: contentEntrySingle,
    }),
    deleteEntry: endpoint(routes.deleteEntry, {
      summary: "Delete a draft that was never published",
      done: `Deleted the draft of ${noun}`,
      input: z.strictObject({ ...one, version }),
      output: z.object({ id: z.string() }),
    }),
    publishEntry: endpoint(routes.publishEntry, {
      summary: "Publish the draft, now or at a time",
      done: `Published or scheduled ${noun}`,
      input: z.strictObject({
        ...one,
        version,
        /** Time of publication; null to publish now. */
        from: instantInput.nullable(),
        until: instantInput.nullable(),
        must_accept: z.boolean().default(false),
      }),
      output: contentEntrySingle,
    }),
    withdrawEntry: endpoint(routes.withdrawEntry, {
      summary: "Withdraw a publication, or cancel a scheduled one",
      done: `Withdrew ${noun}`,
      input: z.strictObject({
        ...one,
        version,
        /** `next` withdraws only the scheduled publication; `all` also withdraws the live publication. */
        what: z.enum(["next", "all"]),
      }),
      output: contentEntrySingle,
    }),
    publication: endpoint(routes.publication, {
      summary: "One publication, as it was published",
      input: z.strictObject({ ...one, number }),
      output: publication,
    }),
    bringBack: endpoint(routes.bringBack, {
      summary: "Restore a publication as the draft",
      done: `Brought back a version of ${noun}`,
      input: z.strictObject({ ...one, number, version }),
      output: contentEntrySingle,
    }),
    archiveEntry: endpoint(routes.archiveEntry, {
      summary: "Archive an entry, or restore it",
      done: `Archived ${noun}, or brought it back`,
      input: z.strictObject({ ...one, version, archived: z.boolean() }),
      output: contentEntrySingle,
    }),
    previewEntry: endpoint(routes.previewEntry, {
      summary: "What the app would receive for the current draft",
      input: z.strictObject({ ...one, draft: looseDraft, language: languageCode }).superRefine(checkDraft),
      output: preview,
    }),
    shareEntry: endpoint(routes.shareEntry, {
      summary: "Make a link to the saved draft that expires after an hour",
      done: `Shared a preview of ${noun}`,
      input: z.strictObject({ ...one, language: languageCode }),
      output: z.object({ url: z.string(), expires_at: instant }),
    }),
  };
}

/** An entry or notification in the calendar, with the time it is published and ends. */
export const publicationCalendarItem = z.object({
  id: z.string(),
  kind: z.enum([...CONTENT_ENTRY_KINDS, "broadcasts"]),
  title: z.string(),
  from: instant,
  until: instant.nullable(),
  state: z.enum(["scheduled", "published", "expired", "sent"]),
});
export type PublicationCalendarItem = z.infer<typeof publicationCalendarItem>;
/** Input of the publication calendar. */
export const publicationCalendarInput = z.strictObject({
  /** First and last day (Lagos), at most 62 days apart. */
  from: day,
  to: day,
});
