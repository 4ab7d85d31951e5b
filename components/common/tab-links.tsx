"use client";

import { clsx } from "clsx";
import { usePathname } from "next/navigation";
import { HoverLink } from "@/components/ui/hover-link";

/** The tabs of a module. Each is a page with its own address. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly { label: string; href: string }[] }) {
  const path = usePathname();
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
