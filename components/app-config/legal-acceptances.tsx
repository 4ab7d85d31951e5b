"use client";

import { useQuery } from "@tanstack/react-query";
import { DateTime } from "@/components/common/date-time";
import { ExportButton } from "@/components/common/export/export-button";
import type { TableColumn } from "@/components/common/table/column";
import { DataTable } from "@/components/common/table/data-table";
import { ButtonLink } from "@/components/ui/button-link";
import { HoverLink } from "@/components/ui/hover-link";
import { toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import type { LegalAcceptance } from "@/lib/contract/app-config";
import { LEGAL_ACCEPTANCE_LIST } from "@/lib/contract/app-config.values";
import type { LegalKind } from "@/lib/contract/content-entries.values";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { exportAcceptances, legalAcceptanceStatsQuery, legalAcceptancesQuery } from "@/lib/queries/app-config";
import { useExportAccess } from "@/lib/queries/exports";
import { useAccess, useCanSeeField } from "@/lib/queries/rp";

const user = (isLinked: boolean): TableColumn<LegalAcceptance> => ({
  id: "user",
  header: "User",
  hideable: false,
  cell: ({ user: { id, name } }) =>
    isLinked ? (
      <HoverLink href={recordUrl("user", id)} className="font-semibold text-primary hover:underline">
        {name}
      </HoverLink>
    ) : (
      <span className="font-semibold">{name}</span>
    ),
});
const PHONE: TableColumn<LegalAcceptance> = { id: "phone", header: "Phone", cell: ({ phone }) => phone };
const COLUMNS: readonly TableColumn<LegalAcceptance>[] = [
  { id: "number", header: "Version", align: "end", cell: ({ number }) => number },
  {
    id: "accepted_at",
    header: "Accepted",
    sort: "accepted_at",
    cell: ({ accepted_at }) => <DateTime at={accepted_at} />,
  },
];

const allColumns = (linked: boolean, showsPhone: boolean) => [user(linked), ...(showsPhone ? [PHONE] : []), ...COLUMNS];

/** Lists users with the version of a legal text that each accepted in the app. */
export function LegalTextAcceptances({ kind }: { kind: LegalKind }) {
  const list = useListParams(LEGAL_ACCEPTANCE_LIST);
  const input = { kind, ...toApiInput(list.state) };
  const query = useQuery(legalAcceptancesQuery(input));
  const { data: stats } = useQuery(legalAcceptanceStatsQuery(kind));
  const exportAccess = useExportAccess(routes.appConfig.exportAcceptances);
  const showsPhone = useCanSeeField("acceptance.phone");
  const columns = allColumns(useAccess(routes.user.single), showsPhone);
  return (
    <DataTable
      label="Acceptances"
      columns={columns}
      query={query}
      list={list}
      rowId={(row) => `${row.number}-${row.user.id}`}
      searchLabel={showsPhone ? "Search by name or phone" : "Search by name"}
      facets={[
        {
          kind: "choices",
          key: "number",
          label: "Version",
          single: true,
          options: (stats?.items ?? []).map(({ number }) => ({ value: String(number), label: `Version ${number}` })),
        },
      ]}
      actions={
        exportAccess && (
          <ExportButton
            {...exportAccess}
            what={["acceptance", "acceptances"]}
            list={query.data}
            filtered={Boolean(list.state.q || list.state.filters.number)}
            create={(format) => exportAcceptances({ ...input, until: query.data?.until }, format)}
          />
        )
      }
      empty={{
        text: "Acceptances appear here as citizens accept in the app.",
        action: <ButtonLink href="/dashboard/app-config/terms">Terms</ButtonLink>,
      }}
    />
  );
}
