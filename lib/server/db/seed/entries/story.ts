import "server-only";
import type { EntryKind } from "@/lib/contract/entries.values";
import type { AnyDraft } from "@/lib/contract/entries-drafts";

/** A publication: start and end in ms before the loading time (negative: future), and the title that it had. */
type PastPublication = { ago: number; until: number | null; title?: string; mustAccept?: boolean };

/** A demo entry with its history. */
export type EntryStory = {
  kind: EntryKind;
  draft: AnyDraft;
  /** Published versions of the entry, oldest first. */
  published: readonly PastPublication[];
  /** For announcements: share of active citizens who read it. */
  reads?: number;
  /** For FAQ: number of votes for helpful and not helpful. */
  votes?: readonly [number, number];
  /** Time of archiving, in ms before the time of loading. */
  archived?: number;
};
