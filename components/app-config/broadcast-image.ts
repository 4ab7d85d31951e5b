import { useQuery } from "@tanstack/react-query";
import { type EntryImages, useKnownImages } from "@/components/entry/use-entry-images";
import { imagesQuery, uploadImage } from "@/lib/queries/entries";

/** Notifications share the picture storage of the FAQ; both belong to app configuration. */
const KIND = "faq";

/** Returns the picture of a notification and a function to upload one. */
export function useBroadcastImage(imageId: string | null): EntryImages {
  const { data } = useQuery(imagesQuery(KIND, imageId ? [imageId] : []));
  const images = useKnownImages({
    stored: data?.items,
    bytesOf: () => undefined,
    upload: (...picture) => uploadImage(KIND, ...picture),
  });
  return { kind: KIND, ...images };
}
