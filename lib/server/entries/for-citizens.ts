import "server-only";
import type { z } from "zod";
import { type EntryKind, SOURCE_LANGUAGE } from "@/lib/contract/entries.values";
import type { Draft, Drafts } from "@/lib/contract/entries-drafts";
import type {
  publicAnnouncement,
  publicArticle,
  publicArticleRow,
  publicQuestion,
  publicSlide,
} from "@/lib/contract/entries-public";
import { isEmptyText, plainTextOf, type RichText } from "@/lib/contract/rich-text.values";
import type { Queryable } from "@/lib/server/db/client";
import { htmlOf } from "@/lib/server/rich-text/html";
import { imageIdsOf } from "./check-references";
import type { LiveEntry } from "./live-entries";
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
/** The data of one entry in the app, by kind. */
export type Received = {
  announcements: z.output<typeof publicAnnouncement>;
  slides: z.output<typeof publicSlide>;
  culture: PublicArticle;
  faq: z.output<typeof publicQuestion>;
  terms: LegalVersion;
  privacy: LegalVersion;
};

/** An entry to show: a publication, or a draft with placeholder times. */
type Shown<K extends EntryKind> = Pick<
  LiveEntry<K>,
  "entryId" | "number" | "content" | "from" | "until" | "mustAccept"
>;

const PUBLIC_IMAGES = "/api/v1/public/images";
const urlOf = (imageId: string, width: number) => `${PUBLIC_IMAGES}/${imageId}/${width}`;
/** Width in px of pictures inside texts, chosen for phones. */
const TEXT_WIDTH = 960;

/** Reads the pictures of these contents with one call. */
export const picturesIn = (db: Queryable, contents: readonly Draft[]) =>
  picturesOf(db, [...new Set(contents.flatMap(imageIdsOf))]);

function imageFor(pictures: ReadonlyMap<string, Picture>, imageId: string | null, alt: string): PublicImage {
  const picture = imageId === null ? undefined : pictures.get(imageId);
  if (!imageId || !picture) return null;
  const { width, height, sizes } = picture;
  return { alt, width, height, sizes: sizes.map((size) => ({ ...size, url: urlOf(imageId, size.width) })) };
}

/** Returns a body as HTML and as plain text. */
function worded(body: RichText | null, pictures: ReadonlyMap<string, Picture>): { html: string; text: string } {
  if (!body) return { html: "", text: "" };
  return { html: htmlOf(body, (imageId) => sourceOf(pictures, imageId)), text: plainTextOf(body) };
}

function sourceOf(pictures: ReadonlyMap<string, Picture>, imageId: string) {
  const sizes = pictures.get(imageId)?.sizes ?? [];
  const size = sizes.find(({ width }) => width >= TEXT_WIDTH) ?? sizes.at(-1);
  if (!size) return null;
  const srcset = sizes.map(({ width }) => `${urlOf(imageId, width)} ${width}w`).join(", ");
  return { src: urlOf(imageId, size.width), width: size.width, height: size.height, srcset };
}

const isWritten = (text: string | RichText | null | undefined) =>
  typeof text === "string" ? text.trim() !== "" : !isEmptyText(text ?? null);

/**
 * Returns the texts in the requested language if they are complete, otherwise in the source language.
 * @param needed fields that must have text, unless the source language lacks them too
 */
function inLanguage<T extends object>(texts: Record<string, T>, language: string, needed: readonly (keyof T)[]) {
  const source = texts[SOURCE_LANGUAGE];
  const asked = texts[language];
  const whole =
    asked &&
    needed.every((name) => {
      const is = asked[name] as string | RichText | null;
      return isWritten(is) || !isWritten(source?.[name] as string | RichText | null | undefined);
    });
  return whole ? { language, texts: asked } : { language: SOURCE_LANGUAGE, texts: source };
}

const duringOf = ({ from, until }: Pick<LiveEntry, "from" | "until">) => ({
  from: from.toISOString(),
  until: until?.toISOString() ?? null,
});

const optional = (link: string) => (link === "" ? null : link);

const PROJECTIONS: {
  [K in EntryKind]: (
    shown: Shown<K>,
    language: string,
    pictures: ReadonlyMap<string, Picture>,
    during: { from: string; until: string | null },
  ) => Received[K];
} = {
  announcements: ({ entryId, content }, asked, pictures, during) => {
    const { language, texts } = inLanguage(content.texts, asked, ["title", "body"]);
    return {
      id: entryId,
      language,
      title: texts?.title ?? "",
      ...worded(texts?.body ?? null, pictures),
      image: imageFor(pictures, content.image_id, content.image_alt),
      link: optional(content.link),
      pinned: content.pinned,
      ...during,
    };
  },
  slides: ({ entryId, content }, asked, pictures, during) => {
    const { language, texts } = inLanguage(content.texts, asked, ["title", "alt"]);
    return {
      id: entryId,
      language,
      title: texts?.title ?? "",
      image: imageFor(pictures, content.image_id, texts?.alt ?? ""),
      focal_x: content.focal_x,
      focal_y: content.focal_y,
      link: optional(content.link),
      ...during,
    };
  },
  culture: (shown, asked, pictures) => {
    const { content } = shown;
    const { language, texts } = inLanguage(content.texts, asked, ["title", "body"]);
    return {
      ...articleRow(shown, asked, pictures),
      ...worded(texts?.body ?? null, pictures),
      gallery: content.gallery.map(({ image_id, alt, captions }) => ({
        image: imageFor(pictures, image_id, alt),
        caption: captions[language]?.trim() || captions[SOURCE_LANGUAGE] || "",
      })),
    };
  },
  faq: ({ entryId, content }, asked, pictures) => {
    const { language, texts } = inLanguage(content.texts, asked, ["question", "answer"]);
    return {
      id: entryId,
      language,
      question: texts?.question ?? "",
      ...worded(texts?.answer ?? null, pictures),
      group: content.group.trim(),
    };
  },
  terms: (shown, asked, pictures, during) => legal(shown, asked, pictures, during.from),
  privacy: (shown, asked, pictures, during) => legal(shown, asked, pictures, during.from),
};

/** Returns an article for a list, without body and gallery. */
export function articleRow(shown: Shown<"culture">, asked: string, pictures: ReadonlyMap<string, Picture>): ArticleRow {
  const { entryId, content } = shown;
  const { language, texts } = inLanguage(content.texts, asked, ["title", "body"]);
  return {
    id: entryId,
    language,
    title: texts?.title ?? "",
    summary: texts?.summary ?? "",
    cover: imageFor(pictures, content.cover_id, content.cover_alt),
    tags: content.tags,
    lga: content.lga,
    ...duringOf(shown),
  };
}

function legal(
  { number, content, mustAccept }: Pick<Shown<"terms">, "number" | "content" | "mustAccept">,
  asked: string,
  pictures: ReadonlyMap<string, Picture>,
  effectiveAt: string,
): LegalVersion {
  const { language, texts } = inLanguage((content as Drafts["terms"]).texts, asked, ["title", "body"]);
  return {
    number,
    title: texts?.title ?? "",
    language,
    ...worded(texts?.body ?? null, pictures),
    effective_at: effectiveAt,
    must_accept: mustAccept,
  };
}

/** Returns one entry for the app, in the requested language, or in the source language if incomplete. */
export const forCitizens = <K extends EntryKind>(
  kind: K,
  shown: Shown<K>,
  language: string,
  pictures: ReadonlyMap<string, Picture>,
): Received[K] => PROJECTIONS[kind](shown, language, pictures, duringOf(shown));
