"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { flushListSettings } from "@/lib/client/keep-list-settings";
import type { SidebarMode, Theme } from "@/lib/client/preferences";
import { unregisterPushDevice } from "@/lib/client/push/registration";
import { logOut } from "@/lib/client/session";
import type { PushConfig } from "@/lib/contract/push";
import { logout, meQuery } from "@/lib/queries/auth";
import { accessQuery } from "@/lib/queries/rp";
import { AppShell } from "./app-shell";
import { DiscardChangesDialogHost } from "./discard-changes";
import { IdentityProofHost } from "./proof-host";
import { PushListener } from "./push-listener";
import { ShellSkeleton } from "./shell-skeleton";
import { useSharedSession } from "./use-shared-session";

type Props = {
  sidebarMode: SidebarMode;
  theme: Theme;
  /** Firebase settings for push notifications; null if push is not configured. */
  push: PushConfig | null;
  children: ReactNode;
};

/** Makes a failed query throw only if it has no data, because a failed background refetch must not replace the page. */
const hasNoData = (_: Error, query: { state: { data?: unknown } }) => query.state.data === undefined;

/** Loads the admin and their rights and renders the dashboard, with a skeleton until then (specification section 2). */
export function DashboardShell({ sidebarMode, theme, push, children }: Props) {
  const client = useQueryClient();
  const me = useQuery({ ...meQuery(), throwOnError: hasNoData });
  const access = useQuery({ ...accessQuery(), throwOnError: hasNoData });
  useSharedSession(me.data);
  if (!me.data || !access.data) return <ShellSkeleton sidebarMode={sidebarMode} />;

  // Logs out without waiting for the server (specification section 4): sends the request, then deletes the cookie.
  const endSession = () => {
    flushListSettings();
    logout().catch(() => {});
    if (push) unregisterPushDevice().catch(() => {});
    // Clears the cache only when the page unloads: components that hydrate late need the data of the server's HTML.
    window.addEventListener("pagehide", () => client.clear(), { once: true });
    logOut();
  };
  return (
    <AppShell
      admin={me.data}
      rights={access.data.features}
      sidebarMode={sidebarMode}
      theme={theme}
      hasPush={push !== null}
      onLogout={endSession}
    >
      {push && <PushListener config={push} />}
      {children}
      <DiscardChangesDialogHost />
      <IdentityProofHost />
    </AppShell>
  );
}
