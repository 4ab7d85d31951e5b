import { z } from "zod";
import { instant } from "./common";
import { languageCode } from "./entries-drafts";

/** Time of the next scheduled change. Caches must not keep the list beyond it. */
const untilChange = { next_change_at: instant.nullable() };
export const listForCitizens = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), language: z.string(), ...untilChange });
export const byLanguage = { language: languageCode.optional() };

export const publicImage = z
  .object({
    alt: z.string(),
    width: z.int(),
    height: z.int(),
    /** Addresses of the generated sizes, narrowest first. */
    sizes: z.array(z.object({ width: z.int(), height: z.int(), bytes: z.int(), url: z.string() })),
  })
  .nullable();
/** `language`: language of the item's texts. It is the source language if there is no text in the requested one. */
const told = { id: z.string(), language: z.string() };
const during = { from: instant, until: instant.nullable() };
const rich = { html: z.string(), text: z.string() };

export const publicAnnouncement = z.object({
  ...told,
  title: z.string(),
  ...rich,
  image: publicImage,
  link: z.string().nullable(),
  pinned: z.boolean(),
  ...during,
});
export const publicSlide = z.object({
  ...told,
  title: z.string(),
  image: publicImage,
  focal_x: z.int(),
  focal_y: z.int(),
  link: z.string().nullable(),
  ...during,
});
export const publicArticleRow = z.object({
  ...told,
  title: z.string(),
  summary: z.string(),
  cover: publicImage,
  tags: z.array(z.string()),
  lga: z.string().nullable(),
  ...during,
});
export const publicArticle = publicArticleRow.extend({
  ...rich,
  gallery: z.array(z.object({ image: publicImage, caption: z.string() })),
  ...untilChange,
});
export const publicQuestion = z.object({ ...told, question: z.string(), ...rich, group: z.string() });
const legalVersion = z.object({
  number: z.int(),
  title: z.string(),
  language: z.string(),
  ...rich,
  effective_at: instant,
  must_accept: z.boolean(),
});
export const publicLegal = z.object({
  /** null if no version is in force. */
  current: legalVersion.nullable(),
  next: legalVersion.nullable(),
  ...untilChange,
});
