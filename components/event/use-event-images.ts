"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { type EntryImages, MOST_IMAGES, TEXT_WIDTH, useKnownImages } from "@/components/entry/use-entry-images";
import { imagesOf } from "@/lib/contract/rich-text.values";
import { eventImageQuery, eventImagesQuery, uploadEventImage } from "@/lib/queries/event";
import type { EventDraft } from "./event-draft";

/** The pictures of an event: cover and those in its description, and the way to send one more. */
export function useEventImages({ cover_image_id, description }: EventDraft): EntryImages {
  const named = description ? imagesOf(description).map(({ imageId }) => imageId) : [];
  const inText = [...new Set(named)].slice(0, MOST_IMAGES - 1);
  const { data } = useQuery(eventImagesQuery(cover_image_id ? [cover_image_id, ...inText] : inText));
  const large = useQueries({ queries: inText.map((imageId) => eventImageQuery(imageId, TEXT_WIDTH)) });
  const images = useKnownImages({
    stored: data?.items,
    bytesOf: (imageId) => large[inText.indexOf(imageId)]?.data,
    upload: uploadEventImage,
  });
  return { kind: null, ...images };
}
