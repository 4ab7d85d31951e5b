"use client";

import { useLayoutEffect, useRef, useState } from "react";

/**
 * How many of a line's items stand in it beside the button that has the rest. All are laid out, those beyond the line
 * invisibly, so that their widths are known.
 * @returns a ref for the line, whose last child is that button, and the number; undefined until it has been measured.
 */
export function useFitting() {
  const [fitting, setFitting] = useState<number>();
  const line = useRef<HTMLDivElement>(null);
  const measure = useRef(() => {
    if (!line.current) return;
    const { clientWidth, children } = line.current;
    const style = getComputedStyle(line.current);
    const space =
      clientWidth - (Number.parseFloat(style.paddingLeft) || 0) - (Number.parseFloat(style.paddingRight) || 0);
    const gap = Number.parseFloat(style.columnGap) || 0;
    const widths = [...children].map((child) => child.getBoundingClientRect().width);
    setFitting(countFitting(widths.slice(0, -1), widths.at(-1) ?? 0, space, gap));
  }).current;
  // After each render: what a filter is set to is on its button, and makes it wider.
  useLayoutEffect(measure);
  useLayoutEffect(() => {
    if (!line.current) return;
    const watch = new ResizeObserver(measure);
    watch.observe(line.current);
    // The font comes later than the page.
    void document.fonts?.ready.then(measure);
    return () => watch.disconnect();
  }, [measure]);
  return [line, fitting] as const;
}

/** How many of these widths have room, with that of `rest` behind them unless it is all of them. */
export function countFitting(widths: readonly number[], rest: number, space: number, gap: number): number {
  const until = (count: number) => widths.slice(0, count).reduce((sum, width) => sum + width + (width && gap), 0);
  // Half a pixel for what browsers round.
  if (until(widths.length) - gap <= space + 0.5) return widths.length;
  let count = widths.length - 1;
  while (count > 0 && until(count) + rest > space + 0.5) count -= 1;
  return count;
}
