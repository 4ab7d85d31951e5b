"use client";

import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from "react";

/** Specification section 9. */
const DELAY = 300;

/**
 * Shows to the right of its child what the child is called. The child carries that name for screen readers itself, so
 * this is for the eye only. Fixed to the window: a scrolling parent does not cut it off.
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
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const hide = () => {
    clearTimeout(timer.current);
    setPlace(null);
  };
  const show = ({ currentTarget }: SyntheticEvent<HTMLElement>) => {
    clearTimeout(timer.current);
    if (disabled) return;
    timer.current = setTimeout(() => {
      const box = currentTarget.getBoundingClientRect();
      setPlace({ left: box.right, top: box.top + box.height / 2 });
    }, DELAY);
  };

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!place) return;
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && setPlace(null);
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [place]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: watches its child, which is what people use
    <span
      className="block"
      onPointerEnter={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
      onPointerDown={hide}
    >
      {children}
      {place && !disabled && (
        <span aria-hidden="true" style={place} className="fixed z-40 -translate-y-1/2 animate-appear pl-2">
          <span className="block rounded-md bg-foreground px-2.5 py-1.5 text-xs font-semibold whitespace-nowrap text-background">
            {label}
          </span>
        </span>
      )}
    </span>
  );
}
