"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { type EntryImages, MAX_IMAGES, TEXT_WIDTH, useKnownImages } from "@/components/entry/use-entry-images";
import { imagesOf } from "@/lib/contract/rich-text.values";
import { eventImageQuery, eventImagesQuery, uploadEventImage } from "@/lib/queries/event";
import type { EventDraft } from "./event-draft";

/** Returns an event's pictures (cover and description) and a function to upload one more. */
export function useEventImages({ cover_image_id, description }: EventDraft): EntryImages {
  const named = description ? imagesOf(description).map(({ imageId }) => imageId) : [];
  const inText = [...new Set(named)].slice(0, MAX_IMAGES - 1);
  const { data } = useQuery(eventImagesQuery(cover_image_id ? [cover_image_id, ...inText] : inText));
  const large = useQueries({ queries: inText.map((imageId) => eventImageQuery(imageId, TEXT_WIDTH)) });
  const images = useKnownImages({
    stored: data?.items,
    bytesOf: (imageId) => large[inText.indexOf(imageId)]?.data,
    upload: uploadEventImage,
  });
  return { kind: null, ...images };
}
