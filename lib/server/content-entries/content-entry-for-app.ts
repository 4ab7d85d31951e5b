import "server-only";
import type { z } from "zod";
import { type ContentEntryKind, SOURCE_LANGUAGE } from "@/lib/contract/content-entries.values";
import type { AnyDraft, Drafts } from "@/lib/contract/content-entries-drafts";
import type {
  publicAnnouncement,
  publicArticle,
  publicArticleRow,
  publicQuestion,
  publicSlide,
} from "@/lib/contract/content-entries-public";
import { isEmptyText, plainTextOf, type RichText } from "@/lib/contract/rich-text.values";
import type { Queryable } from "@/lib/server/db/client";
import { htmlOf } from "@/lib/server/rich-text/html";
import { imageIdsOf } from "./check-references";
import type { LiveContentEntry } from "./live-content-entries";
import { type Picture, picturesOf } from "./read-pictures";

type PublicImage = z.output<typeof publicAnnouncement>["image"];
type PublicArticle = Omit<z.output<typeof publicArticle>, "next_change_at">;
type ArticleRow = z.output<typeof publicArticleRow>;
type LegalVersion = {
  number: number;
  title: string;
  language: string;
  html: string;
  text: string;
  effective_at: string;
  must_accept: boolean;
};
/** Fields of a content entry as the citizen app receives it, by kind. */
export type ContentEntryForApp = {
  announcements: z.output<typeof publicAnnouncement>;
  slides: z.output<typeof publicSlide>;
  culture: PublicArticle;
  faq: z.output<typeof publicQuestion>;
  terms: LegalVersion;
  privacy: LegalVersion;
};

/** An entry to render for the app: a publication, or a draft with placeholder times. */
type RenderableContentEntry<K extends ContentEntryKind> = Pick<
  LiveContentEntry<K>,
  "entryId" | "number" | "content" | "from" | "until" | "mustAccept"
>;

const PUBLIC_IMAGES = "/api/v1/public/images";
const imageUrlOf = (imageId: string, width: number) => `${PUBLIC_IMAGES}/${imageId}/${width}`;
/** Width in px of pictures inside texts, suitable for phones. */
const TEXT_WIDTH = 960;

/** Reads with one query the pictures used in these drafts or publications. */
export const readPicturesOf = (db: Queryable, contents: readonly AnyDraft[]) =>
  picturesOf(db, [...new Set(contents.flatMap(imageIdsOf))]);

function toPublicImage(pictures: ReadonlyMap<string, Picture>, imageId: string | null, alt: string): PublicImage {
  const picture = imageId === null ? undefined : pictures.get(imageId);
  if (!imageId || !picture) return null;
  const { width, height, sizes } = picture;
  return { alt, width, height, sizes: sizes.map((size) => ({ ...size, url: imageUrlOf(imageId, size.width) })) };
}

/** Renders a rich text as HTML and as plain text. */
function renderBody(body: RichText | null, pictures: ReadonlyMap<string, Picture>): { html: string; text: string } {
  if (!body) return { html: "", text: "" };
  return { html: htmlOf(body, (imageId) => imageSourceOf(pictures, imageId)), text: plainTextOf(body) };
}

function imageSourceOf(pictures: ReadonlyMap<string, Picture>, imageId: string) {
  const sizes = pictures.get(imageId)?.sizes ?? [];
  const size = sizes.find(({ width }) => width >= TEXT_WIDTH) ?? sizes.at(-1);
  if (!size) return null;
  const srcset = sizes.map(({ width }) => `${imageUrlOf(imageId, width)} ${width}w`).join(", ");
  return { src: imageUrlOf(imageId, size.width), width: size.width, height: size.height, srcset };
}

const hasText = (text: string | RichText | null | undefined) =>
  typeof text === "string" ? text.trim() !== "" : !isEmptyText(text ?? null);

/**
 * Returns the texts in the requested language if these are complete, otherwise those in the source language.
 * @param needed fields that must have text, unless they have none in the source language either
 */
function pickLanguage<T extends object>(texts: Record<string, T>, language: string, needed: readonly (keyof T)[]) {
  const source = texts[SOURCE_LANGUAGE];
  const requestedTexts = texts[language];
  const isComplete =
    requestedTexts &&
    needed.every((name) => {
      const value = requestedTexts[name] as string | RichText | null;
      return hasText(value) || !hasText(source?.[name] as string | RichText | null | undefined);
    });
  return isComplete ? { language, texts: requestedTexts } : { language: SOURCE_LANGUAGE, texts: source };
}

const periodOf = ({ from, until }: Pick<LiveContentEntry, "from" | "until">) => ({
  from: from.toISOString(),
  until: until?.toISOString() ?? null,
});

const nullIfEmpty = (link: string) => (link === "" ? null : link);

const APP_PROJECTIONS: {
  [K in ContentEntryKind]: (
    entry: RenderableContentEntry<K>,
    language: string,
    pictures: ReadonlyMap<string, Picture>,
    period: { from: string; until: string | null },
  ) => ContentEntryForApp[K];
} = {
  announcements: ({ entryId, content }, requestedLanguage, pictures, period) => {
    const { language, texts } = pickLanguage(content.texts, requestedLanguage, ["title", "body"]);
    return {
      id: entryId,
      language,
      title: texts?.title ?? "",
      ...renderBody(texts?.body ?? null, pictures),
      image: toPublicImage(pictures, content.image_id, content.image_alt),
      link: nullIfEmpty(content.link),
      pinned: content.pinned,
      ...period,
    };
  },
  slides: ({ entryId, content }, requestedLanguage, pictures, period) => {
    const { language, texts } = pickLanguage(content.texts, requestedLanguage, ["title", "alt"]);
    return {
      id: entryId,
      language,
      title: texts?.title ?? "",
      image: toPublicImage(pictures, content.image_id, texts?.alt ?? ""),
      focal_x: content.focal_x,
      focal_y: content.focal_y,
      link: nullIfEmpty(content.link),
      ...period,
    };
  },
  culture: (entry, requestedLanguage, pictures) => {
    const { content } = entry;
    const { language, texts } = pickLanguage(content.texts, requestedLanguage, ["title", "body"]);
    return {
      ...articleRow(entry, requestedLanguage, pictures),
      ...renderBody(texts?.body ?? null, pictures),
      gallery: content.gallery.map(({ image_id, alt, captions }) => ({
        image: toPublicImage(pictures, image_id, alt),
        caption: captions[language]?.trim() || captions[SOURCE_LANGUAGE] || "",
      })),
    };
  },
  faq: ({ entryId, content }, requestedLanguage, pictures) => {
    const { language, texts } = pickLanguage(content.texts, requestedLanguage, ["question", "answer"]);
    return {
      id: entryId,
      language,
      question: texts?.question ?? "",
      ...renderBody(texts?.answer ?? null, pictures),
      group: content.group.trim(),
    };
  },
  terms: (entry, requestedLanguage, pictures, period) => legalVersion(entry, requestedLanguage, pictures, period.from),
  privacy: (entry, requestedLanguage, pictures, period) =>
    legalVersion(entry, requestedLanguage, pictures, period.from),
};

/** Returns an article as an app's list shows it, without body and gallery. */
export function articleRow(
  entry: RenderableContentEntry<"culture">,
  requestedLanguage: string,
  pictures: ReadonlyMap<string, Picture>,
): ArticleRow {
  const { entryId, content } = entry;
  const { language, texts } = pickLanguage(content.texts, requestedLanguage, ["title", "body"]);
  return {
    id: entryId,
    language,
    title: texts?.title ?? "",
    summary: texts?.summary ?? "",
    cover: toPublicImage(pictures, content.cover_id, content.cover_alt),
    tags: content.tags,
    lga: content.lga,
    ...periodOf(entry),
  };
}

function legalVersion(
  { number, content, mustAccept }: Pick<RenderableContentEntry<"terms">, "number" | "content" | "mustAccept">,
  requestedLanguage: string,
  pictures: ReadonlyMap<string, Picture>,
  effectiveAt: string,
): LegalVersion {
  const { language, texts } = pickLanguage((content as Drafts["terms"]).texts, requestedLanguage, ["title", "body"]);
  return {
    number,
    title: texts?.title ?? "",
    language,
    ...renderBody(texts?.body ?? null, pictures),
    effective_at: effectiveAt,
    must_accept: mustAccept,
  };
}

/** Returns one entry for the app, in the requested language, or in the source language if the translation is incomplete. */
export const contentEntryForApp = <K extends ContentEntryKind>(
  kind: K,
  entry: RenderableContentEntry<K>,
  language: string,
  pictures: ReadonlyMap<string, Picture>,
): ContentEntryForApp[K] => APP_PROJECTIONS[kind](entry, language, pictures, periodOf(entry));
