import "server-only";
import type { EntryKind } from "@/lib/contract/entries.values";
import type { Draft } from "@/lib/contract/entries-drafts";

/** One publication: from and until in ms before the moment of loading (negative: ahead), and the title it had then. */
type Past = { ago: number; until: number | null; title?: string; mustAccept?: boolean };

/** An entry of the demo with its course. */
export type Story = {
  kind: EntryKind;
  draft: Draft;
  /** Oldest first. */
  published: readonly Past[];
  /** Announcements: share of active citizens who read it. */
  reads?: number;
  /** FAQ: how many found it helpful, and not. */
  votes?: readonly [number, number];
  /** ms before the moment of loading. */
  archived?: number;
};
