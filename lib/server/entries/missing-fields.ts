import "server-only";
import { type EntryKind, SOURCE_LANGUAGE } from "@/lib/contract/entries.values";
import type { Draft, Drafts } from "@/lib/contract/entries-drafts";
import { imagesOf, isEmptyText, type RichText } from "@/lib/contract/rich-text.values";

type Missing = Record<string, string>;
const EN = `draft.texts.${SOURCE_LANGUAGE}`;

/**
 * Returns what a draft lacks for publication: field with advice. Texts are required in the source language only. Other languages
 * are checked only for pictures without a description.
 */
export function missingOf(kind: EntryKind, draft: Draft): Missing {
  if (kind === "announcements") return ofAnnouncement(draft as Drafts["announcements"]);
  if (kind === "slides") return ofSlide(draft as Drafts["slides"]);
  if (kind === "culture") return ofArticle(draft as Drafts["culture"]);
  if (kind === "faq") return ofQuestion(draft as Drafts["faq"]);
  return ofLegal(draft as Drafts["terms"]);
}

/** Returns the messages of true conditions, by field. */
const lacking = (conditions: readonly (readonly [boolean, string, string])[]): Missing =>
  Object.fromEntries(conditions.flatMap(([lacks, field, words]) => (lacks ? [[field, words]] : [])));

const blank = (text: string | undefined) => !text?.trim();

/** Requires a title and body in English, and descriptions of pictures in the text. */
function ofTexts(texts: Record<string, { title: string; body: RichText | null }>): Missing {
  const en = texts[SOURCE_LANGUAGE];
  return {
    ...lacking([
      [blank(en?.title), `${EN}.title`, "Enter a title in English."],
      [isEmptyText(en?.body ?? null), `${EN}.body`, "Write the text in English."],
    ]),
    ...ofBodies(Object.entries(texts).map(([code, { body }]) => [`draft.texts.${code}.body`, body])),
  };
}

const ofBodies = (bodies: readonly (readonly [string, RichText | null])[]): Missing =>
  lacking(
    bodies.map(([field, body]) => [
      body !== null && imagesOf(body).some(({ alt }) => blank(alt)),
      field,
      "Say what each picture in the text shows.",
    ]),
  );

const ofAnnouncement = ({ texts, image_id, image_alt, audience, group_ids }: Drafts["announcements"]): Missing => ({
  ...ofTexts(texts),
  ...lacking([
    [image_id !== null && blank(image_alt), "draft.image_alt", "Say what the picture shows."],
    [audience === "groups" && group_ids.length === 0, "draft.group_ids", "Choose at least one group, or everybody."],
  ]),
});

const ofSlide = ({ texts, image_id }: Drafts["slides"]): Missing =>
  lacking([
    [image_id === null, "draft.image_id", "Add a picture."],
    [blank(texts[SOURCE_LANGUAGE]?.alt), `${EN}.alt`, "Say in English what the picture shows."],
  ]);

const ofArticle = ({ texts, cover_id, cover_alt, gallery }: Drafts["culture"]): Missing => ({
  ...ofTexts(texts),
  ...lacking([
    [cover_id === null, "draft.cover_id", "Add a cover picture."],
    [cover_id !== null && blank(cover_alt), "draft.cover_alt", "Say what the cover shows."],
    [gallery.some(({ alt }) => blank(alt)), "draft.gallery", "Say what each picture of the gallery shows."],
  ]),
});

const ofQuestion = ({ texts, group }: Drafts["faq"]): Missing => {
  const en = texts[SOURCE_LANGUAGE];
  return {
    ...lacking([
      [blank(en?.question), `${EN}.question`, "Enter the question in English."],
      [isEmptyText(en?.answer ?? null), `${EN}.answer`, "Write the answer in English."],
      [blank(group), "draft.group", "Enter a group, such as Wallet."],
    ]),
    ...ofBodies(Object.entries(texts).map(([code, { answer }]) => [`draft.texts.${code}.answer`, answer])),
  };
};

const ofLegal = ({ texts }: Drafts["terms"]): Missing => ofTexts(texts);
