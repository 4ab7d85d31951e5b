"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { Suspense } from "react";
import { DateTime } from "@/components/common/date-time";
import type { TableColumn } from "@/components/common/table/column";
import { DataTable } from "@/components/common/table/data-table";
import type { Facet } from "@/components/common/table/facet";
import { useRecordInUrl } from "@/components/common/table/use-record-in-url";
import { Button } from "@/components/ui/button";
import { HoverLink } from "@/components/ui/hover-link";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import { idFilter } from "@/lib/contract/list.values";
import { routes } from "@/lib/contract/routes";
import { USER_GROUP_LIST } from "@/lib/contract/user.values";
import type { UserGroupRow } from "@/lib/contract/user-groups";
import { useAccess } from "@/lib/queries/rp";
import { userGroupListQuery } from "@/lib/queries/user";
import { describeGroupRule, GROUP_KIND_LABELS } from "./group-words";

import { formatUserCount, USERS_URL } from "./user-words";

const GroupDialog = lazyWithPreload(() => import("./group-dialog"), "GroupDialog");

const FACETS: readonly Facet[] = [
  {
    kind: "choices",
    key: "kind",
    label: "Kind",
    single: true,
    options: Object.entries(GROUP_KIND_LABELS).map(([value, label]) => ({ value, label })),
  },
];

const GROUP_COLUMNS: readonly TableColumn<UserGroupRow>[] = [
  { id: "name", header: "Name", sort: "name", cell: (row) => row.name },
  {
    id: "who",
    header: "Who",
    cell: (row) => (
      <span className="block max-w-120 truncate max-md:whitespace-normal">
        {row.rule ? describeGroupRule(row.rule) : GROUP_KIND_LABELS.static}
      </span>
    ),
  },
  {
    id: "description",
    header: "Description",
    phone: "hidden",
    cell: (row) => <span className="block max-w-100 truncate">{row.description || "–"}</span>,
  },
  {
    id: "members",
    header: "Members",
    cell: (row) => (
      <HoverLink
        href={`${USERS_URL}?group=${row.id}`}
        className="rounded-sm font-semibold text-primary underline-offset-4 hover:underline"
      >
        {formatUserCount(row.members, row.members_is_capped)}
      </HoverLink>
    ),
  },
  {
    id: "created_at",
    header: "Added",
    sort: "created_at",
    phone: "hidden",
    cell: (row) => <DateTime at={row.created_at} dateOnly />,
  },
];

/** Lists the user groups. Each row opens the group in a dialog with its own URL. */
export function GroupListScreen() {
  const list = useListParams(USER_GROUP_LIST);
  const query = useQuery(userGroupListQuery(toApiInput(list.state)));
  const mayCreate = useAccess(routes.user.createGroup);
  const { entry, addressOf, open, close } = useRecordInUrl("group");
  return (
    <>
      <DataTable
        label="User groups"
        columns={GROUP_COLUMNS}
        query={query}
        list={list}
        rowId={(row) => row.id}
        rowHref={(row) => addressOf(row.id)}
        searchLabel="Search by name"
        facets={FACETS}
        empty={{ text: "Groups of people that you want to reach together appear here." }}
        actions={
          mayCreate && (
            <Button
              variant="primary"
              onPointerEnter={GroupDialog.preload}
              onFocus={GroupDialog.preload}
              onClick={() => open("new")}
            >
              <Plus aria-hidden="true" /> New group
            </Button>
          )
        }
      />
      <Suspense>
        {entry && (idFilter(entry) || (entry === "new" && mayCreate)) && (
          <GroupDialog key={entry} groupId={entry === "new" ? null : entry} onClose={close} />
        )}
      </Suspense>
    </>
  );
}
