import type { DraftImages } from "@/components/record-editor/use-image-sources";
import type { ContentEntryKind } from "@/lib/contract/content-entries.values";
import type { Drafts } from "@/lib/contract/content-entries-drafts";
import type { LanguageTextsOf } from "./content-entry-kinds";

/** Props that the content entry editor passes to the fields of one kind of entry. */
export type ContentEntryFieldsProps<K extends ContentEntryKind> = {
  draft: Drafts[K];
  /** Changes the draft. Pass a function for a later change, such as after an upload, so that it receives the current draft. */
  change: (patch: Partial<Drafts[K]> | ((draft: Drafts[K]) => Partial<Drafts[K]>)) => void;
  /** Texts in the language on screen; empty if there are none. */
  text: LanguageTextsOf<K>;
  /** Changes the texts in the language on screen, or in `language`. */
  changeText: (patch: Partial<LanguageTextsOf<K>>, language?: string) => void;
  language: string;
  /** Text direction of the language on screen. */
  dir: "ltr" | "rtl";
  /** Returns the error of a field. @param path within the draft, such as `texts.en.title` */
  problem: (path: string) => string | undefined;
  readOnly: boolean;
  images: DraftImages;
};
