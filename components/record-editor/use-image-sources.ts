"use client";

import { useEffect, useReducer, useRef, useState } from "react";
import type { UploadedImage } from "@/lib/contract/content-entries";
import type { ContentEntryKind } from "@/lib/contract/content-entries.values";

/** Maximum number of picture ids in one request. */
export const MAX_IMAGE_IDS = 60;
/** Width in pixels of the picture size loaded for pictures inside texts. */
export const TEXT_PICTURE_WIDTH = 960;

/** Pictures of a draft, with a function to upload another. */
export type DraftImages = {
  /** Kind of content entry whose pictures `ImageField` loads. Null if the children of `ImageField` render the picture. */
  kind: ContentEntryKind | null;
  /** Uploads a picture. @param onProgress called with a share from 0 to 1 */
  upload: (file: File, onProgress: (progress: number) => void, signal: AbortSignal) => Promise<UploadedImage>;
  known: (imageId: string) => UploadedImage | undefined;
  /** Returns a picture's URL: until its bytes are loaded, a thumbnail as a data URI. */
  urlOf: (imageId: string) => string | undefined;
};

type ImageSources = Pick<DraftImages, "upload"> & {
  /** Pictures that the server listed; undefined while loading. */
  stored: readonly UploadedImage[] | undefined;
  /** Returns the bytes of the large picture, once loaded. */
  bytesOf: (imageId: string) => Blob | undefined;
};

/** Looks up the pictures of a form, including new uploads. */
export function useImageSources({ stored = [], bytesOf, upload }: ImageSources): Omit<DraftImages, "kind"> {
  // Uploaded pictures, shown before the list is refetched.
  const [uploaded, setUploaded] = useState<readonly UploadedImage[]>([]);
  const objectUrlOf = useObjectUrls();
  const imageOf = (imageId: string) => [...uploaded, ...stored].find(({ id }) => id === imageId);
  return {
    known: imageOf,
    urlOf: (imageId) => objectUrlOf(bytesOf(imageId)) ?? imageOf(imageId)?.thumbnail,
    upload: async (...parameters) => {
      const image = await upload(...parameters);
      setUploaded((previous) => [...previous, image]);
      return image;
    },
  };
}

/** Returns a function that creates object URLs of blobs. Each URL stays valid while the editor is mounted. */
function useObjectUrls(): (bytes: Blob | undefined) => string | undefined {
  const objectUrls = useRef(new Map<Blob, string>());
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const urls = objectUrls.current;
    rerender();
    return () => {
      for (const address of urls.values()) URL.revokeObjectURL(address);
      urls.clear();
    };
  }, []);
  return (bytes) => {
    if (!bytes) return undefined;
    const address = objectUrls.current.get(bytes) ?? URL.createObjectURL(bytes);
    objectUrls.current.set(bytes, address);
    return address;
  };
}
