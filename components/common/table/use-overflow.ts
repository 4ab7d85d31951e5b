"use client";

import { useCallback, useState } from "react";

/**
 * Measures whether the table is wider than its frame. Only then may the frame scroll horizontally: inside a scrolling frame the
 * header can't stick to the window.
 * @returns a ref for the frame, and the result
 */
export function useTableOverflow() {
  const [overflows, setOverflows] = useState(false);
  const frame = useCallback((element: HTMLElement | null) => {
    const table = element?.querySelector("table");
    if (!element || !table) return;
    const observer = new ResizeObserver(() => setOverflows(table.offsetWidth > element.clientWidth + 1));
    observer.observe(element);
    observer.observe(table);
    return () => observer.disconnect();
  }, []);
  return [frame, overflows] as const;
}
