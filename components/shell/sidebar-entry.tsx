"use client";

import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { HoverLink } from "@/components/ui/hover-link";
import { Tooltip } from "@/components/ui/tooltip";
import { useInitialListQueryString } from "@/lib/client/list-start";
import { isActiveModule, isActiveSubLink } from "@/lib/client/navigation";
import type { Module } from "@/lib/modules";
import { ModuleIcon } from "./module-icon";

const SIDEBAR_ENTRY_CLASS =
  "flex h-11 w-full items-center gap-3 rounded-md px-3.5 text-base font-semibold transition-colors hover:bg-sunken";
const ACTIVE_CLASS = "bg-primary-soft text-primary hover:bg-primary-soft";

type SidebarEntryProps = { module: Module; path: string; collapsed: boolean; onNavigate?: () => void };

/** Renders an entry of the sidebar. When collapsed, a group is a link to its first page (specification section 4). */
export function SidebarEntry({ module, path, collapsed, onNavigate }: SidebarEntryProps) {
  const active = isActiveModule(module, path);
  const ownStart = useInitialListQueryString(module.start?.list);
  const query = ownStart ? "" : (module.start?.query ?? "");
  if (module.subLinks && !collapsed)
    // Remounts the group by its key, so that opening a page of the group expands the group, and leaving the page collapses it.
    return <SidebarGroup key={String(active)} module={module} path={path} onNavigate={onNavigate} />;
  return (
    <Tooltip label={module.name} disabled={!collapsed}>
      <HoverLink
        href={module.subLinks?.[0]?.url ?? module.url + query}
        onClick={onNavigate}
        aria-current={active ? "page" : undefined}
        className={clsx(SIDEBAR_ENTRY_CLASS, active ? ACTIVE_CLASS : "text-muted hover:text-foreground")}
      >
        <ModuleIcon name={module.icon} className="size-5 shrink-0" />
        <span className={collapsed ? "sr-only" : "truncate"}>{module.name}</span>
      </HoverLink>
    </Tooltip>
  );
}

function SidebarGroup({ module, path, onNavigate }: Omit<SidebarEntryProps, "collapsed">) {
  const active = isActiveModule(module, path);
  const [open, setOpen] = useState(active);
  const listId = useId();
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setOpen(!open)}
        className={clsx(SIDEBAR_ENTRY_CLASS, active ? "text-foreground" : "text-muted hover:text-foreground")}
      >
        <ModuleIcon name={module.icon} className="size-5 shrink-0" />
        <span className="flex-1 truncate text-left">{module.name}</span>
        <ChevronDown className={clsx("size-4 transition-transform", open && "rotate-180")} aria-hidden="true" />
      </button>
      <ul id={listId} hidden={!open} className="mt-1 ml-6 space-y-0.5 border-l border-border pl-3">
        {module.subLinks?.map((link) => {
          const current = isActiveSubLink(link, path);
          return (
            <li key={link.slug}>
              <HoverLink
                href={link.url}
                onClick={onNavigate}
                aria-current={current ? "page" : undefined}
                className={clsx(
                  "flex h-9 items-center rounded-md px-3 font-medium transition-colors hover:bg-sunken",
                  current ? ACTIVE_CLASS : "text-muted hover:text-foreground",
                )}
              >
                {link.name}
              </HoverLink>
            </li>
          );
        })}
      </ul>
    </>
  );
}
