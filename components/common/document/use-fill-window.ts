"use client";

import { type RefObject, useEffect } from "react";

/**
 * While `isActive`, makes everything outside the element inert and requests full screen for the whole page; CSS classes make the element
 * fill the page. Full screen of the element alone would hide dialogs.
 */
export function useFullScreenElement(
  element: RefObject<HTMLElement | null>,
  isActive: boolean,
  onEnd: () => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new onEnd callback must not restart full screen
  useEffect(() => {
    if (!isActive || !element.current) return;
    const outsideElements = elementsOutside(element.current);
    for (const each of outsideElements) each.inert = true;
    // Makes sticky ancestors static, because they would place the element below sidebar and top bar.
    const stickyAncestors = ancestorsOf(element.current).filter((each) => getComputedStyle(each).position === "sticky");
    for (const each of stickyAncestors) each.style.position = "static";
    const { style } = document.documentElement;
    style.overflow = "hidden";
    // Phones support full screen only for videos. On them, the element only fills the window.
    document.documentElement.requestFullscreen?.().catch(() => {});
    const onChange = () => !document.fullscreenElement && onEnd();
    document.addEventListener("fullscreenchange", onChange);
    return () => {
      document.removeEventListener("fullscreenchange", onChange);
      for (const each of outsideElements) each.inert = false;
      for (const each of stickyAncestors) each.style.position = "";
      style.overflow = "";
      if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
    };
  }, [isActive, element]);
}

function ancestorsOf(element: HTMLElement): HTMLElement[] {
  const ancestors: HTMLElement[] = [];
  for (let at: HTMLElement | null = element; at && at !== document.body; at = at.parentElement) ancestors.push(at);
  return ancestors;
}

/** Lists the siblings of the element and of its ancestors, except dialogs and toasts. */
function elementsOutside(element: HTMLElement): HTMLElement[] {
  const others: HTMLElement[] = [];
  for (const current of ancestorsOf(element))
    for (const sibling of current.parentElement?.children ?? [])
      if (
        sibling !== current &&
        sibling instanceof HTMLElement &&
        !sibling.inert &&
        !sibling.matches("#modalRoot, [data-toaster], script, style")
      )
        others.push(sibling);
  return others;
}
