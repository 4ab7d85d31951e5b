import "server-only";
import type { EntryPreview } from "@/lib/contract/entries";
import type { EntryKind } from "@/lib/contract/entries.values";
import { DRAFTS, type Draft, type Drafts } from "@/lib/contract/entries-drafts";
import type { Queryable } from "@/lib/server/db/client";
import { forCitizens, picturesIn, type Received } from "./for-citizens";
import { entryOf } from "./record";
import { imageUris } from "./serve-image";

/** Width in px for the phone frame on a desktop screen. */
const PREVIEW_WIDTH = 480;

type Asked = { kind: EntryKind; entryId: string; draft: unknown; language: string };

/**
 * Renders an unsaved draft as the app would get it. Embeds the pictures, because those of a draft have no public URL.
 * @throws 404
 */
export async function previewEntry(db: Queryable, { kind, entryId, draft, language }: Asked): Promise<EntryPreview> {
  await entryOf(db, { kind, entryId });
  return previewOf(db, { kind, entryId, draft: DRAFTS[kind].parse(draft), language });
}

/** Renders a draft that was read from the database. */
export async function previewOf<K extends EntryKind>(
  db: Queryable,
  { kind, entryId, draft, language }: { kind: K; entryId: string; draft: Draft; language: string },
): Promise<EntryPreview> {
  const now = new Date();
  const content = draft as Drafts[K];
  const shown = { entryId, number: 0, content, from: now, until: null, mustAccept: false };
  const pictures = await picturesIn(db, [draft]);
  const received: Received[EntryKind] = forCitizens(kind, shown, language, pictures);
  // Skips pictures of other languages.
  const named = JSON.stringify(received);
  const ids = [...pictures.keys()].filter((id) => named.includes(`/${id}/`));
  const uris = await imageUris(db, ids, PREVIEW_WIDTH);
  const withPictures = (html: string) =>
    html
      .replace(/ srcset="[^"]*" sizes="100vw"/g, "")
      .replace(/src="\/api\/v1\/public\/images\/([\w-]+)\/\d+"/g, (all, id: string) => {
        const uri = uris.get(id);
        return uri ? `src="${uri}"` : all;
      });
  const of = (image: Received["announcements"]["image"]) => {
    const id = image?.sizes[0]?.url.split("/").at(-2);
    return (id && uris.get(id)) ?? null;
  };
  const image = "image" in received ? received.image : "cover" in received ? received.cover : null;
  return {
    language: received.language,
    title: "question" in received ? received.question : received.title,
    html: "html" in received ? withPictures(received.html) : "",
    image: of(image),
    image_alt: image?.alt ?? "",
    gallery:
      "gallery" in received
        ? received.gallery.flatMap(({ image: each, caption }) => {
            const uri = of(each);
            return uri ? { image: uri, alt: each?.alt ?? "", caption } : [];
          })
        : [],
    received,
    weight: Buffer.byteLength(JSON.stringify(received)),
  };
}
