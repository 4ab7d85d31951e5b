"use client";

import { useQuery } from "@tanstack/react-query";
import { DateTime } from "@/components/common/date-time";
import { ProgressBar } from "@/components/common/progress-bar";
import { LoadFailedCard } from "@/components/common/states";
import { StatusBadge } from "@/components/common/status-badge";
import type { TableColumn } from "@/components/common/table/column";
import { DataTable } from "@/components/common/table/data-table";
import type { Facet } from "@/components/common/table/facet";
import { Card, CardHeader } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import { Skeleton } from "@/components/ui/skeleton";
import { toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import { CANCELLATION_STEP_LIST, CANCELLATION_STEP_STATES } from "@/lib/contract/event.values";
import type { EventCancellation as Cancellation, CancellationStep } from "@/lib/contract/event-cancellation";
import { routes } from "@/lib/contract/routes";
import { formatCount, formatMoney, pluralize, selectOptions } from "@/lib/format";
import { cancellationStepsQuery, eventCancellationQuery } from "@/lib/queries/event";
import { useAccess } from "@/lib/queries/rp";

import { RefundRetryButton } from "./event-retry-button";

/** Refetch interval in ms while refunds are pending. */
const POLL_INTERVAL_MS = 2_000;
const TRANSACTIONS_URL = "/dashboard/transactions/all";

const FACETS: readonly Facet[] = [
  {
    kind: "choices",
    key: "state",
    label: "Status",
    options: selectOptions(CANCELLATION_STEP_STATES),
  },
];

const stepColumns = (
  eventId: string,
  mayRetry: boolean,
  mayTransaction: boolean,
): readonly TableColumn<CancellationStep>[] => [
  { id: "order", header: "Order", cell: (step) => step.order.reference, width: "10rem" },
  { id: "buyer", header: "Buyer", cell: (step) => step.buyer.name },
  { id: "tickets", header: "Tickets", align: "end", cell: (step) => formatCount(step.tickets) },
  { id: "amount", header: "Amount", align: "end", cell: (step) => formatMoney(step.amount) },
  { id: "state", header: "Status", phone: "title", cell: (step) => <StatusBadge status={step.state} /> },
  {
    id: "problem",
    header: "What happened",
    phone: "line",
    cell: (step) =>
      step.state === "failed" ? (
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="text-danger">{step.problem}</span>
          {mayRetry && <RefundRetryButton eventId={eventId} step={step} />}
        </span>
      ) : (
        <DateTime at={step.updated_at} />
      ),
  },
  {
    id: "transaction",
    header: "Transaction",
    cell: ({ transaction }) => {
      if (!transaction) return <span className="text-muted">Free</span>;
      if (!mayTransaction) return transaction.reference;
      return (
        <HoverLink href={`${TRANSACTIONS_URL}/${transaction.id}`} className="text-primary hover:underline">
          {transaction.reference}
        </HoverLink>
      );
    },
  },
];

/** Shows the progress of a cancelled event's refunds, in total and by order. */
export function EventRefundProgress({ eventId }: { eventId: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    ...eventCancellationQuery(eventId),
    refetchInterval: ({ state }) => (state.data?.progress?.pending ? POLL_INTERVAL_MS : false),
  });
  if (!data && error)
    return <LoadFailedCard message={error.message} busy={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-40" />;
  const { progress } = data;
  if (!progress || progress.orders === 0) return null;
  return (
    <Card>
      <CardHeader title="Refunds" description={describeProgress(progress)} />
      <div className="space-y-4 px-5 pb-5">
        <ProgressBar label="Orders done" value={progress.done} max={progress.orders} />
        <CancellationSteps eventId={eventId} pending={progress.pending > 0} />
      </div>
    </Card>
  );
}

function describeProgress({ pending, failed, refunded_amount }: NonNullable<Cancellation["progress"]>): string {
  const refunded = `${formatMoney(refunded_amount)} refunded`;
  const open = [
    ...(pending > 0 ? [`${pluralize(pending, "order")} to go`] : []),
    ...(failed > 0 ? [`${pluralize(failed, "order")} failed: see why, and retry`] : []),
  ];
  return [refunded, ...(open.length > 0 ? open : ["all orders are done"])].join(", ");
}

function CancellationSteps({ eventId, pending }: { eventId: string; pending: boolean }) {
  const list = useListParams(CANCELLATION_STEP_LIST);
  const query = useQuery({
    ...cancellationStepsQuery({ ...toApiInput(list.state), eventId }),
    refetchInterval: pending && POLL_INTERVAL_MS,
  });
  const mayRetry = useAccess(routes.event.retryCancellationStep);
  const mayTransaction = useAccess(routes.transaction.single);
  return (
    <DataTable
      label="Orders of this event"
      columns={stepColumns(eventId, mayRetry, mayTransaction)}
      query={query}
      list={list}
      rowId={(step) => step.order.id}
      searchLabel="Search by reference or buyer"
      facets={FACETS}
      empty={{ text: "Nobody had ordered tickets." }}
    />
  );
}
