"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PageHeader } from "@/components/common/page-header";
import { StatusBadge } from "@/components/common/status-badge";
import { Skeleton } from "@/components/ui/skeleton";
import type { BroadcastAudience } from "@/lib/contract/app-config-broadcasts";
import { audienceCountQuery, broadcastQuery } from "@/lib/queries/broadcasts";
import { BroadcastSendingControls } from "./broadcast-controls";
import { BroadcastEditor } from "./broadcast-editor";
import { BroadcastDetails } from "./broadcast-record";
import { MissingBroadcastSettingsNotice } from "./broadcast-settings-notice";
import { BROADCAST_STATE_LABELS, BROADCASTS_URL } from "./broadcast-words";

const BREADCRUMBS = [
  { label: "App Configurations", href: "/dashboard/app-config/faq" },
  { label: "Notifications", href: BROADCASTS_URL },
];

const EVERYBODY_AUDIENCE: BroadcastAudience = { kind: "everybody" };

/** Renders one notification: the form of a draft, or the progress and results of sending. */
export function BroadcastScreen({ broadcastId }: { broadcastId: string }) {
  const { data: broadcast } = useQuery({
    ...broadcastQuery(broadcastId),
    throwOnError: (_, query) => !query.state.data,
  });
  const [isDirty, setIsDirty] = useState(false);
  if (!broadcast) return <Skeleton className="h-96 w-full" />;
  const { state } = broadcast;
  return (
    <>
      <PageHeader
        title={broadcast.title}
        breadcrumbs={BREADCRUMBS}
        badge={<StatusBadge status={state} label={BROADCAST_STATE_LABELS[state]} />}
        actions={<BroadcastSendingControls broadcast={broadcast} />}
      />
      {state === "draft" && <TestModeNotice audience={broadcast.audience} />}
      {/* Keeps the form on screen while it has unsaved changes, even if another admin has sent the notification. */}
      {state === "draft" || isDirty ? (
        <BroadcastEditor broadcast={broadcast} onDirty={setIsDirty} />
      ) : (
        <BroadcastDetails broadcast={broadcast} />
      )}
    </>
  );
}

/** Lists missing server settings. Takes them from the response of the audience count, which the form requests anyway. */
function TestModeNotice({ audience }: { audience: BroadcastAudience }) {
  const { data } = useQuery(audienceCountQuery(audience));
  return (
    <div className="mb-5 empty:hidden">
      <MissingBroadcastSettingsNotice missing={data?.missing_settings ?? []} />
    </div>
  );
}

/** Renders the form of a new notification, which does not exist on the server yet. */
export function NewBroadcastScreen() {
  return (
    <>
      <PageHeader title="New notification" breadcrumbs={BREADCRUMBS} />
      <TestModeNotice audience={EVERYBODY_AUDIENCE} />
      <BroadcastEditor broadcast={null} onDirty={noop} />
    </>
  );
}

const noop = () => {};
