"use client";

import { clsx } from "clsx";
import { usePathname } from "next/navigation";
import { HoverLink } from "@/components/ui/hover-link";

type TabLinksProps = {
  label: string;
  tabs: readonly { label: string; href: string }[];
  /** The address of the open tab, where the path alone does not tell. */
  current?: string;
};

/** The tabs of a module or of a record. Each has its own address. */
export function TabLinks({ label, tabs, current }: TabLinksProps) {
  const pathname = usePathname();
  const path = current ?? pathname;
  return (
    <nav aria-label={label} className="mb-5 overflow-x-auto border-b border-border px-1">
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
