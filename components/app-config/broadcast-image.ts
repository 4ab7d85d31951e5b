import { useQuery } from "@tanstack/react-query";
import { type EntryImages, useImageSources } from "@/components/entry/use-entry-images";
import { entryImagesQuery, uploadEntryImage } from "@/lib/queries/entries";

/** Kind under which pictures of notifications are stored: they share the storage of the FAQ, because both belong to app configuration. */
const ENTRY_KIND = "faq";

/** Returns the picture of a notification and a function to upload another. */
export function useBroadcastImage(imageId: string | null): EntryImages {
  const { data } = useQuery(entryImagesQuery(ENTRY_KIND, imageId ? [imageId] : []));
  const images = useImageSources({
    stored: data?.items,
    bytesOf: () => undefined,
    upload: (...parameters) => uploadEntryImage(ENTRY_KIND, ...parameters),
  });
  return { kind: ENTRY_KIND, ...images };
}
