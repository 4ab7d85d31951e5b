"use client";

import { clsx } from "clsx";
import { PanelLeftClose, PanelLeftOpen } from "lucide-react";
import { usePathname } from "next/navigation";
import { Tooltip } from "@/components/ui/tooltip";
import type { SidebarMode } from "@/lib/client/preferences";
import type { Module } from "@/lib/modules";
import { Logo } from "./logo";
import { SidebarEntry } from "./sidebar-entry";

/** Renders the menu entries, in the sidebar and in the drawer on a phone. */
export function SidebarNav(props: { modules: readonly Module[]; collapsed: boolean; onNavigate?: () => void }) {
  const { modules, collapsed, onNavigate } = props;
  const path = usePathname();
  return (
    <nav aria-label="Main" className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto px-3.5 py-4">
      <ul className="space-y-1">
        {modules.map((module) => (
          <li key={module.slug}>
            <SidebarEntry module={module} path={path} collapsed={collapsed} onNavigate={onNavigate} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

type SidebarProps = { modules: readonly Module[]; mode: SidebarMode; onToggle: () => void };

/** Renders the sidebar: 18rem expanded, 5rem collapsed (specification section 9). Hidden on a phone, which has the drawer. */
export function Sidebar({ modules, mode, onToggle }: SidebarProps) {
  const collapsed = mode === "collapsed";
  const label = collapsed ? "Expand sidebar" : "Collapse sidebar";
  const Icon = collapsed ? PanelLeftOpen : PanelLeftClose;
  return (
    <aside
      data-mode={mode}
      className={clsx(
        "sticky top-0 z-30 flex h-dvh shrink-0 flex-col border-r border-border bg-surface max-md:hidden",
        collapsed ? "w-20" : "w-72",
      )}
    >
      <div className="flex h-21 shrink-0 items-center px-5.5">
        <Logo compact={collapsed} />
      </div>
      <SidebarNav modules={modules} collapsed={collapsed} />
      <div className="border-t border-border p-3.5">
        <Tooltip label={label} disabled={!collapsed}>
          <button
            type="button"
            aria-label={label}
            onClick={onToggle}
            className="flex h-10 w-full items-center gap-3 rounded-md px-4 text-sm font-semibold text-muted transition-colors hover:bg-sunken hover:text-foreground"
          >
            <Icon className="size-5 shrink-0" aria-hidden="true" />
            {!collapsed && <span>Collapse</span>}
          </button>
        </Tooltip>
      </div>
    </aside>
  );
}
