import { useQuery } from "@tanstack/react-query";
import { type EntryImages, useImageSources } from "@/components/entry/use-entry-images";
import { imagesQuery, uploadImage } from "@/lib/queries/entries";

/** Kind under which pictures of notifications are stored: they share the storage of the FAQ, because both belong to app configuration. */
const ENTRY_KIND = "faq";

/** Returns the picture of a notification and a function to upload another. */
export function useBroadcastImage(imageId: string | null): EntryImages {
  const { data } = useQuery(imagesQuery(ENTRY_KIND, imageId ? [imageId] : []));
  const images = useImageSources({
    stored: data?.items,
    bytesOf: () => undefined,
    upload: (...parameters) => uploadImage(ENTRY_KIND, ...parameters),
  });
  return { kind: ENTRY_KIND, ...images };
}
