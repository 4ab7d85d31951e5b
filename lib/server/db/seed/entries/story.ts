import "server-only";
import type { EntryKind } from "@/lib/contract/entries.values";
import type { Draft } from "@/lib/contract/entries-drafts";

/** One publication: start and end in ms before the time of loading (negative: in the future), and its title then. */
type Past = { ago: number; until: number | null; title?: string; mustAccept?: boolean };

/** A demo entry with its history. */
export type Story = {
  kind: EntryKind;
  draft: Draft;
  /** Oldest first. */
  published: readonly Past[];
  /** For announcements: share of active citizens who read it. */
  reads?: number;
  /** For FAQ: number of votes for helpful and not helpful. */
  votes?: readonly [number, number];
  /** ms before the time of loading. */
  archived?: number;
};
