import { z } from "zod";
import { id, oneLine, requiredText, text } from "./common";
import {
  ALT_TEXT_MAX,
  ARTICLE_SUMMARY_MAX,
  AUDIENCE_GROUPS_MAX,
  CAPTION_MAX,
  CONTENT_ENTRY_AUDIENCES,
  CONTENT_ENTRY_TITLE_MAX,
  type ContentEntryKind,
  FAQ_GROUP_NAME_MAX,
  FAQ_QUESTION_MAX,
  GALLERY_PICTURES_MAX,
  isAllowedLink,
  LANGUAGE_CODE_PATTERN,
  LINK_LENGTH_MAX,
  TAG_LENGTH_MAX,
  TAGS_MAX,
} from "./content-entries.values";
import { LGAS } from "./lgas.values";
import { cleanPastedLink } from "./pasted.values";
import { richText } from "./rich-text";

const LANGUAGE_MESSAGE = "Use a language code such as en, efi or pt-BR.";
/** Code of a language, such as `en` or `pt-BR`. */
export const languageCode = requiredText(LANGUAGE_MESSAGE).regex(LANGUAGE_CODE_PATTERN, LANGUAGE_MESSAGE);
const LANGUAGES_MAX = 30;
/** Refuses too many languages before checking their codes: each invalid code would add an error message to the response. */
const textsByLanguage = <T extends z.ZodType>(texts: T) =>
  z.preprocess(
    (all, context) => {
      if (typeof all !== "object" || all === null || Object.keys(all).length <= LANGUAGES_MAX) return all;
      context.addIssue({ code: "custom", message: `Use at most ${LANGUAGES_MAX} languages.` });
      return z.NEVER;
    },
    z.record(languageCode, texts),
  );

/** A link, or "" for none. */
export const link = oneLine(LINK_LENGTH_MAX, 0, cleanPastedLink).refine(
  (typedLink) => typedLink === "" || isAllowedLink(typedLink),
  "Enter an address that begins with https://, mailto: or tel:, such as https://crossriverstate.gov.ng.",
);
const percent = z.int("Enter a whole number.").min(0).max(100);
const altText = oneLine(ALT_TEXT_MAX);
const title = oneLine(CONTENT_ENTRY_TITLE_MAX);
const body = richText.nullable();

const announcement = z
  .strictObject({
    texts: textsByLanguage(z.strictObject({ title, body })),
    image_id: id.nullable(),
    image_alt: altText,
    link,
    audience: z.enum(CONTENT_ENTRY_AUDIENCES),
    group_ids: z.array(id).max(AUDIENCE_GROUPS_MAX),
    pinned: z.boolean(),
  })
  .refine((draft) => draft.audience === "groups" || draft.group_ids.length === 0, {
    path: ["group_ids"],
    message: "An announcement for everybody names no groups.",
  });
const slide = z.strictObject({
  texts: textsByLanguage(z.strictObject({ title, alt: altText })),
  image_id: id.nullable(),
  /** Focal point that stays in view when the image is cropped, in percent from the left and from the top. */
  focal_x: percent,
  focal_y: percent,
  link,
});
const article = z.strictObject({
  texts: textsByLanguage(z.strictObject({ title, summary: text(ARTICLE_SUMMARY_MAX), body })),
  cover_id: id.nullable(),
  cover_alt: altText,
  gallery: z
    .array(z.strictObject({ image_id: id, alt: altText, captions: textsByLanguage(oneLine(CAPTION_MAX)) }))
    .max(GALLERY_PICTURES_MAX, `Use at most ${GALLERY_PICTURES_MAX} pictures.`),
  tags: z.array(oneLine(TAG_LENGTH_MAX, 1)).max(TAGS_MAX, `Use at most ${TAGS_MAX} tags.`),
  lga: z.enum(LGAS).nullable(),
});
const faq = z.strictObject({
  texts: textsByLanguage(z.strictObject({ question: oneLine(FAQ_QUESTION_MAX), answer: body })),
  group: oneLine(FAQ_GROUP_NAME_MAX),
});
const legal = z.strictObject({ texts: textsByLanguage(z.strictObject({ title, body })) });

/** Schemas of drafts, by kind of content entry. Drafts may be incomplete; publishing requires the missing fields. */
export const DRAFT_SCHEMAS = {
  announcements: announcement,
  slides: slide,
  culture: article,
  faq,
  terms: legal,
  privacy: legal,
};
/** Type of the draft, by kind of entry. */
export type Drafts = { [K in ContentEntryKind]: z.output<(typeof DRAFT_SCHEMAS)[K]> };
/** Draft of an entry of any kind. */
export type AnyDraft = Drafts[ContentEntryKind];
