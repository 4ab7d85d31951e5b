import { isSameValue } from "@/components/record-editor/draft-values";
import { CONTENT_ENTRY_AUDIENCES, type ContentEntryKind } from "@/lib/contract/content-entries.values";
import type { AnyDraft } from "@/lib/contract/content-entries-drafts";
import { plainTextOf, type RichNode, type RichText } from "@/lib/contract/rich-text.values";
import { CONTENT_ENTRY_KIND_INFO, isRichTextKey, languageTextsOf } from "./content-entry-kinds";
import type { ContentEntryLanguage } from "./content-entry-language-select";

type AnyRecord = Record<string, unknown>;

/** Part of a draft that is compared as a unit: a text in one language, or a group of other values. */
export type DraftField = {
  /** Path of the field, such as `texts.efi.title` or `link`. */
  id: string;
  label: string;
  read: (draft: AnyDraft) => unknown;
  /** Formats the field's value as plain text; "" if empty. */
  wordsOf: (draft: AnyDraft) => string;
  /** Returns the id of the field's picture. Omitted for fields without a picture. */
  imageOf?: (draft: AnyDraft) => string | null;
  /** Returns `draft` with this field's value taken from `source`. */
  take: (draft: AnyDraft, source: AnyDraft) => AnyDraft;
};

/** Lists the fields of the given drafts. @param nameOf returns the name of a user group */
export function draftFieldsOf(
  kind: ContentEntryKind,
  drafts: readonly AnyDraft[],
  languages: readonly ContentEntryLanguage[],
  nameOf: (groupId: string) => string,
): DraftField[] {
  const codes = [...new Set(drafts.flatMap(({ texts }) => Object.keys(texts)))];
  const order = [...languages.map(({ code }) => code).filter((code) => codes.includes(code))];
  const allCodes = [...order, ...codes.filter((code) => !order.includes(code))];
  const names: NameLookups = {
    group: nameOf,
    language: (code) => languages.find((each) => each.code === code)?.name ?? code,
  };
  const texts = allCodes.flatMap((code) => {
    return CONTENT_ENTRY_KIND_INFO[kind].texts.map(({ key, label }) =>
      makeTextField(kind, code, key, `${label} · ${names.language(code)}`),
    );
  });
  const otherFields = CONTENT_ENTRY_KIND_INFO[kind].others.map(({ keys, label }) => makeOtherField(keys, label, names));
  return [...texts, ...otherFields];
}

/** Returns the fields in which two drafts differ. */
export const changedDraftFields = (fields: readonly DraftField[], left: AnyDraft, right: AnyDraft) =>
  fields.filter(({ read }) => !isSameValue(read(left), read(right)));

function makeTextField(kind: ContentEntryKind, code: string, key: string, label: string): DraftField {
  const read = (draft: AnyDraft) => (languageTextsOf(kind, draft, code) as AnyRecord)[key];
  return {
    id: `texts.${code}.${key}`,
    label,
    read,
    wordsOf: (draft) => {
      const value = read(draft);
      if (isRichTextKey(key)) return value ? describeRichText(value as RichText) : "";
      return String(value ?? "");
    },
    take: (draft, source) => {
      const texts = { ...languageTextsOf(kind, draft, code), [key]: read(source) };
      return { ...draft, texts: { ...draft.texts, [code]: texts } } as AnyDraft;
    },
  };
}

type NameLookups = { group: (groupId: string) => string; language: (code: string) => string };

function makeOtherField(keys: readonly string[], label: string, names: NameLookups): DraftField {
  const of = (draft: AnyDraft) => draft as AnyRecord;
  const [first = ""] = keys;
  const isPicture = first === "image_id" || first === "cover_id";
  return {
    id: first,
    label,
    read: (draft) => keys.map((key) => of(draft)[key]),
    wordsOf: (draft) => describeValue(first, of(draft), names),
    ...(isPicture && { imageOf: (draft: AnyDraft) => (of(draft)[first] as string | null) ?? null }),
    take: (draft, from) => ({ ...draft, ...Object.fromEntries(keys.map((key) => [key, of(from)[key]])) }) as AnyDraft,
  };
}

/** Describes a picture by the end of its id, which distinguishes pictures with the same description. */
const pictureName = (imageId: string) => `Picture ${imageId.slice(-4)}`;

/** Converts rich text to plain text with link targets and a mark for each picture, so that their changes are visible. */
const describeRichText = (doc: RichText) => plainTextOf({ ...doc, content: doc.content.map(withVisibleMarks) });

function withVisibleMarks(node: RichNode): RichNode {
  const { type, attrs = {}, content } = node;
  if (type === "image") {
    const alt = [pictureName(String(attrs.imageId)), attrs.alt].filter(Boolean).join(": ");
    return { ...node, attrs: { ...attrs, alt } };
  }
  return content
    ? { ...node, content: content.map((child, index) => withVisibleMarks(withVisibleHref(child, content[index + 1]))) }
    : node;
}

const linkHrefOf = (node: RichNode | undefined) =>
  node?.marks?.flatMap((mark) => (mark.type === "link" ? mark.attrs.href : [])).at(0);

/** Adds a link's target after the link's last node. A link may span several nodes, for example around a bold word. */
function withVisibleHref(node: RichNode, nextNode: RichNode | undefined): RichNode {
  const href = linkHrefOf(node);
  return href && href !== linkHrefOf(nextNode) ? { ...node, text: `${node.text} (${href})` } : node;
}

type GalleryImage = { image_id: string; alt: string; captions: Record<string, string> };

function describeGallery(gallery: readonly GalleryImage[], { language }: NameLookups): string {
  const lines = gallery.map(({ image_id, alt, captions }, index) => {
    const sortedCaptions = Object.entries(captions).sort(([one], [right]) => one.localeCompare(right));
    const captionTexts = sortedCaptions.map(([code, caption]) => `${language(code)}: ${caption}`);
    return [`${index + 1}. ${pictureName(image_id)}`, alt, ...captionTexts].filter(Boolean).join("; ");
  });
  return lines.join("\n");
}

function describeValue(key: string, draft: AnyRecord, names: NameLookups): string {
  const value = draft[key];
  if (key === "audience")
    return value === CONTENT_ENTRY_AUDIENCES[0]
      ? "Everybody"
      : (draft.group_ids as string[]).map(names.group).join(", ") || "No group yet";
  if (key === "focal_x") return `${draft.focal_x}% from the left, ${draft.focal_y}% from the top`;
  if (key === "gallery") return describeGallery(value as GalleryImage[], names);
  if (key === "image_id" || key === "cover_id") return value ? "A picture" : "";
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return value === null || value === undefined ? "" : String(value);
}
