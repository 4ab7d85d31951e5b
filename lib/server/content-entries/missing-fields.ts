import "server-only";
import { type ContentEntryKind, SOURCE_LANGUAGE } from "@/lib/contract/content-entries.values";
import type { AnyDraft, Drafts } from "@/lib/contract/content-entries-drafts";
import { imagesOfRichText, isEmptyText, type RichText } from "@/lib/contract/rich-text.values";

type Messages = Record<string, string>;
const ENGLISH_PATH = `draft.texts.${SOURCE_LANGUAGE}`;

/**
 * Returns the fields that a draft lacks for publication, each with an instruction. Only the source language needs texts. In other
 * languages, checks only pictures without a description.
 */
export function missingFieldsOf(kind: ContentEntryKind, draft: AnyDraft): Messages {
  if (kind === "announcements") return missingInNotice(draft as Drafts["announcements"]);
  if (kind === "slides") return missingInSlide(draft as Drafts["slides"]);
  if (kind === "culture") return missingInArticle(draft as Drafts["culture"]);
  if (kind === "faq") return missingInQuestion(draft as Drafts["faq"]);
  return missingInLegal(draft as Drafts["terms"]);
}

/** Returns by field the messages whose condition is true. Each tuple is condition, field and message. */
const messagesOf = (conditions: readonly (readonly [boolean, string, string])[]): Messages =>
  Object.fromEntries(conditions.flatMap(([isMissing, field, message]) => (isMissing ? [[field, message]] : [])));

const isBlank = (text: string | undefined) => !text?.trim();

/** Returns messages for a missing title or body in English, and for pictures in the text without a description. */
function missingInTexts(texts: Record<string, { title: string; body: RichText | null }>): Messages {
  const en = texts[SOURCE_LANGUAGE];
  return {
    ...messagesOf([
      [isBlank(en?.title), `${ENGLISH_PATH}.title`, "Enter a title in English."],
      [isEmptyText(en?.body ?? null), `${ENGLISH_PATH}.body`, "Write the text in English."],
    ]),
    ...missingInBodies(Object.entries(texts).map(([code, { body }]) => [`draft.texts.${code}.body`, body])),
  };
}

const missingInBodies = (bodies: readonly (readonly [string, RichText | null])[]): Messages =>
  messagesOf(
    bodies.map(([field, body]) => [
      body !== null && imagesOfRichText(body).some(({ alt }) => isBlank(alt)),
      field,
      "Say what each picture in the text shows.",
    ]),
  );

const missingInNotice = ({ texts, image_id, image_alt, audience, group_ids }: Drafts["announcements"]): Messages => ({
  ...missingInTexts(texts),
  ...messagesOf([
    [image_id !== null && isBlank(image_alt), "draft.image_alt", "Say what the picture shows."],
    [audience === "groups" && group_ids.length === 0, "draft.group_ids", "Choose at least one group, or everybody."],
  ]),
});

const missingInSlide = ({ texts, image_id }: Drafts["slides"]): Messages =>
  messagesOf([
    [image_id === null, "draft.image_id", "Add a picture."],
    [isBlank(texts[SOURCE_LANGUAGE]?.alt), `${ENGLISH_PATH}.alt`, "Say in English what the picture shows."],
  ]);

const missingInArticle = ({ texts, cover_id, cover_alt, gallery }: Drafts["culture"]): Messages => ({
  ...missingInTexts(texts),
  ...messagesOf([
    [cover_id === null, "draft.cover_id", "Add a cover picture."],
    [cover_id !== null && isBlank(cover_alt), "draft.cover_alt", "Say what the cover shows."],
    [gallery.some(({ alt }) => isBlank(alt)), "draft.gallery", "Say what each picture of the gallery shows."],
  ]),
});

const missingInQuestion = ({ texts, group }: Drafts["faq"]): Messages => {
  const en = texts[SOURCE_LANGUAGE];
  return {
    ...messagesOf([
      [isBlank(en?.question), `${ENGLISH_PATH}.question`, "Enter the question in English."],
      [isEmptyText(en?.answer ?? null), `${ENGLISH_PATH}.answer`, "Write the answer in English."],
      [isBlank(group), "draft.group", "Enter a group, such as Wallet."],
    ]),
    ...missingInBodies(Object.entries(texts).map(([code, { answer }]) => [`draft.texts.${code}.answer`, answer])),
  };
};

const missingInLegal = ({ texts }: Drafts["terms"]): Messages => missingInTexts(texts);
