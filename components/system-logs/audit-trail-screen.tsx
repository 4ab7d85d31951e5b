"use client";

import { useQuery } from "@tanstack/react-query";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { DataTable } from "@/components/common/data-table";
import { DateTime } from "@/components/common/date-time";
import { PageHeader } from "@/components/common/page-header";
import { StatusBadge } from "@/components/common/status-badge";
import type { Column } from "@/components/common/table/column";
import type { Facet } from "@/components/common/table/facet";
import { toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import type { AuditTrailRow } from "@/lib/contract/system-logs";
import { auditTrailListQuery } from "@/lib/queries/system-logs";
import { AuditTrailDrawer } from "./audit-trail-drawer";
import { auditTrailParams } from "./audit-trail-params";

const FACETS: readonly Facet[] = [
  {
    kind: "choices",
    key: "outcome",
    label: "Outcome",
    single: true,
    options: [
      { value: "done", label: "Done" },
      { value: "refused", label: "Refused" },
    ],
  },
  { kind: "days", from: "from", to: "to", label: "When" },
];

const COLUMNS: readonly Column<AuditTrailRow>[] = [
  { id: "at", header: "When", sort: "at", cell: (row) => <DateTime at={row.at} />, width: "11rem" },
  {
    id: "admin",
    header: "Admin",
    phone: "title",
    cell: (row) => row.admin?.name ?? <span className="text-muted">Nobody</span>,
  },
  { id: "action", header: "Action", cell: (row) => <code>{row.action}</code> },
  { id: "record", header: "Record", cell: (row) => row.record?.name || row.record?.id || "–" },
  { id: "outcome", header: "Outcome", cell: (row) => <StatusBadge status={row.outcome} /> },
  { id: "address", header: "Address", cell: (row) => row.address, phone: "hidden" },
];

/** Who did what, when and from where; a row opens its difference, under an address of its own. */
export function AuditTrailScreen() {
  const list = useListParams(auditTrailParams);
  const query = useQuery(auditTrailListQuery(toApiInput(list.state)));
  const search = useSearchParams();
  const path = usePathname();
  const router = useRouter();
  const entry = search.get("entry");
  const addressOf = (id: string | null) => {
    const next = new URLSearchParams(search);
    next.delete("entry");
    if (id) next.set("entry", id);
    return next.size ? `${path}?${next}` : path;
  };
  return (
    <>
      <PageHeader title="Audit Trail" description="Every change, sign-in and refused attempt, newest first." />
      <DataTable
        label="Audit trail"
        name="audit-trails"
        columns={COLUMNS}
        query={query}
        list={list}
        rowId={(row) => row.id}
        rowHref={(row) => addressOf(row.id)}
        searchLabel="Search by record"
        facets={FACETS}
        empty={{ text: "What admins do appears here." }}
      />
      {entry && /^\d{1,18}$/.test(entry) && (
        <AuditTrailDrawer auditTrailId={entry} onClose={() => router.push(addressOf(null), { scroll: false })} />
      )}
    </>
  );
}
