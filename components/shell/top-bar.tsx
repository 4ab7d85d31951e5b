"use client";

import { LogOut, Menu } from "lucide-react";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import type { Theme } from "@/lib/client/preferences";
import { InboxLink } from "./inbox-link";
import { LogoMark } from "./logo";
import { SearchBox } from "./search-box";
import { ThemeSwitch } from "./theme-switch";

type TopBarProps = {
  admin: { first_name: string; last_name: string };
  theme: Theme;
  onTheme: (theme: Theme) => void;
  onMenu: () => void;
  onSearch: () => void;
  onSearchNear: () => void;
  onLogout: () => void;
};

/** 5.25rem high (specification section 9). */
export function TopBar({ admin, theme, onTheme, onMenu, onSearch, onSearchNear, onLogout }: TopBarProps) {
  const name = `${admin.first_name} ${admin.last_name}`;
  return (
    <header className="sticky top-0 z-20 flex h-21 items-center gap-3 border-b border-border bg-surface px-4 md:gap-5 md:px-8">
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
      <LogoMark className="size-8 sm:hidden" />
      <SearchBox onOpen={onSearch} onNear={onSearchNear} />
      <div className="flex flex-1 items-center justify-end gap-2 md:gap-4">
        <InboxLink />
        <ThemeSwitch theme={theme} onChange={onTheme} />
        <div className="flex min-w-0 items-center gap-3">
          <Avatar name={name} className="size-9 text-xs max-sm:hidden" />
          <div className="min-w-0 leading-tight max-sm:sr-only">
            <p className="max-w-48 truncate font-bold">{name}</p>
            <p className="text-xs font-medium text-muted">Admin</p>
          </div>
        </div>
        <Button onClick={onLogout} aria-label="Logout" className="max-lg:size-9 max-lg:px-0">
          <LogOut aria-hidden="true" />
          <span className="max-lg:hidden">Logout</span>
        </Button>
      </div>
    </header>
  );
}
