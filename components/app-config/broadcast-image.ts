import { useQuery } from "@tanstack/react-query";
import { type DraftImages, useImageSources } from "@/components/record-editor/use-image-sources";
import { contentEntryImagesQuery, uploadContentEntryImage } from "@/lib/queries/content-entries";

/** Kind under which pictures of notifications are stored: they share the storage of the FAQ, because both belong to app configuration. */
const CONTENT_ENTRY_KIND = "faq";

/** Returns the picture of a notification and a function to upload another. */
export function useBroadcastImage(imageId: string | null): DraftImages {
  const { data } = useQuery(contentEntryImagesQuery(CONTENT_ENTRY_KIND, imageId ? [imageId] : []));
  const images = useImageSources({
    stored: data?.items,
    bytesOf: () => undefined,
    upload: (...parameters) => uploadContentEntryImage(CONTENT_ENTRY_KIND, ...parameters),
  });
  return { kind: CONTENT_ENTRY_KIND, ...images };
}
