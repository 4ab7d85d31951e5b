"use client";

import { clsx } from "clsx";
import { BellRing, Keyboard, LogOut, PanelLeft, Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import type { Theme } from "@/lib/client/preferences";
import type { Module } from "@/lib/modules";
import { ModuleIcon } from "./module-icon";
import { THEME_CHOICES } from "./theme-switch";

type Entry = { group: "Pages" | "Commands"; label: string; icon: ReactNode; run: () => void };

type PaletteProps = {
  modules: readonly Module[];
  commands: {
    theme: (theme: Theme) => void;
    toggleSidebar: () => void;
    help: () => void;
    testPush: () => void;
    logout: () => void;
  };
  onClose: () => void;
};

const ICON = "size-4.5 text-muted";

function pagesOf(modules: readonly Module[], open: (url: string) => void): Entry[] {
  return modules.flatMap((module) => {
    const icon = <ModuleIcon name={module.icon} className={ICON} />;
    const links = module.subLinks?.map((link) => ({ ...link, name: `${module.name}: ${link.name}` })) ?? [module];
    return links.map(({ name, url }) => ({ group: "Pages" as const, label: name, icon, run: () => open(url) }));
  });
}

function commandsOf({ theme, toggleSidebar, help, testPush, logout }: PaletteProps["commands"]): Entry[] {
  const command = (label: string, icon: ReactNode, run: () => void): Entry => ({ group: "Commands", label, icon, run });
  return [
    ...THEME_CHOICES.map(({ value, label, icon: Icon }) =>
      command(`Theme: ${label}`, <Icon className={ICON} aria-hidden="true" />, () => theme(value)),
    ),
    command("Expand or collapse sidebar", <PanelLeft className={ICON} aria-hidden="true" />, toggleSidebar),
    command("Keyboard shortcuts", <Keyboard className={ICON} aria-hidden="true" />, help),
    command("Send a test notification to my devices", <BellRing className={ICON} aria-hidden="true" />, testPush),
    command("Logout", <LogOut className={ICON} aria-hidden="true" />, logout),
  ];
}

/** Finds the pages that the admin may open and the commands. Every word typed has to occur. */
export function CommandPalette({ modules, commands, onClose }: PaletteProps) {
  const router = useRouter();
  const listId = useId();
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);

  const words = query.toLowerCase().split(/\s+/);
  const entries = [...pagesOf(modules, router.push), ...commandsOf(commands)].filter(({ label }) =>
    words.every((word) => label.toLowerCase().includes(word)),
  );
  const run = (entry: Entry | undefined) => {
    if (!entry) return;
    onClose();
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setAt((at + step + entries.length) % Math.max(entries.length, 1));
    else if (event.key === "Enter") run(entries[at]);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog open onOpenChange={onClose} title="Search anything" titleHidden size="md" place="top">
      <div className="flex items-center gap-3 border-b border-border px-4">
        <Search className={ICON} aria-hidden="true" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={entries[at] && `${listId}-${at}`}
          aria-autocomplete="list"
          aria-label="Search anything..."
          placeholder="Search anything..."
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
          className="h-13 min-w-0 flex-1 bg-transparent text-lg outline-none"
        />
      </div>
      {entries.length === 0 && (
        <p role="status" className="px-4 py-8 text-center text-muted">
          Nothing matches “{query.trim()}”.
        </p>
      )}
      <div id={listId} role="listbox" aria-label="Results" className="max-h-104 overflow-y-auto p-2">
        {entries.map((entry, index) => (
          <div key={entry.label}>
            {entries[index - 1]?.group !== entry.group && (
              <p aria-hidden="true" className="px-2.5 pt-2 pb-1 text-xs font-bold text-muted">
                {entry.group}
              </p>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: keys and focus stay in the combobox */}
            <div
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === at}
              ref={(element) => {
                if (index === at) element?.scrollIntoView({ block: "nearest" });
              }}
              onPointerMove={() => setAt(index)}
              onClick={() => run(entry)}
              className={clsx(
                "flex h-10 cursor-pointer items-center gap-3 rounded-md px-2.5 font-medium",
                index === at && "bg-sunken",
              )}
            >
              {entry.icon}
              {entry.label}
            </div>
          </div>
        ))}
      </div>
    </Dialog>
  );
}
