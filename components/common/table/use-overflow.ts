"use client";

import { type RefObject, useEffect, useState } from "react";

/**
 * Whether the table is wider than its frame. Only then does the frame scroll sideways: a frame that scrolls would keep
 * the head from sticking to the window.
 */
export function useOverflow(frame: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const table = frame.current?.querySelector("table");
    if (!frame.current || !table) return;
    const watch = new ResizeObserver(() => {
      setOverflows(table.offsetWidth > (frame.current?.clientWidth ?? 0) + 1);
    });
    watch.observe(frame.current);
    watch.observe(table);
    return () => watch.disconnect();
  }, [frame]);
  return overflows;
}
