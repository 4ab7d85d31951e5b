"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ExportButton } from "@/components/common/export/export-button";
import { DataTable } from "@/components/common/table/data-table";
import { type Facet, linkOnlyFacet } from "@/components/common/table/facet";
import { ButtonLink } from "@/components/ui/button-link";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { hasSearchOrFilters, toApiInput, toListQueryString } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import { APPLICATION_LIST } from "@/lib/contract/grant.values";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { useExportAccess } from "@/lib/queries/exports";
import { programmeQuery } from "@/lib/queries/grant";
import { applicationListQuery, exportApplications } from "@/lib/queries/grant-applications";
import { useAccess } from "@/lib/queries/rp";
import { useApplicationBulkDecision } from "./application-bulk";
import { APPLICATION_COLUMNS, APPLICATION_FACETS, APPLICATION_STATE_FACET } from "./application-columns";

const ApplicationProgrammeFilterPanel = lazyWithPreload(
  () => import("./application-programme-panel"),
  "ApplicationProgrammeFilterPanel",
);

/** Lists applications of all programmes, newest first. Links to applications contain the list's filters, which "Next" uses. */
export function ApplicationListScreen() {
  const list = useListParams(APPLICATION_LIST);
  const input = toApiInput(list.state);
  const query = useQuery(applicationListQuery(input));
  const client = useQueryClient();
  const exportAccess = useExportAccess(routes.grant.exportApplications);
  const mayDecide = useAccess(routes.grant.decide);
  const rows = query.data?.items ?? [];
  const bulk = useApplicationBulkDecision(rows);
  const { programme, user } = list.state.filters;
  // Takes the programme's name from the cache, which the programme's page fills, because an empty list does not contain it.
  const cachedName = programme ? client.getQueryData(programmeQuery(programme).queryKey)?.name : undefined;
  const programmeName = rows.find((row) => row.programme.id === programme)?.programme.name ?? cachedName;
  const userName = rows.find((row) => row.applicant.id === user)?.applicant.name;
  const facets: Facet[] = [
    {
      kind: "own",
      keys: ["programme"],
      label: "Programme",
      summary: (filters) => (filters.programme ? `Programme: ${programmeName ?? "one programme"}` : ""),
      panel: (props) => <ApplicationProgrammeFilterPanel {...props} />,
    },
    APPLICATION_STATE_FACET,
    ...APPLICATION_FACETS,
    ...(user ? [linkOnlyFacet("user", "Applicant", user, userName ?? "One applicant")] : []),
  ];
  return (
    <>
      <DataTable
        label="Applications"
        columns={APPLICATION_COLUMNS}
        query={query}
        list={list}
        rowId={(row) => row.id}
        rowHref={(row) => recordUrl("grant_application", row.id) + toListQueryString(APPLICATION_LIST, list.state)}
        searchLabel="Search by reference, name, phone or email"
        facets={facets}
        selection={
          mayDecide ? { rowName: (row) => `${row.reference} ${row.applicant.name}`, bar: bulk.bar } : undefined
        }
        actions={
          exportAccess && (
            <ExportButton
              {...exportAccess}
              what={["application", "applications"]}
              list={query.data}
              filtered={hasSearchOrFilters(list.state)}
              create={(format) => exportApplications({ ...input, until: query.data?.until }, format)}
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
