"use client";

import { clsx } from "clsx";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { HoverLink } from "@/components/ui/hover-link";

type TabLinksProps = {
  label: string;
  tabs: readonly { label: string; href: string }[];
  /** URL of the open tab, if it differs from the current path. */
  current?: string;
};

/** Renders the tabs of a module or a record. Each tab has its own URL. */
export function TabLinks({ label, tabs, current }: TabLinksProps) {
  const pathname = usePathname();
  const path = current ?? pathname;
  const nav = useRef<HTMLElement>(null);
  // Scrolls the open tab into view on a phone. Scrolls only horizontally, so that the page does not move.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the path changes
  useEffect(() => {
    const open = nav.current?.querySelector<HTMLElement>("[aria-current]");
    if (nav.current && open)
      nav.current.scrollLeft = open.offsetLeft - (nav.current.clientWidth - open.offsetWidth) / 2;
  }, [path]);
  return (
    <nav
      ref={nav}
      aria-label={label}
      className="relative mb-5 overflow-x-auto overflow-y-hidden border-b border-border px-1"
    >
      <ul className="flex gap-6">
        {tabs.map((tab) => (
          <li key={tab.href}>
            <HoverLink
              href={tab.href}
              aria-current={path === tab.href ? "page" : undefined}
              className={clsx(
                "-mb-px flex h-11 items-center border-b-2 font-semibold whitespace-nowrap transition-colors -outline-offset-2",
                path === tab.href
                  ? "border-primary text-foreground"
                  : "border-transparent text-muted hover:text-foreground",
              )}
            >
              {tab.label}
            </HoverLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
