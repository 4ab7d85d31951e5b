import { AUDIENCES, type EntryKind } from "@/lib/contract/entries.values";
import type { Draft } from "@/lib/contract/entries-drafts";
import { plainTextOf, type RichNode, type RichText } from "@/lib/contract/rich-text.values";
import { isSame } from "./entry-draft";
import { isRichKey, KINDS, textOf } from "./entry-kinds";
import type { EntryLanguage } from "./entry-language-select";

type Any = Record<string, unknown>;

/** A part of a draft that is compared as a whole: a text in one language, or a group of other values. */
export type DraftField = {
  /** For example `texts.efi.title` or `link`. */
  id: string;
  label: string;
  read: (draft: Draft) => unknown;
  /** Returns the value as plain text; "" if empty. */
  wordsOf: (draft: Draft) => string;
  /** Returns the picture's id, if the field is a picture. */
  imageOf?: (draft: Draft) => string | null;
  /** Returns `draft` with this field's value from `from`. */
  take: (draft: Draft, from: Draft) => Draft;
};

/** Lists the fields of the drafts. @param nameOf returns the name of a user group */
export function fieldsOf(
  kind: EntryKind,
  drafts: readonly Draft[],
  languages: readonly EntryLanguage[],
  nameOf: (groupId: string) => string,
): DraftField[] {
  const codes = [...new Set(drafts.flatMap(({ texts }) => Object.keys(texts)))];
  const order = [...languages.map(({ code }) => code).filter((code) => codes.includes(code))];
  const all = [...order, ...codes.filter((code) => !order.includes(code))];
  const names: Names = {
    group: nameOf,
    language: (code) => languages.find((each) => each.code === code)?.name ?? code,
  };
  const texts = all.flatMap((code) => {
    return KINDS[kind].texts.map(({ key, label }) => textField(kind, code, key, `${label} · ${names.language(code)}`));
  });
  const others = KINDS[kind].others.map(({ keys, label }) => otherField(keys, label, names));
  return [...texts, ...others];
}

/** Returns the fields in which two drafts differ. */
export const changedFields = (fields: readonly DraftField[], one: Draft, other: Draft) =>
  fields.filter(({ read }) => !isSame(read(one), read(other)));

function textField(kind: EntryKind, code: string, key: string, label: string): DraftField {
  const read = (draft: Draft) => (textOf(kind, draft, code) as Any)[key];
  return {
    id: `texts.${code}.${key}`,
    label,
    read,
    wordsOf: (draft) => {
      const value = read(draft);
      if (isRichKey(key)) return value ? richWords(value as RichText) : "";
      return String(value ?? "");
    },
    take: (draft, from) => {
      const texts = { ...textOf(kind, draft, code), [key]: read(from) };
      return { ...draft, texts: { ...draft.texts, [code]: texts } } as Draft;
    },
  };
}

type Names = { group: (groupId: string) => string; language: (code: string) => string };

function otherField(keys: readonly string[], label: string, names: Names): DraftField {
  const of = (draft: Draft) => draft as Any;
  const [first = ""] = keys;
  const isPicture = first === "image_id" || first === "cover_id";
  return {
    id: first,
    label,
    read: (draft) => keys.map((key) => of(draft)[key]),
    wordsOf: (draft) => words(first, of(draft), names),
    ...(isPicture && { imageOf: (draft: Draft) => (of(draft)[first] as string | null) ?? null }),
    take: (draft, from) => ({ ...draft, ...Object.fromEntries(keys.map((key) => [key, of(from)[key]])) }) as Draft,
  };
}

/** Names a picture by the end of its id, which distinguishes pictures with the same description. */
const pictureMark = (imageId: string) => `Picture ${imageId.slice(-4)}`;

/** Converts rich text to plain text with link targets and a mark for each picture, so that their changes are visible. */
const richWords = (doc: RichText) => plainTextOf({ ...doc, content: doc.content.map(spelledOut) });

function spelledOut(node: RichNode): RichNode {
  const { type, attrs = {}, content } = node;
  if (type === "image") {
    const alt = [pictureMark(String(attrs.imageId)), attrs.alt].filter(Boolean).join(": ");
    return { ...node, attrs: { ...attrs, alt } };
  }
  return content
    ? { ...node, content: content.map((child, at) => spelledOut(withHref(child, content[at + 1]))) }
    : node;
}

const hrefOf = (node: RichNode | undefined) =>
  node?.marks?.flatMap((mark) => (mark.type === "link" ? mark.attrs.href : [])).at(0);

/** Adds a link's target after its last node. A link may span several nodes, for example around a bold word. */
function withHref(node: RichNode, next: RichNode | undefined): RichNode {
  const href = hrefOf(node);
  return href && href !== hrefOf(next) ? { ...node, text: `${node.text} (${href})` } : node;
}

type Picture = { image_id: string; alt: string; captions: Record<string, string> };

function galleryWords(gallery: readonly Picture[], { language }: Names): string {
  const lines = gallery.map(({ image_id, alt, captions }, at) => {
    const said = Object.entries(captions).sort(([one], [other]) => one.localeCompare(other));
    const captionWords = said.map(([code, caption]) => `${language(code)}: ${caption}`);
    return [`${at + 1}. ${pictureMark(image_id)}`, alt, ...captionWords].filter(Boolean).join("; ");
  });
  return lines.join("\n");
}

function words(key: string, draft: Any, names: Names): string {
  const value = draft[key];
  if (key === "audience")
    return value === AUDIENCES[0]
      ? "Everybody"
      : (draft.group_ids as string[]).map(names.group).join(", ") || "No group yet";
  if (key === "focal_x") return `${draft.focal_x}% from the left, ${draft.focal_y}% from the top`;
  if (key === "gallery") return galleryWords(value as Picture[], names);
  if (key === "image_id" || key === "cover_id") return value ? "A picture" : "";
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return value === null || value === undefined ? "" : String(value);
}
