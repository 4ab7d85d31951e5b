"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useState } from "react";
import { AdminName } from "@/components/common/admin-name";
import { DateTime } from "@/components/common/date-time";
import { Deadline } from "@/components/common/due";
import { ConfirmDialog } from "@/components/common/form/confirm-dialog";
import { PageHeader } from "@/components/common/page-header";
import { StatusBadge } from "@/components/common/status-badge";
import type { TableColumn } from "@/components/common/table/column";
import { DataTable } from "@/components/common/table/data-table";
import { Button } from "@/components/ui/button";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { deleteDraft, readDraft } from "@/lib/client/drafts";
import { toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import type { ApprovalRow } from "@/lib/contract/approvals";
import { APPROVAL_LIST } from "@/lib/contract/approvals.values";
import { adminLabel } from "@/lib/format";
import { approvalListQuery, cancelApprovalMutation } from "@/lib/queries/approvals";
import { useRecordUrl } from "@/lib/queries/records";
import { approvalDraftName, type PendingDecision } from "./approval-draft";
import { ApprovalViewTabs } from "./approval-views";

const ApprovalDialog = lazyWithPreload(() => import("./approval-dialog"), "ApprovalDialog");

const APPROVAL_COLUMNS: readonly TableColumn<ApprovalRow>[] = [
  {
    id: "record",
    header: "About",
    cell: (row) => (
      <>
        <span className="block font-semibold">{row.record.name}</span>
        <span className="block max-w-96 whitespace-normal text-muted">{row.change}</span>
      </>
    ),
  },
  {
    id: "requested_by",
    header: "Requested by",
    cell: (row) => (
      <>
        <AdminName admin={row.requested_by} />
        {row.reason && <span className="block max-w-80 whitespace-normal text-muted">{row.reason}</span>}
      </>
    ),
  },
  { id: "requested_at", header: "When", sort: "requested_at", cell: (row) => <DateTime at={row.requested_at} /> },
  {
    id: "state",
    header: "State",
    cell: (row) => (
      <>
        <StatusBadge
          status={row.state === "waiting" ? "awaiting_approval" : row.state}
          label={row.state === "waiting" ? "Awaiting approval" : undefined}
        />
        {row.decided_by && <span className="block text-muted">by {adminLabel(row.decided_by)}</span>}
        {row.decision_reason && (
          <span className="block max-w-72 whitespace-normal text-muted">{row.decision_reason}</span>
        )}
      </>
    ),
  },
];
const EXPIRES_COLUMN: TableColumn<ApprovalRow> = {
  id: "expires_at",
  header: "Expires",
  cell: (row) => <Deadline at={row.expires_at} expiry />,
};

const DECISIONS = ["rejected", "approved"] as const;
const EMPTY_TEXTS = {
  waiting: "No requests wait for your approval.",
  mine: "Your requests for approval appear here.",
  decided: "Requests that you approve or reject appear here.",
};

/** Renders the inbox of requests for approval: waiting for me, requested by me, decided by me (docs/rules.md, Four eyes). */
export function ApprovalListScreen() {
  const list = useListParams(APPROVAL_LIST);
  const query = useQuery(approvalListQuery(toApiInput(list.state)));
  const cancel = useMutation(cancelApprovalMutation());
  const hrefOf = useRecordUrl();
  const view = list.state.filters.view ?? "waiting";
  // Leaves the view (tab) out of the table's filters, so that an empty view shows its own text and clearing the search keeps the view.
  const viewList = {
    ...list,
    state: { ...list.state, filters: {} },
    clear: () => list.setSearch(""),
  };
  const [deciding, setDeciding] = useState<PendingDecision | null>(null);
  // Reopens the decision whose draft was saved when the session ended.
  const rows = query.data?.items;
  useEffect(() => {
    const choices = rows?.flatMap((approval) => DECISIONS.map((decision) => ({ approval, decision })));
    const unfinished = choices?.find((choice) => readDraft(approvalDraftName(choice)));
    if (unfinished) setDeciding(unfinished);
  }, [rows]);
  const close = () => {
    if (deciding) deleteDraft(approvalDraftName(deciding));
    setDeciding(null);
  };
  const [withdrawing, setWithdrawing] = useState<ApprovalRow | null>(null);

  const actions: TableColumn<ApprovalRow> = {
    id: "actions",
    header: "Actions",
    align: "end",
    hideable: false,
    cell: (row) =>
      view === "waiting" ? (
        <span className="inline-flex gap-2">
          {DECISIONS.map((decision) => (
            <Button
              key={decision}
              size="sm"
              variant={decision === "approved" ? "primary" : "secondary"}
              onPointerEnter={ApprovalDialog.preload}
              onFocus={ApprovalDialog.preload}
              aria-label={`${decision === "approved" ? "Approve" : "Reject"}: ${row.record.name}`}
              onClick={() => setDeciding({ approval: row, decision })}
            >
              {decision === "approved" ? "Approve" : "Reject"}
            </Button>
          ))}
        </span>
      ) : row.state === "waiting" ? (
        <Button size="sm" aria-label={`Withdraw: ${row.record.name}`} onClick={() => setWithdrawing(row)}>
          Withdraw
        </Button>
      ) : null,
  };
  const columns =
    view === "waiting"
      ? [...APPROVAL_COLUMNS.slice(0, 3), EXPIRES_COLUMN, actions]
      : [...APPROVAL_COLUMNS, ...(view === "mine" ? [actions] : [])];
  return (
    <>
      <PageHeader title="Approvals" description="Requests needing a second approver." />
      <ApprovalViewTabs view={view} />
      <DataTable
        label="Approvals"
        columns={columns}
        query={query}
        list={viewList}
        rowId={(row) => row.approvalId}
        rowHref={({ record }) => hrefOf(record) ?? undefined}
        searchLabel="Search by name"
        empty={{ text: EMPTY_TEXTS[view] }}
      />
      <Suspense>{deciding && <ApprovalDialog {...deciding} onClose={close} />}</Suspense>
      {withdrawing && (
        <ConfirmDialog
          open
          onOpenChange={() => setWithdrawing(null)}
          title={`Withdraw the request about ${withdrawing.record.name}?`}
          consequence={`Nothing changes, and it can no longer be approved: ${withdrawing.change}.`}
          confirmLabel="Withdraw"
          onConfirm={() => cancel.mutateAsync(withdrawing.approvalId)}
        />
      )}
    </>
  );
}
