"use client";

import { useQuery } from "@tanstack/react-query";
import { User } from "lucide-react";
import { kycThumbnailsQuery } from "@/lib/queries/kyc-documents";

type Props = { kycId: string; documentId: string; name: string };

/** Returns the query for the thumbnail of another user's identical photo. */
export const samePhotoThumbnailQuery = (kycId: string, documentId: string) => kycThumbnailsQuery(kycId, [documentId]);

/** Shows a thumbnail of another user's photo that a "same photo" flag refers to. Logged as a view of that user's photo. */
export function KycSamePhotoThumbnail({ kycId, documentId, name }: Props) {
  const photo = useQuery(samePhotoThumbnailQuery(kycId, documentId)).data?.[documentId];
  return photo ? (
    // biome-ignore lint/performance/noImgElement: the bytes are in memory already, no optimiser may see them
    <img src={photo} alt={name} className="h-9 w-8 rounded-sm object-cover" />
  ) : (
    <span className="flex h-9 w-8 items-center justify-center rounded-sm bg-sunken">
      <User aria-hidden="true" />
    </span>
  );
}
