"use client";

import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from "react";

/** Delay in ms before the tooltip appears (specification section 9). */
const TOOLTIP_DELAY_MS = 300;

/**
 * Shows the name of its child in a tooltip at the child's right. Hidden from screen readers, because the child has the same
 * accessible name. Positioned relative to the window, so that a scrolling parent does not clip it.
 */
export function Tooltip({
  label,
  disabled = false,
  children,
}: {
  label: string;
  disabled?: boolean;
  children: ReactNode;
}) {
  const [position, setPosition] = useState<{ left: number; top: number } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const hide = () => {
    clearTimeout(timer.current);
    setPosition(null);
  };
  const show = ({ currentTarget }: SyntheticEvent<HTMLElement>) => {
    clearTimeout(timer.current);
    if (disabled) return;
    timer.current = setTimeout(() => {
      const targetBox = currentTarget.getBoundingClientRect();
      setPosition({ left: targetBox.right, top: targetBox.top + targetBox.height / 2 });
    }, TOOLTIP_DELAY_MS);
  };

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!position) return;
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && setPosition(null);
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [position]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only observes its child, which is the interactive element
    <span
      className="block"
      onPointerEnter={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
      onPointerDown={hide}
    >
      {children}
      {position && !disabled && (
        <span aria-hidden="true" style={position} className="fixed z-40 -translate-y-1/2 animate-appear pl-2">
          <span className="block rounded-md bg-foreground px-2.5 py-1.5 text-xs font-semibold whitespace-nowrap text-background">
            {label}
          </span>
        </span>
      )}
    </span>
  );
}
