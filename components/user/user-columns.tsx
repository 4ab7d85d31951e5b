import { DateTime } from "@/components/common/date-time";
import { FreeText } from "@/components/common/free-text";
import { Money } from "@/components/common/money";
import { RelativeTime } from "@/components/common/relative-time";
import { StatusBadge } from "@/components/common/status-badge";
import type { TableColumn } from "@/components/common/table/column";
import type { UserRow } from "@/lib/contract/user";

/** Columns of the user list. */
export const USER_COLUMNS: readonly TableColumn<UserRow>[] = [
  {
    id: "name",
    header: "Name",
    sort: "name",
    grows: true,
    cell: (row) => <span className="font-semibold">{row.name}</span>,
  },
  {
    id: "email",
    header: "Email",
    phone: "hidden",
    cell: (row) => <FreeText>{row.email ?? "None"}</FreeText>,
  },
  { id: "phone", header: "Phone", cell: (row) => <span className="whitespace-nowrap tabular-nums">{row.phone}</span> },
  { id: "tier", header: "Tier", width: "5rem", cell: (row) => `Tier ${row.tier}` },
  { id: "lga", header: "LGA", cell: (row) => row.lga },
  { id: "status", header: "Status", phone: "title", cell: (row) => <StatusBadge status={row.status} /> },
  {
    id: "balance",
    header: "Balance",
    sort: "balance",
    align: "end",
    cell: (row) => <Money kobo={row.balance} />,
  },
  {
    id: "last_seen_at",
    header: "Last seen",
    sort: "last_seen_at",
    phone: "hidden",
    cell: (row) =>
      row.last_seen_at ? <RelativeTime at={row.last_seen_at} /> : <span className="text-muted">Never</span>,
  },
  {
    id: "joined_at",
    header: "Joined",
    sort: "joined_at",
    phone: "hidden",
    cell: (row) => <DateTime at={row.joined_at} dateOnly />,
  },
];
