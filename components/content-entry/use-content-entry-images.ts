"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { imageIdsOf } from "@/components/record-editor/draft-values";
import {
  type DraftImages,
  MAX_IMAGE_IDS,
  TEXT_PICTURE_WIDTH,
  useImageSources,
} from "@/components/record-editor/use-image-sources";
import type { ContentEntryKind } from "@/lib/contract/content-entries.values";
import type { AnyDraft } from "@/lib/contract/content-entries-drafts";
import {
  contentEntryImageQuery,
  contentEntryImagesQuery,
  uploadContentEntryImage,
} from "@/lib/queries/content-entries";

/** Loads the pictures of a content entry's draft, and returns them with a function to upload another. */
export function useContentEntryImages(kind: ContentEntryKind, draft: AnyDraft): DraftImages {
  const { data } = useQuery(contentEntryImagesQuery(kind, imageIdsOf(draft).slice(0, MAX_IMAGE_IDS)));
  const textImageIds = imageIdsOf(draft.texts).slice(0, MAX_IMAGE_IDS);
  const largeImages = useQueries({
    queries: textImageIds.map((imageId) => contentEntryImageQuery(kind, imageId, TEXT_PICTURE_WIDTH)),
  });
  const images = useImageSources({
    stored: data?.items,
    bytesOf: (imageId) => largeImages[textImageIds.indexOf(imageId)]?.data,
    upload: (...parameters) => uploadContentEntryImage(kind, ...parameters),
  });
  return { kind, ...images };
}
