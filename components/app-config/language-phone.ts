"use client";

import { useSyncExternalStore } from "react";

const QUERY = "(max-width: 47.99rem)";

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(QUERY);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}

/** Returns whether the window is as narrow as a phone. Returns null on the server, whose HTML therefore contains both layouts. */
export const useIsPhone = (): boolean | null =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(QUERY).matches,
    () => null,
  );
