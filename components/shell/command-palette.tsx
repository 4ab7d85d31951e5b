"use client";

import { clsx } from "clsx";
import {
  BellRing,
  CircleUser,
  Inbox,
  Keyboard,
  LogOut,
  type LucideIcon,
  MonitorSmartphone,
  PanelLeft,
  Search,
} from "lucide-react";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import type { Theme } from "@/lib/client/preferences";
import type { FeatureAccess } from "@/lib/contract/access";
import { ModuleIcon } from "./module-icon";
import { isFound, pagesFor } from "./palette-pages";
import { THEME_CHOICES } from "./theme-switch";

type Entry = { group: "Pages" | "Commands"; label: string; also?: string; icon: ReactNode; run: () => void };

type PaletteProps = {
  rights: readonly FeatureAccess[];
  /** Commands; undefined if the settings make one useless. */
  commands: {
    theme: (theme: Theme) => void;
    toggleSidebar: () => void;
    help: () => void;
    sessions: () => void;
    testPush?: () => void;
    logout: () => void;
  };
  onClose: () => void;
};

const ICON = "size-4.5 text-muted";

function pagesOf(rights: PaletteProps["rights"], open: (url: string) => void): Entry[] {
  return pagesFor(rights).map(({ label, also, url, icon }) => ({
    group: "Pages",
    label,
    also,
    icon:
      icon === "approvals" ? (
        <Inbox className={ICON} aria-hidden="true" />
      ) : icon === "account" ? (
        <CircleUser className={ICON} aria-hidden="true" />
      ) : (
        <ModuleIcon name={icon} className={ICON} />
      ),
    run: () => open(url),
  }));
}

function commandsOf({ theme, toggleSidebar, help, sessions, testPush, logout }: PaletteProps["commands"]): Entry[] {
  const command = (label: string, Icon: LucideIcon, run: () => void): Entry => ({
    group: "Commands",
    label,
    icon: <Icon className={ICON} aria-hidden="true" />,
    run,
  });
  return [
    ...THEME_CHOICES.map(({ value, label, icon }) => command(`Theme: ${label}`, icon, () => theme(value))),
    command("Expand or collapse sidebar", PanelLeft, toggleSidebar),
    command("Keyboard shortcuts", Keyboard, help),
    command("My sessions", MonitorSmartphone, sessions),
    ...(testPush ? [command("Send a test notification to my devices", BellRing, testPush)] : []),
    command("Logout", LogOut, logout),
  ];
}

/** Searches the pages and tabs that the admin may open, and commands. An entry must contain every typed word. */
export function CommandPalette({ rights, commands, onClose }: PaletteProps) {
  const router = useRouter();
  const listId = useId();
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);

  const entries = [...pagesOf(rights, router.push), ...commandsOf(commands)].filter((entry) => isFound(query, entry));
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
