"use client";

import { type RefObject, useEffect } from "react";

/**
 * While `on`, makes everything outside the element inert and requests the browser's full screen. The element fills the window by
 * its CSS classes, so that dialogs stay above it. Full screen of one element would hide them.
 */
export function useFillWindow(element: RefObject<HTMLElement | null>, on: boolean, onEnd: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: onEnd only reports; a new one is no reason to begin again
  useEffect(() => {
    if (!on || !element.current) return;
    const outside = othersOf(element.current);
    for (const each of outside) each.inert = true;
    // A sticky ancestor keeps its content below sidebar and top bar whatever the z-index, so it becomes static.
    const stuck = ancestorsOf(element.current).filter((each) => getComputedStyle(each).position === "sticky");
    for (const each of stuck) each.style.position = "static";
    const { style } = document.documentElement;
    style.overflow = "hidden";
    // Phones support it only for videos; there the element fills the window.
    document.documentElement.requestFullscreen?.().catch(() => {});
    const onChange = () => !document.fullscreenElement && onEnd();
    document.addEventListener("fullscreenchange", onChange);
    return () => {
      document.removeEventListener("fullscreenchange", onChange);
      for (const each of outside) each.inert = false;
      for (const each of stuck) each.style.position = "";
      style.overflow = "";
      if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
    };
  }, [on, element]);
}

function ancestorsOf(element: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let at: HTMLElement | null = element; at && at !== document.body; at = at.parentElement) found.push(at);
  return found;
}

/** Lists the siblings of the element and of its ancestors, except dialogs and toasts. */
function othersOf(element: HTMLElement): HTMLElement[] {
  const others: HTMLElement[] = [];
  for (const at of ancestorsOf(element))
    for (const beside of at.parentElement?.children ?? [])
      if (
        beside !== at &&
        beside instanceof HTMLElement &&
        !beside.inert &&
        !beside.matches("#modalRoot, [data-toaster], script, style")
      )
        others.push(beside);
  return others;
}
