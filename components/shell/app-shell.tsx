"use client";

import { useMutation } from "@tanstack/react-query";
import { usePathname, useSearchParams } from "next/navigation";
import { type ReactNode, Suspense, useState } from "react";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { permittedModules } from "@/lib/client/navigation";
import { notifyClickedLinkNavigation } from "@/lib/client/navigation-start";
import { SIDEBAR_COOKIE, type SidebarMode, setPreference, THEME_COOKIE, type Theme } from "@/lib/client/preferences";
import { useShortcuts } from "@/lib/client/shortcuts";
import type { FeatureAccess } from "@/lib/contract/access";
import { sendTestPushMutation } from "@/lib/queries/push";
import { LinkPrefetch } from "./link-prefetch";
import { PageArea } from "./page-area";
import { PrintHeader } from "./print-header";
import { Sidebar } from "./sidebar";
import { TopBar } from "./top-bar";

const CommandPalette = lazyWithPreload(() => import("./command-palette"), "CommandPalette");
const KeyboardHelp = lazyWithPreload(() => import("./keyboard-help"), "KeyboardHelp");
const MySessionsDialog = lazyWithPreload(() => import("./my-sessions"), "MySessionsDialog");
const NavDrawer = lazyWithPreload(() => import("./nav-drawer"), "NavDrawer");

type AppShellProps = {
  admin: { first_name: string; last_name: string; email: string };
  rights: readonly FeatureAccess[];
  sidebarMode: SidebarMode;
  theme: Theme;
  /** True if the server can send push notifications. */
  hasPush: boolean;
  onLogout: () => void;
  children: ReactNode;
};

/** Renders sidebar, top bar and page of the dashboard. Cookies store sidebar mode and theme, so that the server renders them. */
export function AppShell({
  admin,
  rights,
  sidebarMode,
  theme: initialTheme,
  hasPush,
  onLogout,
  children,
}: AppShellProps) {
  const modules = permittedModules(rights);
  const path = usePathname();
  const [mode, setMode] = useState(sidebarMode);
  const [theme, setTheme] = useState(initialTheme);
  const [openPanel, setOpenPanel] = useState<"palette" | "help" | "sessions" | { menuAt: string } | null>(null);
  const wordsInUrl = useSearchParams().get("find");
  const panel = openPanel ?? (wordsInUrl === null ? null : "palette");
  const close = () => {
    setOpenPanel(null);
    if (wordsInUrl !== null) removeFromUrl("find");
  };

  const testPush = useMutation(sendTestPushMutation());
  const toggleSidebar = () => {
    const newMode = mode === "collapsed" ? "expanded" : "collapsed";
    setMode(newMode);
    setPreference(SIDEBAR_COOKIE, newMode);
  };
  const changeTheme = (newMode: Theme) => {
    setTheme(newMode);
    setPreference(THEME_COOKIE, newMode);
    document.documentElement.dataset.theme = newMode;
  };

  useShortcuts("Everywhere", [
    { key: "k", withCtrlOrCmd: true, label: "Search and commands", run: () => setOpenPanel("palette") },
    { key: "?", label: "This help", run: () => setOpenPanel("help") },
  ]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: only observes clicks on links
    <div className="flex min-h-dvh" onClick={notifyClickedLinkNavigation}>
      <a
        href="#content"
        className="fixed top-3 left-3 z-50 -translate-y-20 rounded-md bg-primary px-4 py-2 font-semibold text-on-primary focus:translate-y-0 print:hidden"
      >
        Skip to content
      </a>
      <Sidebar modules={modules} mode={mode} onToggle={toggleSidebar} />
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar
          admin={admin}
          theme={theme}
          onTheme={changeTheme}
          onMenu={() => setOpenPanel({ menuAt: path })}
          onSearch={() => setOpenPanel("palette")}
          onSearchNear={CommandPalette.preload}
          onSessions={() => setOpenPanel("sessions")}
          onSessionsNear={MySessionsDialog.preload}
          onLogout={onLogout}
        />
        <PrintHeader admin={admin} />
        <PageArea>{children}</PageArea>
      </div>
      <LinkPrefetch />
      <Suspense>
        {panel === "palette" && (
          <CommandPalette
            rights={rights}
            commands={{
              theme: changeTheme,
              toggleSidebar,
              help: () => setOpenPanel("help"),
              sessions: () => setOpenPanel("sessions"),
              testPush: hasPush ? () => testPush.mutate() : undefined,
              logout: onLogout,
            }}
            initialQuery={wordsInUrl ?? ""}
            onClose={close}
          />
        )}
        {panel === "help" && <KeyboardHelp onClose={close} />}
        {panel === "sessions" && <MySessionsDialog onClose={close} />}
        {panel !== null && typeof panel === "object" && panel.menuAt === path && (
          <NavDrawer modules={modules} onClose={close} />
        )}
      </Suspense>
    </div>
  );
}

/** Removes a URL parameter without a request: Next.js updates `useSearchParams` when the history changes. */
function removeFromUrl(name: string) {
  const url = new URL(window.location.href);
  url.searchParams.delete(name);
  window.history.replaceState(null, "", url);
}
