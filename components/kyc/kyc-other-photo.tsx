"use client";

import { useQuery } from "@tanstack/react-query";
import { User } from "lucide-react";
import { kycThumbnailsQuery } from "@/lib/queries/kyc-documents";

type Props = { kycId: string; documentId: string; name: string };

export const otherPhotoQuery = (kycId: string, documentId: string) => kycThumbnailsQuery(kycId, [documentId]);

/** Shows a thumbnail of another user's photo that a "same photo" flag refers to. Logged as a view of that user's photo. */
export function KycOtherPhoto({ kycId, documentId, name }: Props) {
  const photo = useQuery(otherPhotoQuery(kycId, documentId)).data?.[documentId];
  return photo ? (
    // biome-ignore lint/performance/noImgElement: the bytes are in memory already, no optimiser may see them
    <img src={photo} alt={name} className="h-9 w-8 rounded-sm object-cover" />
  ) : (
    <span className="flex h-9 w-8 items-center justify-center rounded-sm bg-sunken">
      <User aria-hidden="true" />
    </span>
  );
}
