"use client";

import { useQuery } from "@tanstack/react-query";
import { Activity } from "lucide-react";
import { AdminName } from "@/components/common/admin-name";
import { DateTime } from "@/components/common/date-time";
import { ExportButton } from "@/components/common/export/export-button";
import { PageHeader } from "@/components/common/page-header";
import { StatusBadge } from "@/components/common/status-badge";
import type { TableColumn } from "@/components/common/table/column";
import { DataTable } from "@/components/common/table/data-table";
import type { Facet } from "@/components/common/table/facet";
import { ButtonLink } from "@/components/ui/button-link";
import { hasSearchOrFilters, toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import { RECORD_KINDS } from "@/lib/contract/record-kinds";
import { routes } from "@/lib/contract/routes";
import type { AuditTrailRow } from "@/lib/contract/system-logs";
import { AUDIT_TRAIL_LIST } from "@/lib/contract/system-logs.values";
import { useExportAccess } from "@/lib/queries/exports";
import { auditActionsQuery, auditPeopleQuery, auditTrailListQuery, exportAuditTrails } from "@/lib/queries/system-logs";

import { AuditActionName } from "./action-name";
import { RecordLink } from "./record-link";
import { AUDIT_OUTCOME_FACET, AUDIT_TIME_FACET, auditActionFacet, auditPersonFacet } from "./trail-facets";
import { useAuditEntryDrawer } from "./use-audit-entry-drawer";
import { VerifyAuditTrailButton } from "./verify-button";

const RECORD_TYPES = Object.entries(RECORD_KINDS)
  .map(([value, { label }]) => ({ value, label }))
  .sort((a, b) => a.label.localeCompare(b.label, "en"));
const RECORD_FACET: Facet = {
  kind: "choices",
  key: "record_type",
  label: "Record type",
  single: true,
  options: RECORD_TYPES,
};

const AUDIT_COLUMNS: readonly TableColumn<AuditTrailRow>[] = [
  { id: "at", header: "When", sort: "at", cell: (row) => <DateTime at={row.at} seconds />, width: "12rem" },
  {
    id: "admin",
    header: "Admin",
    phone: "title",
    cell: (row) => (row.admin ? <AdminName admin={row.admin} /> : <span className="text-muted">{row.actor}</span>),
  },
  { id: "action", header: "Action", cell: (row) => <AuditActionName action={row.action} words={row.action_words} /> },
  { id: "record", header: "Record", grows: true, cell: (row) => <RecordLink record={row.record} /> },
  { id: "outcome", header: "Outcome", cell: (row) => <StatusBadge status={row.outcome} /> },
  {
    id: "address",
    header: "Address",
    cell: (row) => <span className="block truncate md:max-w-32">{row.address}</span>,
    phone: "hidden",
  },
];

/**
 * Builds the filter for audit rows of one record. A link in an audit row's drawer sets this filter; only the filter's chip removes
 * it.
 */
const oneRecordFacet = (recordId: string, rows: readonly AuditTrailRow[] = []): Facet => ({
  kind: "choices",
  key: "record_id",
  label: "Record",
  single: true,
  options: [{ value: recordId, label: rows.find((row) => row.record?.name)?.record?.name ?? recordId }],
});

/** Lists the audit trail: who did what, when and from where. Each row opens its changes in a drawer with its own URL. */
export function AuditTrailScreen() {
  const list = useListParams(AUDIT_TRAIL_LIST);
  const input = toApiInput(list.state);
  const query = useQuery(auditTrailListQuery(input));
  const { data: people } = useQuery(auditPeopleQuery());
  const { data: actions } = useQuery(auditActionsQuery());
  const { addressOf, drawer } = useAuditEntryDrawer();
  const exportAccess = useExportAccess(routes.systemLogs.exportAuditTrails);
  const { record_id } = list.state.filters;
  return (
    <>
      <PageHeader
        title="Audit Trail"
        description="Every change, sign-in and refused attempt, newest first."
        actions={
          <>
            <ButtonLink href="/dashboard/system-logs/status">
              <Activity aria-hidden="true" /> System Status
            </ButtonLink>
            <VerifyAuditTrailButton addressOf={addressOf} />
          </>
        }
      />
      <DataTable
        label="Audit trail"
        columns={AUDIT_COLUMNS}
        query={query}
        list={list}
        rowId={(row) => row.id}
        rowHref={(row) => addressOf(row.id)}
        searchLabel="Search by record"
        facets={[
          auditPersonFacet("admin", "Admin", people),
          auditActionFacet(actions),
          RECORD_FACET,
          ...(record_id ? [oneRecordFacet(record_id, query.data?.items)] : []),
          AUDIT_OUTCOME_FACET,
          AUDIT_TIME_FACET,
        ]}
        actions={
          exportAccess && (
            <ExportButton
              {...exportAccess}
              what={["audit row", "audit rows"]}
              list={query.data}
              filtered={hasSearchOrFilters(list.state)}
              create={(format) => exportAuditTrails({ ...input, until: query.data?.until }, format)}
            />
          )
        }
        empty={{ text: "Actions of admins appear here." }}
      />
      {drawer}
    </>
  );
}
