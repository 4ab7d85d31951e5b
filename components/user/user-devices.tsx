"use client";

import { useQuery } from "@tanstack/react-query";
import { DateTime } from "@/components/common/date-time";
import { RelativeTime } from "@/components/common/relative-time";
import { EmptyListState, LoadFailed } from "@/components/common/states";
import type { TableColumn } from "@/components/common/table/column";
import { RowsTable } from "@/components/common/table/rows-table";
import { Card } from "@/components/ui/card";
import type { UserDevice } from "@/lib/contract/user";
import { userDevicesQuery } from "@/lib/queries/user";
import { PLATFORM_LABELS } from "./user-words";

const DEVICE_COLUMNS: readonly TableColumn<UserDevice>[] = [
  {
    id: "name",
    header: "Device",
    phone: "title",
    cell: ({ name }) =>
      name ? <span className="font-semibold">{name}</span> : <span className="text-muted">Not named by the app</span>,
  },
  { id: "platform", header: "Platform", cell: ({ platform }) => PLATFORM_LABELS[platform] },
  { id: "last_seen", header: "Last seen", cell: ({ last_seen_at }) => <RelativeTime at={last_seen_at} /> },
  { id: "first_seen", header: "First seen", cell: ({ first_seen_at }) => <DateTime at={first_seen_at} /> },
];

/** Lists the phones and browsers that receive the user's pushes, as reported by the citizen app. */
export function UserDevices({ userId }: { userId: string }) {
  const { data, error, isFetching, refetch } = useQuery(userDevicesQuery(userId));
  return (
    <Card>
      {error && !data && <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />}
      {data?.items.length === 0 && (
        <EmptyListState>A device appears here once the citizen app reports it for this user.</EmptyListState>
      )}
      {(data ? data.items.length > 0 : !error) && (
        <RowsTable label="Devices" columns={DEVICE_COLUMNS} rows={data?.items} rowId={({ id }) => id} />
      )}
    </Card>
  );
}
