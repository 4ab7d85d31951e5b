"use client";

import { useEffect, useState } from "react";

/** Returns false until the page was painted, so that less important parts do not delay the first paint. */
export function useHasPainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    // Sets the state in a task, because the callback of an animation frame still runs before the paint.
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setPainted(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return isPainted;
}
