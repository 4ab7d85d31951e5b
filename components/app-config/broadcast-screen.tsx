"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PageHeader } from "@/components/common/page-header";
import { StatusBadge } from "@/components/common/status-badge";
import { Skeleton } from "@/components/ui/skeleton";
import type { Audience } from "@/lib/contract/app-config-broadcasts";
import { audienceQuery, broadcastQuery } from "@/lib/queries/broadcasts";
import { BroadcastEditor } from "./broadcast-editor";
import { BroadcastRecord } from "./broadcast-record";
import { BroadcastSettingsNotice } from "./broadcast-settings-notice";
import { BroadcastSteer } from "./broadcast-steer";
import { BROADCASTS_URL, STATE_LABELS } from "./broadcast-words";

const BREADCRUMBS = [
  { label: "App Configurations", href: "/dashboard/app-config/faq" },
  { label: "Notifications", href: BROADCASTS_URL },
];

const EVERYBODY: Audience = { kind: "everybody" };

/** One notification: its draft, or how it is sent and what came of it. */
export function BroadcastScreen({ broadcastId }: { broadcastId: string }) {
  const { data: broadcast } = useQuery({
    ...broadcastQuery(broadcastId),
    throwOnError: (_, query) => !query.state.data,
  });
  const [typed, setTyped] = useState(false);
  if (!broadcast) return <Skeleton className="h-96 w-full" />;
  const { state } = broadcast;
  return (
    <>
      <PageHeader
        title={broadcast.title}
        breadcrumbs={BREADCRUMBS}
        badge={<StatusBadge status={state} label={STATE_LABELS[state]} />}
        actions={<BroadcastSteer broadcast={broadcast} />}
      />
      {state === "draft" && <Notice audience={broadcast.audience} />}
      {/* What is typed stays on screen, also when somebody else has sent it in the meantime. */}
      {state === "draft" || typed ? (
        <BroadcastEditor broadcast={broadcast} onDirty={setTyped} />
      ) : (
        <BroadcastRecord broadcast={broadcast} />
      )}
    </>
  );
}

/** The count of the audience, which the form shows as well, says which settings are missing. */
function Notice({ audience }: { audience: Audience }) {
  const { data } = useQuery(audienceQuery(audience));
  return (
    <div className="mb-5 empty:hidden">
      <BroadcastSettingsNotice missing={data?.missing_settings ?? []} />
    </div>
  );
}

/** The same before it is saved for the first time. */
export function NewBroadcastScreen() {
  return (
    <>
      <PageHeader title="New notification" breadcrumbs={BREADCRUMBS} />
      <Notice audience={EVERYBODY} />
      <BroadcastEditor broadcast={null} onDirty={nobody} />
    </>
  );
}

const nobody = () => {};
