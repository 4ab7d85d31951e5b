import { useQuery } from "@tanstack/react-query";
import { type EntryImages, useKnownImages } from "@/components/entry/use-entry-images";
import { imagesQuery, uploadImage } from "@/lib/queries/entries";

/** Its picture is one of App Configurations, as those of the FAQ are. */
const KIND = "faq";

/** The picture of a notification: what is known of it, and the way to send one. */
export function useBroadcastImage(imageId: string | null): EntryImages {
  const { data } = useQuery(imagesQuery(KIND, imageId ? [imageId] : []));
  const images = useKnownImages({
    stored: data?.items,
    bytesOf: () => undefined,
    upload: (...picture) => uploadImage(KIND, ...picture),
  });
  return { kind: KIND, ...images };
}
