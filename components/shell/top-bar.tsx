"use client";

import { LogOut, Menu } from "lucide-react";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import type { Theme } from "@/lib/client/preferences";
import { ApprovalsLink } from "./approvals-link";
import { LogoMark } from "./logo";
import { NoticesBell } from "./notices-bell";
import { CommandPaletteButton } from "./search-box";
import { ThemeSwitch } from "./theme-switch";

type TopBarProps = {
  admin: { first_name: string; last_name: string };
  theme: Theme;
  onTheme: (theme: Theme) => void;
  onMenu: () => void;
  onSearch: () => void;
  onSearchNear: () => void;
  onSessions: () => void;
  onSessionsNear: () => void;
  onLogout: () => void;
};

/** Renders the top bar, 5.25rem high (specification section 9). */
export function TopBar({
  admin,
  theme,
  onTheme,
  onMenu,
  onSearch,
  onSearchNear: onSearchPreload,
  onSessions,
  onSessionsNear: onSessionsPreload,
  onLogout,
}: TopBarProps) {
  const name = `${admin.first_name} ${admin.last_name}`;
  return (
    <header className="print:hidden sticky top-0 z-20 flex h-21 items-center gap-3 max-[22rem]:gap-1.5 border-b border-border bg-surface px-4 md:gap-5 md:px-8">
      <Button
        variant="ghost"
        size="icon"
        aria-label="Open menu"
        aria-haspopup="dialog"
        onClick={onMenu}
        className="md:hidden"
      >
        <Menu aria-hidden="true" className="size-5!" />
      </Button>
      <LogoMark className="size-8 max-[26rem]:hidden sm:hidden" />
      <CommandPaletteButton onOpen={onSearch} onNear={onSearchPreload} />
      <div className="flex flex-1 items-center justify-end gap-2 max-[22rem]:gap-0 md:gap-4">
        <ApprovalsLink />
        <NoticesBell />
        <ThemeSwitch theme={theme} onChange={onTheme} />
        <button
          type="button"
          aria-haspopup="dialog"
          title="My sessions"
          onClick={onSessions}
          onPointerEnter={onSessionsPreload}
          onFocus={onSessionsPreload}
          className="flex min-w-0 items-center gap-3 rounded-lg p-1 text-left transition-colors hover:bg-sunken sm:pr-2.5"
        >
          <Avatar name={name} className="size-9 text-xs" />
          <span className="min-w-0 leading-tight max-sm:sr-only">
            <span className="block max-w-48 truncate font-bold">{name}</span>
            <span className="block text-xs font-medium text-muted">Admin</span>
          </span>
          <span className="sr-only">: my sessions</span>
        </button>
        <Button onClick={onLogout} aria-label="Logout" className="max-lg:size-9 max-lg:px-0">
          <LogOut aria-hidden="true" />
          <span className="max-lg:hidden">Logout</span>
        </Button>
      </div>
    </header>
  );
}
