"use client";

import { useEffect, useReducer } from "react";

type SharedUrl = { url: string; holders: number };

/** Object URLs of blobs, shared by all components that show the same blob. */
const sharedUrls = new Map<Blob, SharedUrl>();
/** Delays revoking an object URL, so that the next component with the same blob can reuse it. */
const REVOKE_DELAY_MS = 1_000;

function acquireUrl(blob: Blob): () => void {
  const entry = sharedUrls.get(blob) ?? { url: URL.createObjectURL(blob), holders: 0 };
  sharedUrls.set(blob, entry);
  entry.holders++;
  return () => {
    setTimeout(() => {
      if (--entry.holders > 0) return;
      sharedUrls.delete(blob);
      URL.revokeObjectURL(entry.url);
    }, REVOKE_DELAY_MS);
  };
}

/** Returns an object URL for the blob while the component is mounted; never that of a previous blob. */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!blob) return;
    const release = acquireUrl(blob);
    rerender();
    return release;
  }, [blob]);
  return blob && sharedUrls.get(blob)?.url;
}
