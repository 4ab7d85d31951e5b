import type { EntryKind } from "@/lib/contract/entries.values";
import type { Drafts } from "@/lib/contract/entries-drafts";
import type { LanguageTextsOf } from "./entry-kinds";
import type { EntryImages } from "./use-entry-images";

/** Props that the editor passes to the fields of a kind. */
export type EntryFieldsProps<K extends EntryKind> = {
  draft: Drafts[K];
  /** Changes the draft. Pass a function if it runs later, such as after an upload, to use the current draft. */
  change: (patch: Partial<Drafts[K]> | ((draft: Drafts[K]) => Partial<Drafts[K]>)) => void;
  /** Texts of the language on screen; empty if it has none. */
  text: LanguageTextsOf<K>;
  /** Changes the texts of the language on screen, or of `language`. */
  changeText: (patch: Partial<LanguageTextsOf<K>>, language?: string) => void;
  language: string;
  /** Text direction of the language on screen. */
  dir: "ltr" | "rtl";
  /** Returns the error of a field, by path within the draft such as `texts.en.title`. */
  problem: (path: string) => string | undefined;
  readOnly: boolean;
  images: EntryImages;
};
