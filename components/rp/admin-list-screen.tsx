"use client";

import { useQuery } from "@tanstack/react-query";
import { Trash2, UserPlus } from "lucide-react";
import { Suspense, useState } from "react";
import { DateTime } from "@/components/common/date-time";
import { FreeText } from "@/components/common/free-text";
import { StatusBadge } from "@/components/common/status-badge";
import type { TableColumn } from "@/components/common/table/column";
import { DataTable } from "@/components/common/table/data-table";
import type { Facet } from "@/components/common/table/facet";
import { useRecordInUrl } from "@/components/common/table/use-record-in-url";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { deleteDraft } from "@/lib/client/drafts";
import { toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import { useReopenDraft } from "@/lib/client/use-reopen-draft";
import { idFilter } from "@/lib/contract/list.values";
import type { AdminRow } from "@/lib/contract/rp";
import { rpRoutes } from "@/lib/contract/rp.routes";
import { ADMIN_LIST, ADMIN_STATUSES, RIGHT_FILTER_VALUES } from "@/lib/contract/rp.values";
import { selectOptions } from "@/lib/format";
import { useAccess } from "@/lib/queries/rp";
import { adminListQuery, roleChoicesQuery } from "@/lib/queries/rp-set-up";
import { INVITATION_DRAFT_NAME } from "./invite-draft";

const InviteAdminDialog = lazyWithPreload(() => import("./invite-dialog"), "InviteAdminDialog");
const AdminDrawer = lazyWithPreload(() => import("./admin-drawer"), "AdminDrawer");
const DeleteAdminsDialog = lazyWithPreload(() => import("./delete-dialog"), "DeleteAdminsDialog");

const adminName = (row: Pick<AdminRow, "first_name" | "last_name">) => `${row.first_name} ${row.last_name}`;

const ADMIN_COLUMNS: readonly TableColumn<AdminRow>[] = [
  { id: "name", header: "Name", sort: "name", cell: adminName },
  { id: "email", header: "Email", sort: "email", cell: (row) => <FreeText>{row.email}</FreeText> },
  { id: "roles", header: "Roles", cell: (row) => <RoleNames row={row} /> },
  { id: "status", header: "Status", phone: "title", cell: (row) => <StatusBadge status={row.status} /> },
  {
    id: "last_sign_in_at",
    header: "Last sign-in",
    sort: "last_sign_in_at",
    cell: (row) =>
      row.last_sign_in_at ? <DateTime at={row.last_sign_in_at} /> : <span className="text-muted">Never</span>,
  },
  {
    id: "created_at",
    header: "Added",
    sort: "created_at",
    phone: "hidden",
    cell: (row) => <DateTime at={row.created_at} dateOnly />,
  },
];

function RoleNames({ row }: { row: AdminRow }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      {row.roles.length === 0 && <span className="text-muted">None</span>}
      {row.roles.map(({ roleId, name }) => (
        <Badge key={roleId} className="max-w-52">
          <span className="truncate">{name}</span>
        </Badge>
      ))}
      {row.awaiting && <StatusBadge status="awaiting_approval" />}
      {row.status === "active" && row.depends_on.length > 0 && <StatusBadge status="unconfirmed" />}
    </span>
  );
}

/** Lists all admins: active, invited and suspended. Each row opens the admin in a drawer with its own URL. */
export function AdminListScreen() {
  const list = useListParams(ADMIN_LIST);
  const query = useQuery(adminListQuery(toApiInput(list.state)));
  const roles = useQuery(roleChoicesQuery()).data?.items ?? [];
  const mayInvite = useAccess(rpRoutes.createAdmin);
  const mayDelete = useAccess(rpRoutes.deleteAdmins);
  const { entry, addressOf, close } = useRecordInUrl("admin");
  const [inviting, setInviting] = useState(false);
  const [deleting, setDeleting] = useState<{ admins: readonly AdminRow[]; clear: () => void } | null>(null);
  useReopenDraft(INVITATION_DRAFT_NAME, () => setInviting(true));
  const closeInvite = () => {
    deleteDraft(INVITATION_DRAFT_NAME);
    setInviting(false);
  };

  const facets: readonly Facet[] = [
    {
      kind: "choices",
      key: "status",
      label: "Status",
      options: selectOptions(ADMIN_STATUSES),
    },
    {
      kind: "choices",
      key: "roleId",
      label: "Role",
      single: true,
      options: roles.map(({ roleId, name }) => ({ value: roleId, label: name })),
    },
    {
      kind: "choices",
      key: "may",
      label: "May do",
      single: true,
      options: selectOptions(RIGHT_FILTER_VALUES, (right) => right.replace(":", ": ")),
    },
    { kind: "toggle", key: "full", label: "Full administrators" },
    { kind: "toggle", key: "unconfirmed", label: "Not confirmed" },
    { kind: "toggle", key: "confirmable", label: "For me to confirm" },
  ];
  return (
    <>
      <DataTable
        label="Admin users"
        columns={ADMIN_COLUMNS}
        query={query}
        list={list}
        rowId={(row) => row.id}
        rowHref={(row) => addressOf(row.id)}
        searchLabel="Search by name or email"
        facets={facets}
        empty={{ text: "Invite the people who work with you." }}
        actions={
          mayInvite && (
            <Button
              variant="primary"
              onPointerEnter={InviteAdminDialog.preload}
              onFocus={InviteAdminDialog.preload}
              onClick={() => setInviting(true)}
            >
              <UserPlus aria-hidden="true" /> Invite admin
            </Button>
          )
        }
        selection={
          mayDelete
            ? {
                rowName: adminName,
                bar: (admins, clear) => (
                  <Button variant="danger" size="sm" onClick={() => setDeleting({ admins, clear })}>
                    <Trash2 aria-hidden="true" /> Delete
                  </Button>
                ),
              }
            : undefined
        }
      />
      <Suspense>
        {inviting && <InviteAdminDialog onClose={closeInvite} />}
        {entry && idFilter(entry) && <AdminDrawer adminId={entry} onClose={close} />}
        {deleting && (
          <DeleteAdminsDialog
            admins={deleting.admins}
            onClose={(isDeleted) => {
              setDeleting(null);
              if (isDeleted) deleting.clear();
            }}
          />
        )}
      </Suspense>
    </>
  );
}
