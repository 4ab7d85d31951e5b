"use client";

import { useQuery } from "@tanstack/react-query";
import { useObjectUrl } from "@/components/common/document/object-url";
import type { ContentEntryKind } from "@/lib/contract/content-entries.values";
import { contentEntryImageQuery } from "@/lib/queries/content-entries";

/** Width in pixels of the picture size that fills the editor's column. */
export const EDITOR_PICTURE_WIDTH = 960;

type PictureViewProps = {
  kind: ContentEntryKind;
  imageId: string;
  alt: string;
  /** Thumbnail shown until the picture has loaded. */
  placeholder?: string;
  className?: string;
};

/** Shows a picture of a draft. Fetches the bytes with the admin's session, because drafts have no public URLs. */
export function DraftPicture({ kind, imageId, ...imageProps }: PictureViewProps) {
  return (
    <PictureFromQuery query={useQuery(contentEntryImageQuery(kind, imageId, EDITOR_PICTURE_WIDTH))} {...imageProps} />
  );
}

type PictureProps = Omit<PictureViewProps, "kind" | "imageId"> & {
  query: { data: Blob | undefined; error: Error | null };
};

/** Shows a picture once its bytes are loaded; until then the thumbnail, after a failure the error. */
export function PictureFromQuery({ query: { data, error }, alt, placeholder, className }: PictureProps) {
  const src = useObjectUrl(data) ?? placeholder;
  if (!src)
    return (
      <p className="flex h-48 items-center justify-center rounded-md bg-sunken px-4 text-muted text-sm">
        {error ? `The picture can't be shown: ${error.message}` : "Loading the picture…"}
      </p>
    );
  return (
    // biome-ignore lint/performance/noImgElement: private bytes in memory, not for an image optimizer
    <img src={src} alt={alt} className={className ?? "max-h-72 w-full rounded-md bg-sunken object-contain"} />
  );
}
