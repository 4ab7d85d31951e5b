"use client";

import { type RefObject, useEffect, useRef } from "react";

/**
 * Keeps the scroll position when the rows of another page, filter or order replace the old rows. Browsers use a visible row as
 * scroll anchor. If that row moves within the list, the page scrolls with it, and a press on the pager does not become a
 * click. At other times rows stay anchors, for example when the bar of the selection appears above them.
 * @param isReplacing true while the rows on screen are those of the previous page, filter or order
 * @returns ref of the rows' parent
 */
export function useStableScrollPosition<T extends HTMLElement>(isReplacing: boolean): RefObject<T | null> {
  const parent = useRef<T>(null);
  const replacements = useRef(0);
  useEffect(() => {
    const element = parent.current;
    if (!isReplacing || !element) return;
    const own = ++replacements.current;
    element.style.overflowAnchor = "none";
    const restore = () => {
      if (replacements.current === own) element.style.removeProperty("overflow-anchor");
    };
    return () => {
      // Waits for two animation frames, because the new rows are laid out between them.
      requestAnimationFrame(() => requestAnimationFrame(restore));
    };
  }, [isReplacing]);
  return parent;
}
