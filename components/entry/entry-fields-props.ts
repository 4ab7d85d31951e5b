import type { EntryKind } from "@/lib/contract/entries.values";
import type { Drafts } from "@/lib/contract/entries-drafts";
import type { TextOf } from "./entry-kinds";
import type { EntryImages } from "./use-entry-images";

/** What the fields of a kind get from the editor around them. */
export type EntryFieldsProps<K extends EntryKind> = {
  draft: Drafts[K];
  /** Onto the draft as it is by then; a function where an answer comes late, such as that of an upload. */
  change: (patch: Partial<Drafts[K]> | ((draft: Drafts[K]) => Partial<Drafts[K]>)) => void;
  /** Texts of the language on screen; empty ones where it has none. */
  text: TextOf<K>;
  /** Changes them; of another language with its code. */
  changeText: (patch: Partial<TextOf<K>>, language?: string) => void;
  language: string;
  /** Of the language on screen. */
  dir: "ltr" | "rtl";
  /** What is said of a field: a path below the draft, such as `texts.en.title`. */
  problem: (path: string) => string | undefined;
  readOnly: boolean;
  images: EntryImages;
};
