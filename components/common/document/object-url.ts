"use client";

import { useEffect, useReducer } from "react";

type SharedUrl = { url: string; holders: number };

/** Object URLs by blob, shared by all components that show the blob. */
const sharedUrls = new Map<Blob, SharedUrl>();
/** Delay in ms before an object URL is revoked, so that the next component with the same blob can reuse it. */
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

/** Returns an object URL of the blob while the component is mounted. After a change of the blob, never returns the old URL. */
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
