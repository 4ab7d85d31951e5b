import { z } from "zod";
import { instant } from "./common";
import { languageCode } from "./content-entries-drafts";

/** Time of the next scheduled change. Caches must not keep the list longer. */
const nextChangeFields = { next_change_at: instant.nullable() };
/** Response of a list of published content entries, in one language. */
export const publicListOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), language: z.string(), ...nextChangeFields });
/** Input with the language in which published texts are requested. */
export const languageInput = { language: languageCode.optional() };

/** A picture in a published entry, as the citizen app receives it. */
export const publicImage = z
  .object({
    alt: z.string(),
    width: z.int(),
    height: z.int(),
    /** URLs of the generated sizes, narrowest first. */
    sizes: z.array(z.object({ width: z.int(), height: z.int(), bytes: z.int(), url: z.string() })),
  })
  .nullable();
/** `language`: language of the returned texts; the source language if the requested one has no text. */
const publicFields = { id: z.string(), language: z.string() };
const periodFields = { from: instant, until: instant.nullable() };
const richTextFields = { html: z.string(), text: z.string() };

/** A published announcement, as the citizen app receives it. */
export const publicAnnouncement = z.object({
  ...publicFields,
  title: z.string(),
  ...richTextFields,
  image: publicImage,
  link: z.string().nullable(),
  pinned: z.boolean(),
  ...periodFields,
});
/** A published slide, as the citizen app receives it. */
export const publicSlide = z.object({
  ...publicFields,
  title: z.string(),
  image: publicImage,
  focal_x: z.int(),
  focal_y: z.int(),
  link: z.string().nullable(),
  ...periodFields,
});
/** A published article in the list, without its text. */
export const publicArticleRow = z.object({
  ...publicFields,
  title: z.string(),
  summary: z.string(),
  cover: publicImage,
  tags: z.array(z.string()),
  lga: z.string().nullable(),
  ...periodFields,
});
/** A published article with its text, as the citizen app receives it. */
export const publicArticle = publicArticleRow.extend({
  ...richTextFields,
  gallery: z.array(z.object({ image: publicImage, caption: z.string() })),
  ...nextChangeFields,
});
/** A published FAQ question with its answer, as the citizen app receives it. */
export const publicQuestion = z.object({ ...publicFields, question: z.string(), ...richTextFields, group: z.string() });
const legalVersion = z.object({
  number: z.int(),
  title: z.string(),
  language: z.string(),
  ...richTextFields,
  effective_at: instant,
  must_accept: z.boolean(),
});
/** The terms or the privacy policy as published. */
export const publicLegalText = z.object({
  /** Version of the legal text in force; null if no version is in force. */
  current: legalVersion.nullable(),
  next: legalVersion.nullable(),
  ...nextChangeFields,
});
