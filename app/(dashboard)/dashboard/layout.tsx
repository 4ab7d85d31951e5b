import { dehydrate } from "@tanstack/react-query";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { DashboardShell } from "@/components/shell/dashboard-shell";
import { HydrateQueryCache } from "@/components/shell/hydrated";
import { fetchAccessRightsOnce } from "@/components/shell/prefetch-queries";
import { RenderOrStream } from "@/components/shell/render-or-stream";
import { SessionEndedRedirect } from "@/components/shell/session-ended";
import { ShellSkeleton } from "@/components/shell/shell-skeleton";
import { ListSettingsProvider } from "@/components/views/list-settings";
import { fetchSavedViewsOnce } from "@/components/views/read-list-state";
import { isApiErrorWithStatus } from "@/lib/client/api-error";
import { parseSidebarMode, parseTheme, SIDEBAR_COOKIE, THEME_COOKIE } from "@/lib/client/preferences";
import { makeQueryClient } from "@/lib/client/query-client";
import { waitingApprovalCountQuery } from "@/lib/queries/approvals-waiting";
import { meQuery } from "@/lib/queries/auth";
import { unreadNoticeCountQuery } from "@/lib/queries/notices-unread";
import { fetchPushConfig } from "@/lib/queries/push";
import { accessQuery } from "@/lib/queries/rp";
import { savedViewsQuery } from "@/lib/queries/saved-views";

/** Validates the session on the server. The middleware checks only that a session cookie exists. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const cookieStore = await cookies();
  const sidebarMode = parseSidebarMode(cookieStore.get(SIDEBAR_COOKIE)?.value);
  const theme = parseTheme(cookieStore.get(THEME_COOKIE)?.value);
  return <RenderOrStream content={renderShell()} fallback={<ShellSkeleton sidebarMode={sidebarMode} />} />;

  async function renderShell() {
    const client = makeQueryClient();
    const push = fetchPushConfig();
    try {
      await Promise.all([
        client.fetchQuery(meQuery()),
        client.fetchQuery({ ...accessQuery(), queryFn: () => fetchAccessRightsOnce() }),
        client.prefetchQuery(waitingApprovalCountQuery()),
        client.prefetchQuery(unreadNoticeCountQuery()),
        client.prefetchQuery({ ...savedViewsQuery(), queryFn: () => fetchSavedViewsOnce() }),
      ]);
    } catch (error) {
      if (isApiErrorWithStatus(error, 401)) return <SessionEndedRedirect why={error.ended} />;
      throw error;
    }
    return (
      <HydrateQueryCache state={dehydrate(client)}>
        <ListSettingsProvider>
          <DashboardShell sidebarMode={sidebarMode} theme={theme} push={await push}>
            {children}
          </DashboardShell>
        </ListSettingsProvider>
      </HydrateQueryCache>
    );
  }
}
