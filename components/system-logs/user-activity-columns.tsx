import { AdminName } from "@/components/common/admin-name";
import { DateTime } from "@/components/common/date-time";
import { StatusBadge } from "@/components/common/status-badge";
import type { TableColumn } from "@/components/common/table/column";
import { HoverLink } from "@/components/ui/hover-link";
import type { UserActivityEntry } from "@/lib/contract/system-logs";
import { RecordLink } from "./record-link";

const userColumn: TableColumn<UserActivityEntry> = {
  id: "user",
  header: "User",
  cell: (row) =>
    row.user ? (
      <HoverLink
        href={`/dashboard/system-logs/user-activities/${row.user.id}`}
        className="rounded-sm font-medium text-primary hover:underline"
      >
        <AdminName admin={row.user} />
      </HoverLink>
    ) : (
      <span className="text-muted">{row.actor}</span>
    ),
};

/** Columns of one user's activity. */
export const USER_ACTIVITY_COLUMNS: readonly TableColumn<UserActivityEntry>[] = [
  { id: "at", header: "When", sort: "at", cell: (row) => <DateTime at={row.at} seconds />, width: "12rem" },
  { id: "action", header: "Action", cell: (row) => row.action_words, hideable: false },
  { id: "record", header: "Record", cell: (row) => <RecordLink record={row.record} /> },
  { id: "outcome", header: "Outcome", cell: (row) => <StatusBadge status={row.outcome} />, phone: "title" },
  { id: "address", header: "Address", cell: (row) => row.address },
];

/** Columns of the activity of all users, which include the user. */
export const ALL_ACTIVITY_COLUMNS: readonly TableColumn<UserActivityEntry>[] = [
  ...USER_ACTIVITY_COLUMNS.slice(0, 1),
  userColumn,
  ...USER_ACTIVITY_COLUMNS.slice(1),
];
