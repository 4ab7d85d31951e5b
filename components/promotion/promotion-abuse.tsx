"use client";

import { useQuery } from "@tanstack/react-query";
import { DateTime } from "@/components/common/date-time";
import type { TableColumn } from "@/components/common/table/column";
import { DataTable } from "@/components/common/table/data-table";
import type { Facet } from "@/components/common/table/facet";
import { HoverLink } from "@/components/ui/hover-link";
import { toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import { PROMOTION_ABUSE_LIST } from "@/lib/contract/promotion.values";
import type { AbuseCluster } from "@/lib/contract/promotion-figures";
import { routes } from "@/lib/contract/routes";
import { formatCount, formatMoney, pluralize } from "@/lib/format";
import { promotionAbuseQuery } from "@/lib/queries/promotion";
import { useAccess } from "@/lib/queries/rp";

import { SHARED_DATA_LABELS, SHARED_DATA_OPTIONS } from "./promotion-words";

const USERS_URL = "/dashboard/user-management/users";

const FACETS: readonly Facet[] = [
  { kind: "choices", key: "kind", label: "Shared", single: true, options: SHARED_DATA_OPTIONS },
];

const clusterColumns = (mayOpenUser: boolean): readonly TableColumn<AbuseCluster>[] => [
  {
    id: "kind",
    header: "Shared",
    width: "14rem",
    cell: ({ kind, ending: accountEnding }) => (
      <>
        {SHARED_DATA_LABELS[kind]} <span className="text-muted tabular-nums">ending {accountEnding}</span>
      </>
    ),
  },
  {
    id: "accounts",
    header: "Accounts",
    sort: "accounts",
    align: "end",
    phone: "title",
    cell: (row) => formatCount(row.accounts),
  },
  { id: "uses", header: "Uses", align: "end", cell: (row) => formatCount(row.uses) },
  { id: "amount", header: "Given", align: "end", sort: "amount", cell: (row) => formatMoney(row.amount) },
  { id: "users", header: "Users", phone: "line", cell: (row) => <UserList cluster={row} mayUser={mayOpenUser} /> },
  { id: "last_used_at", header: "Last used", cell: (row) => <DateTime at={row.last_used_at} /> },
];

function UserList({ cluster: { users, accounts }, mayUser: mayOpenUser }: { cluster: AbuseCluster; mayUser: boolean }) {
  return (
    <ul>
      {users.map(({ id, name, uses, amount }) => (
        <li key={id}>
          {mayOpenUser ? (
            <HoverLink href={`${USERS_URL}/${id}`} className="rounded-sm font-semibold text-primary hover:underline">
              {name}
            </HoverLink>
          ) : (
            name
          )}{" "}
          <span className="text-muted tabular-nums">
            {pluralize(uses, "use")}, {formatMoney(amount)}
          </span>
        </li>
      ))}
      {accounts > users.length && <li className="text-muted">and {formatCount(accounts - users.length)} more</li>}
    </ul>
  );
}

/**
 * Lists accounts that share a device, phone or identity number and used promotions. With `promotionId`, lists only accounts that
 * used this promotion.
 */
export function PromotionAbuseList({ promotionId }: { promotionId?: string }) {
  const list = useListParams(PROMOTION_ABUSE_LIST);
  const query = useQuery(promotionAbuseQuery({ ...toApiInput(list.state), promotion: promotionId }));
  const columns = clusterColumns(useAccess(routes.user.single));
  return (
    <>
      <p className="mb-4 text-muted text-sm">
        Accounts that used promotions with one device, phone number or identity number; looked for in the newest 50,000
        uses. A family may share a phone.
      </p>
      <DataTable
        label="Accounts that belong together"
        columns={columns}
        query={query}
        list={list}
        rowId={(row) => `${row.kind}:${row.ending}:${row.users[0]?.id ?? ""}`}
        searchLabel="Search by user or ending"
        facets={FACETS}
        empty={{ text: "Accounts that share a device, phone or identity number appear here. There are none." }}
      />
    </>
  );
}
