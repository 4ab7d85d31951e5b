"use client";

import { useLayoutEffect, useRef, useState } from "react";

/**
 * Returns how many items of a line fit beside the button for the rest. All items are rendered, the overflowing ones invisibly, so
 * that they can be measured.
 * @returns a ref for the line, whose last child is that button, and the number; undefined until measured
 */
export function useFittingItemCount() {
  const [fittingCount, setFittingCount] = useState<number>();
  const line = useRef<HTMLDivElement>(null);
  const measure = useRef(() => {
    if (!line.current) return;
    const { clientWidth, children } = line.current;
    const style = getComputedStyle(line.current);
    const available =
      clientWidth - (Number.parseFloat(style.paddingLeft) || 0) - (Number.parseFloat(style.paddingRight) || 0);
    const gap = Number.parseFloat(style.columnGap) || 0;
    const widths = [...children].map((child) => child.getBoundingClientRect().width);
    setFittingCount(countFittingItems(widths.slice(0, -1), widths.at(-1) ?? 0, available, gap));
  }).current;
  // Measures after each render, because the number of chosen values makes a filter's button wider.
  useLayoutEffect(measure);
  useLayoutEffect(() => {
    if (!line.current) return;
    const observer = new ResizeObserver(measure);
    observer.observe(line.current);
    // Measures again once the font has loaded, because the font changes the widths.
    void document.fonts?.ready.then(measure);
    return () => observer.disconnect();
  }, [measure]);
  return [line, fittingCount] as const;
}

/** Returns how many items of the given widths (px) fit. Unless all fit, the button (`restWidth`) needs space after them. */
export function countFittingItems(
  widths: readonly number[],
  restWidth: number,
  available: number,
  gap: number,
): number {
  const until = (count: number) => widths.slice(0, count).reduce((sum, width) => sum + width + (width && gap), 0);
  // Tolerates half a pixel, because browsers round widths.
  if (until(widths.length) - gap <= available + 0.5) return widths.length;
  let count = widths.length - 1;
  while (count > 0 && until(count) + restWidth > available + 0.5) count -= 1;
  return count;
}
