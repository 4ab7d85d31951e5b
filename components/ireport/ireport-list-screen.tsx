"use client";

import { useQuery } from "@tanstack/react-query";
import { ExportButton } from "@/components/common/export/export-button";
import { PageHeader } from "@/components/common/page-header";
import { DataTable } from "@/components/common/table/data-table";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Kbd } from "@/components/ui/kbd";
import { hasSearchOrFilters, toApiInput } from "@/lib/client/list-params";
import { useShortcuts } from "@/lib/client/shortcuts";
import { useListParams } from "@/lib/client/use-list-params";
import { IREPORT_LIST } from "@/lib/contract/ireport.values";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { useExportAccess } from "@/lib/queries/exports";
import { exportIreports, ireportListQuery } from "@/lib/queries/ireport";
import { usePollIreportChanges } from "@/lib/queries/ireport-pulse";
import { useAccess } from "@/lib/queries/rp";
import { IREPORT_COLUMNS } from "./ireport-list-columns";
import { IREPORTS_URL } from "./ireport-words";
import { useIreportBulkActions } from "./use-ireport-bulk";
import { useIreportFacets } from "./use-ireport-facets";
import { useClaimNextIreport } from "./use-ireport-next";

/** Lists all reports: open ones by due time, then paused ones (which wait for the citizen), then closed ones. */
export function IreportListScreen() {
  const list = useListParams(IREPORT_LIST);
  const input = toApiInput(list.state);
  const query = useQuery(ireportListQuery(input));
  const exportAccess = useExportAccess(routes.ireport.export);
  const mayWork = useAccess(routes.ireport.next);
  const facets = useIreportFacets(list.state.filters);
  const { next, busy } = useClaimNextIreport();
  const bulk = useIreportBulkActions();
  usePollIreportChanges(query.data?.mark);
  useShortcuts("Reports", mayWork ? [{ key: "n", label: "Next for me", run: next }] : []);
  return (
    <>
      <PageHeader
        title="All reports"
        breadcrumbs={[{ label: "iReports", href: IREPORTS_URL }]}
        description="Reports that wait for the desk first, by deadline; then paused and closed ones."
        actions={
          mayWork && (
            <Button variant="primary" busy={busy} aria-keyshortcuts="n" onClick={next}>
              Next for me
              <span className="max-md:hidden">
                <Kbd>N</Kbd>
              </span>
            </Button>
          )
        }
      />
      <DataTable
        label="Reports"
        columns={IREPORT_COLUMNS}
        query={query}
        list={list}
        rowId={(row) => row.id}
        rowHref={(row) => recordUrl("ireport", row.id)}
        searchLabel="Search by number, word or phone"
        facets={facets}
        selection={mayWork ? { rowName: (row) => `${row.number} ${row.title}`, bar: bulk.bar } : undefined}
        actions={
          exportAccess && (
            <ExportButton
              {...exportAccess}
              what={["report", "reports"]}
              list={query.data}
              filtered={hasSearchOrFilters(list.state)}
              create={(format) => exportIreports({ ...input, until: query.data?.until }, format)}
            />
          )
        }
        empty={{
          text: "Reports of citizens from the app appear here.",
          action: <ButtonLink href="/dashboard/ireports/categories">Categories to report in</ButtonLink>,
        }}
      />
      {bulk.dialogs}
    </>
  );
}
