"use client";

import { Command } from "cmdk";
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
import { type ReactNode, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import type { Theme } from "@/lib/client/preferences";
import { AnnounceSelectedOption } from "@/lib/client/workarounds/announce-selected-option";
import type { FeatureAccess } from "@/lib/contract/access";
import { ModuleIcon } from "./module-icon";
import { isFound, pagesFor } from "./palette-pages";
import { THEME_CHOICES } from "./theme-switch";

type Entry = { label: string; also?: string; icon: ReactNode; run: () => void };

type PaletteProps = {
  rights: readonly FeatureAccess[];
  /** Commands that can be searched; undefined for one that the settings disable. */
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
  const [query, setQuery] = useState("");

  const groups = Object.entries({ Pages: pagesOf(rights, router.push), Commands: commandsOf(commands) })
    .map(([heading, entries]) => ({ heading, entries: entries.filter((entry) => isFound(query, entry)) }))
    .filter(({ entries }) => entries.length > 0);

  return (
    <Dialog open onOpenChange={onClose} title="Search anything" titleHidden size="md" place="top">
      <Command label="Search anything..." shouldFilter={false} loop vimBindings={false}>
        <div className="flex items-center gap-3 border-b border-border px-4">
          <Search className={ICON} aria-hidden="true" />
          <Command.Input
            placeholder="Search anything..."
            onValueChange={setQuery}
            className="h-13 min-w-0 flex-1 bg-transparent text-lg outline-none"
          />
        </div>
        {groups.length === 0 && (
          <p role="status" className="px-4 py-8 text-center text-muted">
            Nothing matches “{query.trim()}”.
          </p>
        )}
        <Command.List label="Results" className="max-h-104 overflow-y-auto p-2">
          {groups.map(({ heading, entries }) => (
            <Command.Group
              key={heading}
              heading={<p className="px-2.5 pt-2 pb-1 text-xs font-bold text-muted">{heading}</p>}
            >
              {entries.map((entry) => (
                <Command.Item
                  key={entry.label}
                  value={entry.label}
                  onSelect={() => {
                    onClose();
                    entry.run();
                  }}
                  className="flex h-10 cursor-pointer items-center gap-3 rounded-md px-2.5 font-medium aria-selected:bg-sunken"
                >
                  {entry.icon}
                  {entry.label}
                </Command.Item>
              ))}
            </Command.Group>
          ))}
        </Command.List>
        <AnnounceSelectedOption />
      </Command>
    </Dialog>
  );
}
