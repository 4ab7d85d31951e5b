"use client";

import { useQuery } from "@tanstack/react-query";
import { ExportButton } from "@/components/common/export/export-button";
import { DataTable } from "@/components/common/table/data-table";
import { hasSearchOrFilters, toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import { USER_IREPORT_LIST } from "@/lib/contract/ireport.values";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { useExportAccess } from "@/lib/queries/exports";
import { exportIreports, ireportListQuery } from "@/lib/queries/ireport";
import { IREPORT_COLUMNS } from "./ireport-list-columns";

import { useIreportFacets } from "./use-ireport-facets";

/** Lists the reports that a user submitted under their name, on the user's page. */
export function IreportUserReports({ userId }: { userId: string }) {
  const list = useListParams(USER_IREPORT_LIST);
  const input = { ...toApiInput(list.state), reporter: userId };
  const query = useQuery(ireportListQuery(input));
  const facets = useIreportFacets(list.state.filters);
  const exportAccess = useExportAccess(routes.ireport.export);
  return (
    <DataTable
      label="Reports of this user"
      columns={IREPORT_COLUMNS}
      query={query}
      list={list}
      rowId={(row) => row.id}
      rowHref={(row) => recordUrl("ireport", row.id)}
      searchLabel="Search by number or word"
      facets={facets}
      actions={
        exportAccess && (
          <ExportButton
            {...exportAccess}
            what={["report of this user", "reports of this user"]}
            list={query.data}
            filtered={hasSearchOrFilters(list.state)}
            create={(format) => exportIreports({ ...input, until: query.data?.until }, format)}
          />
        )
      }
      empty={{ text: "Reports of this user from the app appear here. Anonymous reports are not linked to a user." }}
    />
  );
}
