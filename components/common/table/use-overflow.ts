"use client";

import { useCallback, useState } from "react";

/**
 * Whether the table is wider than its frame. Only then does the frame scroll sideways: a frame that scrolls would keep
 * the head from sticking to the window.
 * @returns a ref for the frame, and the answer.
 */
export function useOverflow() {
  const [overflows, setOverflows] = useState(false);
  const frame = useCallback((element: HTMLElement | null) => {
    const table = element?.querySelector("table");
    if (!element || !table) return;
    const watch = new ResizeObserver(() => setOverflows(table.offsetWidth > element.clientWidth + 1));
    watch.observe(element);
    watch.observe(table);
    return () => watch.disconnect();
  }, []);
  return [frame, overflows] as const;
}
