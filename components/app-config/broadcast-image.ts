import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { EntryImages } from "@/components/entry/use-entry-images";
import type { UploadedImage } from "@/lib/contract/entries";
import { imagesQuery, uploadImage } from "@/lib/queries/entries";

/** Its picture is one of App Configurations, as those of the FAQ are. */
const KIND = "faq";

/** The picture of a notification: what is known of it, and the way to send one. */
export function useBroadcastImage(imageId: string | null): EntryImages {
  // What was sent just now is shown before it is read again.
  const [sent, setSent] = useState<readonly UploadedImage[]>([]);
  const { data } = useQuery(imagesQuery(KIND, imageId ? [imageId] : []));
  const known = (id: string) => [...sent, ...(data?.items ?? [])].find((each) => each.id === id);
  return {
    kind: KIND,
    known,
    urlOf: (id) => known(id)?.thumbnail,
    upload: async (file, onProgress, signal) => {
      const image = await uploadImage(KIND, file, onProgress, signal);
      setSent((all) => [...all, image]);
      return image;
    },
  };
}
