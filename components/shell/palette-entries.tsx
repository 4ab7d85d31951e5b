import {
  BellRing,
  CircleUser,
  Inbox,
  Keyboard,
  LogOut,
  type LucideIcon,
  MonitorSmartphone,
  PanelLeft,
} from "lucide-react";
import type { ReactNode } from "react";
import type { Theme } from "@/lib/client/preferences";
import type { FeatureAccess } from "@/lib/contract/access";
import { ModuleIcon } from "./module-icon";
import { permittedPalettePages } from "./palette-pages";
import { THEME_CHOICES } from "./theme-switch";

/** A page or command in the command palette. `synonyms`: other words that find the page or command in a search. */
export type PaletteEntry = { label: string; synonyms?: string; icon: ReactNode; run: () => void };

/** Commands of the palette. `testPush` is undefined if push is not configured. */
export type PaletteCommands = {
  theme: (theme: Theme) => void;
  toggleSidebar: () => void;
  help: () => void;
  sessions: () => void;
  testPush?: () => void;
  logout: () => void;
};

/** CSS classes of icons in the command palette. */
export const PALETTE_ICON_CLASS = "size-4.5 shrink-0 text-muted";

/** Returns an entry of the command palette for each page that these rights permit. */
export function palettePageEntries(rights: readonly FeatureAccess[], open: (url: string) => void): PaletteEntry[] {
  return permittedPalettePages(rights).map(({ label, synonyms, url, icon }) => ({
    label,
    synonyms,
    icon:
      icon === "approvals" ? (
        <Inbox className={PALETTE_ICON_CLASS} aria-hidden="true" />
      ) : icon === "account" ? (
        <CircleUser className={PALETTE_ICON_CLASS} aria-hidden="true" />
      ) : (
        <ModuleIcon name={icon} className={PALETTE_ICON_CLASS} />
      ),
    run: () => open(url),
  }));
}

/** Returns an entry of the command palette for each command. */
export function paletteCommandEntries({
  theme,
  toggleSidebar,
  help,
  sessions,
  testPush,
  logout,
}: PaletteCommands): PaletteEntry[] {
  const command = (label: string, Icon: LucideIcon, run: () => void): PaletteEntry => ({
    label,
    icon: <Icon className={PALETTE_ICON_CLASS} aria-hidden="true" />,
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
