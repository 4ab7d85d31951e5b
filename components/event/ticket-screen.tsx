"use client";

import { useQuery } from "@tanstack/react-query";
import { AwaitingApprovalNotice } from "@/components/common/awaiting-notice";
import { HistoryCard } from "@/components/common/history/timeline";
import { PageHeader } from "@/components/common/page-header";
import { StatusBadge } from "@/components/common/status-badge";
import type { TicketDetails } from "@/lib/contract/event-tickets";
import { useApprovalBalances } from "@/lib/queries/approval-balances";
import { useCancelApproval } from "@/lib/queries/approvals";
import { ticketQuery } from "@/lib/queries/event-tickets";
import { describeEventAction } from "./change-log-words";
import { EVENTS_OVERVIEW_URL, TICKETS_URL } from "./event-urls";
import { TicketActions } from "./ticket-actions";
import { TicketFacts } from "./ticket-facts";

/** Renders one ticket: holder, payment, check-in and actions. */
export function TicketScreen({ ticketId }: { ticketId: string }) {
  const { data } = useQuery({ ...ticketQuery(ticketId), throwOnError: (_, query) => !query.state.data });
  if (!data) return null;
  return (
    <>
      <PageHeader
        title={data.reference}
        breadcrumbs={[
          { label: "Events", href: EVENTS_OVERVIEW_URL },
          { label: "Tickets", href: TICKETS_URL },
        ]}
        copies="ticket number"
        badge={<StatusBadge status={data.state} />}
        description={`${data.type.name}, ${data.event.title}`}
        actions={<TicketActions ticket={data} />}
      />
      {data.awaiting && <RefundAwaiting awaiting={data.awaiting} />}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,5fr)_minmax(0,4fr)]">
        <TicketFacts ticket={data} />
        <HistoryCard title="Change log" entries={data.timeline} wordsOf={describeEventAction} />
      </div>
    </>
  );
}

function RefundAwaiting({ awaiting }: { awaiting: NonNullable<TicketDetails["awaiting"]> }) {
  const withdrawal = useCancelApproval(awaiting);
  return (
    <div className="mb-5">
      <AwaitingApprovalNotice
        awaiting={awaiting}
        nobody="another admin who may approve in Events"
        balances={useApprovalBalances(awaiting)}
        {...withdrawal}
      />
    </div>
  );
}
