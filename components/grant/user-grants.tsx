"use client";

import { useQuery } from "@tanstack/react-query";
import { DataTable } from "@/components/common/table/data-table";
import { toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import { USER_APPLICATION_LIST } from "@/lib/contract/grant.values";
import { recordUrl } from "@/lib/contract/records";
import { applicationListQuery } from "@/lib/queries/grant-applications";
import { APPLICATION_COLUMNS, APPLICATION_STATE_FACET, APPLICATION_SUBMITTED_FACET } from "./application-columns";

const USER_APPLICATION_COLUMNS = APPLICATION_COLUMNS.filter(({ id }) => id !== "applicant" && id !== "lga");

/** Lists the grant applications of one user, on the user's page. */
export function UserGrants({ userId }: { userId: string }) {
  const list = useListParams(USER_APPLICATION_LIST);
  const query = useQuery(applicationListQuery({ ...toApiInput(list.state), user: userId }));
  return (
    <DataTable
      label="Grant applications of this user"
      columns={USER_APPLICATION_COLUMNS}
      query={query}
      list={list}
      rowId={(row) => row.id}
      rowHref={(row) => recordUrl("grant_application", row.id)}
      searchLabel="Search by reference"
      facets={[APPLICATION_STATE_FACET, APPLICATION_SUBMITTED_FACET]}
      empty={{ text: "Grants that this user applies for in the app appear here." }}
    />
  );
}
