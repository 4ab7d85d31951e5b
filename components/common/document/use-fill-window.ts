"use client";

import { type RefObject, useEffect } from "react";

/**
 * While `on`, what is outside the element cannot be reached, and the browser's own full screen is asked for. The element
 * fills the window by its classes and dialogs stay above it, which the browser's full screen of one element would hide.
 */
export function useFillWindow(element: RefObject<HTMLElement | null>, on: boolean, onEnd: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: onEnd only reports; a new one is no reason to begin again
  useEffect(() => {
    if (!on || !element.current) return;
    const outside = othersOf(element.current);
    for (const each of outside) each.inert = true;
    // What sticks keeps what is in it below the sidebar and the top bar, however high that stands within.
    const stuck = ancestorsOf(element.current).filter((each) => getComputedStyle(each).position === "sticky");
    for (const each of stuck) each.style.position = "static";
    const { style } = document.documentElement;
    style.overflow = "hidden";
    // Phones have it for videos only; there the window is all the screen there is.
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

/** Everything beside the element and beside what it stands in, apart from dialogs and toasts. */
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
