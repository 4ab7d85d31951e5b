"use client";

import { useQuery } from "@tanstack/react-query";
import { Ago } from "@/components/common/ago";
import { DateTime } from "@/components/common/date-time";
import { LoadFailed, NothingHere } from "@/components/common/states";
import type { Column } from "@/components/common/table/column";
import { RowsTable } from "@/components/common/table/rows-table";
import { Card } from "@/components/ui/card";
import type { UserDevice } from "@/lib/contract/user";
import { userDevicesQuery } from "@/lib/queries/user";
import { PLATFORM_WORDS } from "./user-words";

const COLUMNS: readonly Column<UserDevice>[] = [
  {
    id: "name",
    header: "Device",
    phone: "title",
    cell: ({ name }) =>
      name ? <span className="font-semibold">{name}</span> : <span className="text-muted">Not named by the app</span>,
  },
  { id: "platform", header: "Platform", cell: ({ platform }) => PLATFORM_WORDS[platform] },
  { id: "last_seen", header: "Last seen", cell: ({ last_seen_at }) => <Ago at={last_seen_at} /> },
  { id: "first_seen", header: "First seen", cell: ({ first_seen_at }) => <DateTime at={first_seen_at} /> },
];

/** Lists the phones and browsers that receive the user's pushes, as reported by the citizen app. */
export function UserDevices({ userId }: { userId: string }) {
  const { data, error, isFetching, refetch } = useQuery(userDevicesQuery(userId));
  return (
    <Card>
      {error && !data && <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />}
      {data?.items.length === 0 && (
        <NothingHere>A device appears here once the citizen app reports it for this user.</NothingHere>
      )}
      {(data ? data.items.length > 0 : !error) && (
        <RowsTable label="Devices" columns={COLUMNS} rows={data?.items} rowId={({ id }) => id} />
      )}
    </Card>
  );
}
