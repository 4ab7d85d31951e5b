"use client";

import { Suspense } from "react";
import { AwaitingApprovalNotice } from "@/components/common/awaiting-notice";
import { DateTime } from "@/components/common/date-time";
import { FreeText } from "@/components/common/free-text";
import { Alert } from "@/components/ui/alert";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { Skeleton } from "@/components/ui/skeleton";
import type { EventDetails } from "@/lib/contract/event";
import { useApprovalBalances } from "@/lib/queries/approval-balances";
import { useCancelApproval } from "@/lib/queries/approvals";

const EventRefundProgress = lazyWithPreload(() => import("./event-cancellation"), "EventRefundProgress");

/** Shows an event's pending or completed cancellation above all its tabs. */
export function EventCancellationStatus({ event }: { event: EventDetails }) {
  const { awaiting, cancelled } = event;
  return (
    <div className="mb-5 space-y-5 empty:hidden">
      {awaiting && <CancellationAwaiting awaiting={awaiting} />}
      {cancelled && (
        <>
          <Alert tone="danger" title="This event is cancelled">
            <FreeText as="p" lines>
              {cancelled.reason}
            </FreeText>
            <p className="font-normal">
              Cancelled <DateTime at={cancelled.at} />
            </p>
          </Alert>
          <Suspense fallback={<Skeleton className="h-40" />}>
            <EventRefundProgress eventId={event.id} />
          </Suspense>
        </>
      )}
    </div>
  );
}

function CancellationAwaiting({ awaiting }: { awaiting: NonNullable<EventDetails["awaiting"]> }) {
  const withdrawal = useCancelApproval(awaiting);
  return (
    <AwaitingApprovalNotice
      awaiting={awaiting}
      nobody="another admin who may approve in Events"
      balances={useApprovalBalances(awaiting)}
      {...withdrawal}
    />
  );
}
