"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ExportButton } from "@/components/common/export/export-button";
import { DataTable } from "@/components/common/table/data-table";
import { type Facet, fixedFacet } from "@/components/common/table/facet";
import { ButtonLink } from "@/components/ui/button-link";
import { isFiltered, toApiInput, toSearch } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import { APPLICATION_LIST } from "@/lib/contract/grant.values";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { exportProgress } from "@/lib/queries/exports";
import { programmeQuery } from "@/lib/queries/grant";
import { applicationListQuery, exportApplications } from "@/lib/queries/grant-applications";
import { useHiddenExportColumns, useMay } from "@/lib/queries/rp";
import { useApplicationBulk } from "./application-bulk";
import { APPLICATION_COLUMNS, DESK_FACETS, STATE_FACET } from "./application-columns";
import { ApplicationProgrammePanel } from "./application-programme-panel";

/** Lists applications of all programmes, newest first. Links keep the list's filters, which "Next" uses. */
export function ApplicationListScreen() {
  const list = useListParams(APPLICATION_LIST);
  const input = toApiInput(list.state);
  const query = useQuery(applicationListQuery(input));
  const client = useQueryClient();
  const mayExport = useMay(routes.grant.exportApplications);
  const hiddenColumns = useHiddenExportColumns(routes.grant.exportApplications);
  const mayDecide = useMay(routes.grant.decide);
  const rows = query.data?.items ?? [];
  const bulk = useApplicationBulk(rows);
  const { programme, user } = list.state.filters;
  // If no row names the programme, its name is still cached for admins who arrive from its page.
  const known = programme ? client.getQueryData(programmeQuery(programme).queryKey)?.name : undefined;
  const programmeName = rows.find((row) => row.programme.id === programme)?.programme.name ?? known;
  const userName = rows.find((row) => row.applicant.id === user)?.applicant.name;
  const facets: Facet[] = [
    {
      kind: "own",
      keys: ["programme"],
      label: "Programme",
      summary: (filters) => (filters.programme ? `Programme: ${programmeName ?? "one programme"}` : ""),
      panel: (props) => <ApplicationProgrammePanel {...props} />,
    },
    STATE_FACET,
    ...DESK_FACETS,
    ...(user ? [fixedFacet("user", "Applicant", user, userName ?? "One applicant")] : []),
  ];
  return (
    <>
      <DataTable
        label="Applications"
        name="grant-applications"
        columns={APPLICATION_COLUMNS}
        query={query}
        list={list}
        rowId={(row) => row.id}
        rowHref={(row) => recordUrl("grant_application", row.id) + toSearch(APPLICATION_LIST, list.state)}
        searchLabel="Search by reference, name, phone or email"
        facets={facets}
        selection={
          mayDecide ? { rowName: (row) => `${row.reference} ${row.applicant.name}`, bar: bulk.bar } : undefined
        }
        actions={
          mayExport && (
            <ExportButton
              what={["application", "applications"]}
              hiddenColumns={hiddenColumns}
              list={query.data}
              filtered={isFiltered(list.state)}
              create={(format) => exportApplications({ ...input, until: query.data?.until }, format)}
              progress={exportProgress}
            />
          )
        }
        empty={{
          text: "Applications that citizens send in the app appear here.",
          action: <ButtonLink href="/dashboard/grants/programmes">Programmes</ButtonLink>,
        }}
      />
      {bulk.dialogs}
    </>
  );
}
