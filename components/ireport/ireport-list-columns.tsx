import { AdminName } from "@/components/common/admin-name";
import { DateTime } from "@/components/common/date-time";
import { StatusBadge } from "@/components/common/status-badge";
import type { TableColumn } from "@/components/common/table/column";
import type { IreportRow } from "@/lib/contract/ireport-row";
import { IreportCategoryIconWithLock, IreportEscalatedReopenedIcons, IreportPriorityBadge } from "./ireport-badges";
import { IreportDeadline } from "./ireport-due";
import { IreportListPhotos } from "./ireport-list-photos";

/** Columns of the report list. */
export const IREPORT_COLUMNS: readonly TableColumn<IreportRow>[] = [
  { id: "number", header: "Number", sort: "number", width: "6.5rem", cell: (row) => row.number },
  {
    id: "title",
    header: "Title and category",
    hideable: false,
    phone: "line",
    grows: true,
    cell: (row) => (
      <span className="flex items-center gap-2">
        <IreportCategoryIconWithLock category={row.category} />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-semibold max-md:whitespace-normal" title={row.title}>
            {row.title}
          </span>
          <span className="block truncate text-muted text-sm" title={row.category.name}>
            {row.category.name}
          </span>
        </span>
        <IreportEscalatedReopenedIcons report={row} />
      </span>
    ),
  },
  { id: "photos", header: "Photos", width: "6rem", cell: (row) => <IreportListPhotos report={row} /> },
  { id: "lga", header: "LGA", cell: (row) => <span className="block truncate md:max-w-28">{row.lga}</span> },
  {
    id: "priority",
    header: "Priority",
    sort: "priority",
    cell: (row) => <IreportPriorityBadge priority={row.priority} />,
  },
  { id: "state", header: "State", phone: "title", cell: (row) => <StatusBadge status={row.state} /> },
  {
    id: "state_due_at",
    header: "State due",
    sort: "state_due_at",
    optional: true,
    cell: (row) => <IreportDeadline report={row} of="state" />,
  },
  { id: "due_at", header: "Due", sort: "due_at", cell: (row) => <IreportDeadline report={row} of="report" /> },
  {
    id: "owner",
    header: "Owner",
    cell: (row) => (row.owner ? <AdminName admin={row.owner} narrow /> : <span className="text-muted">Nobody</span>),
  },
  {
    id: "submitted_at",
    header: "Submitted",
    sort: "submitted_at",
    optional: true,
    phone: "hidden",
    cell: (row) => <DateTime at={row.submitted_at} />,
  },
];
