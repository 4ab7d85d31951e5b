"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import {
  type DraftImages,
  MAX_IMAGE_IDS,
  TEXT_PICTURE_WIDTH,
  useImageSources,
} from "@/components/record-editor/use-image-sources";
import { imagesOfRichText } from "@/lib/contract/rich-text.values";
import { eventImageQuery, eventImagesQuery, uploadEventImage } from "@/lib/queries/event-images";
import type { EventDraft } from "./event-draft";

/** Returns an event's pictures (cover and description) and a function to upload another. */
export function useEventImages({ cover_image_id, description }: EventDraft): DraftImages {
  const imageIds = description ? imagesOfRichText(description).map(({ imageId }) => imageId) : [];
  const uniqueImageIds = [...new Set(imageIds)].slice(0, MAX_IMAGE_IDS - 1);
  const { data } = useQuery(eventImagesQuery(cover_image_id ? [cover_image_id, ...uniqueImageIds] : uniqueImageIds));
  const largeImages = useQueries({
    queries: uniqueImageIds.map((imageId) => eventImageQuery(imageId, TEXT_PICTURE_WIDTH)),
  });
  const images = useImageSources({
    stored: data?.items,
    bytesOf: (imageId) => largeImages[uniqueImageIds.indexOf(imageId)]?.data,
    upload: uploadEventImage,
  });
  return { kind: null, ...images };
}
