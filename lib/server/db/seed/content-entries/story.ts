import "server-only";
import type { ContentEntryKind } from "@/lib/contract/content-entries.values";
import type { AnyDraft } from "@/lib/contract/content-entries-drafts";

/** A past or planned publication: start and end in ms before the seeding (negative: future), and the content entry's title at that time. */
type PastPublication = { ago: number; until: number | null; title?: string; mustAccept?: boolean };

/** A demo entry with its history. */
export type ContentEntryStory = {
  kind: ContentEntryKind;
  draft: AnyDraft;
  /** Published versions of the entry, oldest first. */
  published: readonly PastPublication[];
  /** For announcements: share of active citizens who read it. */
  reads?: number;
  /** For FAQ entries: number of citizens who voted "helpful", and of those who voted "not helpful". */
  votes?: readonly [number, number];
  /** Time of archiving, in ms before the seeding. */
  archived?: number;
};
