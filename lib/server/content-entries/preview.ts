import "server-only";
import type { ContentEntryPreview } from "@/lib/contract/content-entries";
import type { ContentEntryKind } from "@/lib/contract/content-entries.values";
import { type AnyDraft, DRAFT_SCHEMAS, type Drafts } from "@/lib/contract/content-entries-drafts";
import type { Queryable } from "@/lib/server/db/client";
import { type ContentEntryForApp, contentEntryForApp, readPicturesOf } from "./content-entry-for-app";
import { readContentEntry } from "./record";
import { imageDataUris } from "./serve-image";

/** Width in px of pictures in the phone frame on a desktop screen. */
const PREVIEW_WIDTH = 480;

type Input = { kind: ContentEntryKind; entryId: string; draft: unknown; language: string };

/** Renders an unsaved draft as the app would receive it, with embedded pictures. @throws 404 if the content entry does not exist */
export async function previewContentEntry(
  db: Queryable,
  { kind, entryId, draft, language }: Input,
): Promise<ContentEntryPreview> {
  await readContentEntry(db, { kind, entryId });
  return renderPreview(db, { kind, entryId, draft: DRAFT_SCHEMAS[kind].parse(draft), language });
}

/** Renders a draft as the app would receive it, with embedded pictures. */
export async function renderPreview<K extends ContentEntryKind>(
  db: Queryable,
  { kind, entryId, draft, language }: { kind: K; entryId: string; draft: AnyDraft; language: string },
): Promise<ContentEntryPreview> {
  const now = new Date();
  const content = draft as Drafts[K];
  const publishedDraft = { entryId, number: 0, content, from: now, until: null, mustAccept: false };
  const pictures = await readPicturesOf(db, [draft]);
  const received: ContentEntryForApp[ContentEntryKind] = contentEntryForApp(kind, publishedDraft, language, pictures);
  // Skips pictures that only other languages use.
  const receivedJson = JSON.stringify(received);
  const ids = [...pictures.keys()].filter((id) => receivedJson.includes(`/${id}/`));
  const uris = await imageDataUris(db, ids, PREVIEW_WIDTH);
  const embedPictures = (html: string) =>
    html
      .replace(/ srcset="[^"]*" sizes="100vw"/g, "")
      .replace(/src="\/api\/v1\/public\/images\/([\w-]+)\/\d+"/g, (match, id: string) => {
        const uri = uris.get(id);
        return uri ? `src="${uri}"` : match;
      });
  const uriOfImage = (image: ContentEntryForApp["announcements"]["image"]) => {
    const id = image?.sizes[0]?.url.split("/").at(-2);
    return (id && uris.get(id)) ?? null;
  };
  const image = "image" in received ? received.image : "cover" in received ? received.cover : null;
  return {
    language: received.language,
    title: "question" in received ? received.question : received.title,
    html: "html" in received ? embedPictures(received.html) : "",
    image: uriOfImage(image),
    image_alt: image?.alt ?? "",
    gallery:
      "gallery" in received
        ? received.gallery.flatMap(({ image: each, caption }) => {
            const uri = uriOfImage(each);
            return uri ? { image: uri, alt: each?.alt ?? "", caption } : [];
          })
        : [],
    received,
    weight: Buffer.byteLength(JSON.stringify(received)),
  };
}
