"use client";

import { useSyncExternalStore } from "react";

const PHONE_MEDIA_QUERY = "(max-width: 47.99rem)";

function subscribeToWidth(listener: () => void): () => void {
  const mediaQuery = window.matchMedia(PHONE_MEDIA_QUERY);
  mediaQuery.addEventListener("change", listener);
  return () => mediaQuery.removeEventListener("change", listener);
}

/** Returns whether the window is as narrow as a phone. Returns null on the server, whose HTML therefore contains both layouts. */
export const useIsPhone = (): boolean | null =>
  useSyncExternalStore(
    subscribeToWidth,
    () => window.matchMedia(PHONE_MEDIA_QUERY).matches,
    () => null,
  );
