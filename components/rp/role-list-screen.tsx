"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import Link from "next/link";
import { Suspense } from "react";
import type { TableColumn } from "@/components/common/table/column";
import { DataTable } from "@/components/common/table/data-table";
import { useRecordInUrl } from "@/components/common/table/use-record-in-url";
import { Button } from "@/components/ui/button";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import { idFilter } from "@/lib/contract/list.values";
import type { RoleRow } from "@/lib/contract/rp";
import { rpRoutes } from "@/lib/contract/rp.routes";
import { ROLE_LIST } from "@/lib/contract/rp.values";
import { pluralize } from "@/lib/format";
import { useAccess } from "@/lib/queries/rp";
import { roleListQuery } from "@/lib/queries/rp-set-up";
import { ADMINS_URL } from "./rp-tabs";
import { describeRights } from "./rp-words";

const RoleDialog = lazyWithPreload(() => import("./role-dialog"), "RoleDialog");

const ROLE_COLUMNS: readonly TableColumn<RoleRow>[] = [
  { id: "name", header: "Name", sort: "name", cell: (row) => row.name },
  {
    id: "description",
    header: "Description",
    phone: "hidden",
    cell: (row) => <span className="block max-w-120 truncate">{row.description || "–"}</span>,
  },
  { id: "rights", header: "Rights", cell: (row) => describeRights(row.features) },
  {
    id: "members",
    header: "Members",
    sort: "members",
    cell: (row) =>
      row.members === 0 ? (
        <span className="text-muted">Nobody</span>
      ) : (
        <Link
          href={`${ADMINS_URL}?roleId=${row.roleId}`}
          prefetch={false}
          className="rounded-sm font-semibold text-primary underline-offset-4 hover:underline"
        >
          {pluralize(row.members, "admin")}
        </Link>
      ),
  },
];

/** Lists roles with their members. Each row opens the role's rights in a dialog with its own URL. */
export function RoleListScreen() {
  const list = useListParams(ROLE_LIST);
  const query = useQuery(roleListQuery(toApiInput(list.state)));
  const mayCreate = useAccess(rpRoutes.createRole);
  const { entry, addressOf, open, close } = useRecordInUrl("role");
  return (
    <>
      <DataTable
        label="Roles"
        columns={ROLE_COLUMNS}
        query={query}
        list={list}
        rowId={(row) => row.roleId}
        rowHref={(row) => addressOf(row.roleId)}
        searchLabel="Search by name"
        empty={{ text: "A role defines what its members may do." }}
        actions={
          mayCreate && (
            <Button
              variant="primary"
              onPointerEnter={RoleDialog.preload}
              onFocus={RoleDialog.preload}
              onClick={() => open("new")}
            >
              <Plus aria-hidden="true" /> New role
            </Button>
          )
        }
      />
      <Suspense>
        {entry && (idFilter(entry) || (entry === "new" && mayCreate)) && (
          <RoleDialog key={entry} roleId={entry === "new" ? null : entry} onClose={close} />
        )}
      </Suspense>
    </>
  );
}
