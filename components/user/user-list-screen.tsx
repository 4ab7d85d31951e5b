"use client";

import { useQuery } from "@tanstack/react-query";
import { ExportButton } from "@/components/common/export/export-button";
import { PageHeader } from "@/components/common/page-header";
import { DataTable } from "@/components/common/table/data-table";
import type { Facet } from "@/components/common/table/facet";
import { isFiltered, toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import { LGA_OPTIONS } from "@/lib/contract/kyc.values";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { USER_LIST } from "@/lib/contract/user.values";
import { exportProgress } from "@/lib/queries/exports";
import { useMay } from "@/lib/queries/rp";
import { exportUsers, userGroupChoicesQuery, userListQuery } from "@/lib/queries/user";
import { useAddToGroup } from "./use-add-to-group";
import { USER_COLUMNS } from "./user-columns";

import { ACCOUNTS_URL, STATUS_OPTIONS, TIER_OPTIONS } from "./user-words";

/** Everybody who uses the app, newest first. */
export function UserListScreen() {
  const list = useListParams(USER_LIST);
  const input = toApiInput(list.state);
  const query = useQuery(userListQuery(input));
  const groups = useQuery(userGroupChoicesQuery()).data?.items ?? [];
  const mayAdd = useMay(routes.user.addMembers);
  const toGroup = useAddToGroup();
  const mayExport = useMay(routes.user.export);
  const facets: readonly Facet[] = [
    { kind: "choices", key: "status", label: "Status", options: STATUS_OPTIONS },
    { kind: "choices", key: "tier", label: "Tier", options: TIER_OPTIONS },
    { kind: "choices", key: "lga", label: "LGA", options: LGA_OPTIONS },
    { kind: "amounts", min: "balance_min", max: "balance_max", label: "Balance" },
    { kind: "days", from: "joined_from", to: "joined_to", label: "Joined" },
    {
      kind: "choices",
      key: "group",
      label: "Group",
      single: true,
      options: groups.map(({ id, name }) => ({ value: id, label: name })),
    },
  ];
  return (
    <>
      <PageHeader title="Users" breadcrumbs={[{ label: "User Management", href: ACCOUNTS_URL }]} />
      <DataTable
        label="Users"
        name="users"
        columns={USER_COLUMNS}
        query={query}
        list={list}
        rowId={(row) => row.id}
        rowHref={(row) => recordUrl("user", row.id)}
        searchLabel="Search by name, phone, email or id"
        facets={facets}
        selection={mayAdd ? { rowName: (row) => `${row.name}, ${row.phone}`, bar: toGroup.bar } : undefined}
        actions={
          mayExport && (
            <ExportButton
              what={["user", "users"]}
              list={query.data}
              filtered={isFiltered(list.state)}
              create={(format) => exportUsers(input, format)}
              progress={exportProgress}
            />
          )
        }
        empty={{ text: "People who open an account in the app appear here." }}
      />
      {toGroup.dialogs}
    </>
  );
}
