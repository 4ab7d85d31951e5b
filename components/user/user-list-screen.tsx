"use client";

import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useRouter } from "next/navigation";
import { Suspense, useRef } from "react";
import { ExportButton } from "@/components/common/export/export-button";
import { PageHeader } from "@/components/common/page-header";
import { DataTable } from "@/components/common/table/data-table";
import type { Facet } from "@/components/common/table/facet";
import { useRecordInUrl } from "@/components/common/table/use-record-in-url";
import { Button } from "@/components/ui/button";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { deleteDraft } from "@/lib/client/drafts";
import { hasSearchOrFilters, toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import { useReopenDraft } from "@/lib/client/use-reopen-draft";
import { LGA_OPTIONS } from "@/lib/contract/lgas.values";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import type { UserDetails } from "@/lib/contract/user";
import { USER_LIST } from "@/lib/contract/user.values";
import { useExportAccess } from "@/lib/queries/exports";
import { useAccess } from "@/lib/queries/rp";
import { exportUsers, userGroupChoicesQuery, userListQuery } from "@/lib/queries/user";
import { useAddToGroup } from "./use-add-to-group";
import { NEW_USER_DRAFT_NAME } from "./user-actions";
import { USER_COLUMNS } from "./user-columns";
import { USER_ACCOUNTS_URL, USER_STATUS_OPTIONS, USER_TIER_OPTIONS } from "./user-words";

const NewUserDialog = lazyWithPreload(() => import("./new-user-dialog"), "NewUserDialog");

/** Lists all users of the app, newest first. */
export function UserListScreen() {
  const list = useListParams(USER_LIST);
  const input = toApiInput(list.state);
  const query = useQuery(userListQuery(input));
  const groups = useQuery(userGroupChoicesQuery()).data?.items ?? [];
  const mayAdd = useAccess(routes.user.addMembers);
  const toGroup = useAddToGroup();
  const exportAccess = useExportAccess(routes.user.export);
  const mayCreate = useAccess(routes.user.create);
  const router = useRouter();
  // `?new=user` opens the form. `?new=identity-request` then continues with an identity request for that user.
  const adding = useRecordInUrl("new");
  useReopenDraft(NEW_USER_DRAFT_NAME, () => adding.open(adding.entry ?? "user"));
  // URL to open after the dialog closes. Replaces the form's URL in the browser history, so that Back leads to the list.
  const nextUrl = useRef<string>(undefined);
  const onCreated = ({ id, phone }: UserDetails) => {
    const request = `/dashboard/kyc-management/new?q=${encodeURIComponent(phone)}`;
    nextUrl.current = adding.entry === "identity-request" ? request : recordUrl("user", id);
  };
  const closeDialog = () => {
    deleteDraft(NEW_USER_DRAFT_NAME);
    if (nextUrl.current) router.replace(nextUrl.current);
    else adding.close();
  };
  const facets: readonly Facet[] = [
    { kind: "choices", key: "status", label: "Status", options: USER_STATUS_OPTIONS },
    { kind: "choices", key: "tier", label: "Tier", options: USER_TIER_OPTIONS },
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
      <PageHeader title="Users" breadcrumbs={[{ label: "User Management", href: USER_ACCOUNTS_URL }]} />
      <DataTable
        label="Users"
        columns={USER_COLUMNS}
        query={query}
        list={list}
        rowId={(row) => row.id}
        rowHref={(row) => recordUrl("user", row.id)}
        searchLabel="Search by name, phone, email or id"
        facets={facets}
        selection={mayAdd ? { rowName: (row) => `${row.name}, ${row.phone}`, bar: toGroup.bar } : undefined}
        actions={
          <>
            {exportAccess && (
              <ExportButton
                {...exportAccess}
                what={["user", "users"]}
                list={query.data}
                filtered={hasSearchOrFilters(list.state)}
                create={(format) => exportUsers({ ...input, until: query.data?.until }, format)}
              />
            )}
            {mayCreate && (
              <Button
                variant="primary"
                onPointerEnter={NewUserDialog.preload}
                onFocus={NewUserDialog.preload}
                onClick={() => adding.open("user")}
              >
                <UserPlus aria-hidden="true" /> New user
              </Button>
            )}
          </>
        }
        empty={{
          text: "Users appear here once they open an account in the app, or at the desk with New user.",
          action: mayCreate && <Button onClick={() => adding.open("user")}>New user</Button>,
        }}
      />
      {toGroup.dialogs}
      <Suspense>{adding.entry && mayCreate && <NewUserDialog onOpened={onCreated} onClose={closeDialog} />}</Suspense>
    </>
  );
}
