"use client";

import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";

/** Progress bar, or nothing if its code fails to load, because an error in this component would replace every page. */
const TopLoader = lazy<ComponentType>(() =>
  import("./top-loader").then(
    (module) => ({ default: module.TopLoader }),
    () => ({ default: () => null }),
  ),
);

/** Events that show that the user has started to use the page. */
const FIRST_EVENTS = ["pointermove", "pointerdown", "keydown"];

/**
 * Shows a progress bar during navigation (specification section 2). The bar's code loads when the user first moves the
 * pointer, clicks or presses a key.
 */
export function RouteProgress() {
  const [isUsed, setIsUsed] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    const options = { once: true, passive: true, signal: controller.signal };
    for (const type of FIRST_EVENTS) window.addEventListener(type, () => setIsUsed(true), options);
    return () => controller.abort();
  }, []);
  if (!isUsed) return null;
  return (
    <Suspense>
      <TopLoader />
    </Suspense>
  );
}
