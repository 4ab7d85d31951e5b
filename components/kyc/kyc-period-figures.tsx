"use client";

import { useQuery } from "@tanstack/react-query";
import type { TableColumn } from "@/components/common/table/column";
import { RowsTable } from "@/components/common/table/rows-table";
import type { KycFigures, KycFiguresPeriod, KycStats } from "@/lib/contract/kyc-figures";
import { formatCount } from "@/lib/format";
import { meQuery } from "@/lib/queries/auth";
import { formatMedianDuration } from "./kyc-words";

type OfficerRow = KycFigures & { id: string; name: string };
const countColumn = (id: Exclude<keyof KycFigures, "median_minutes">, header: string): TableColumn<OfficerRow> => ({
  id,
  header,
  cell: (row) => formatCount(row[id]),
  align: "end",
});
const OFFICER_COLUMNS: readonly TableColumn<OfficerRow>[] = [
  { id: "name", header: "Officer", cell: ({ name }) => <span className="font-semibold">{name}</span> },
  countColumn("approved", "Approved"),
  countColumn("rejected", "Rejected"),
  countColumn("sent_back", "Sent back"),
  countColumn("reopened", "Reopened"),
  { id: "median", header: "Median on a case", cell: (row) => formatMedianDuration(row.median_minutes), align: "end" },
];

/** Lists the admin's own review figures, then those of colleagues in the order of their names, then those of the whole team. */
export function KycPeriodFigures({
  title,
  period,
  stats,
}: {
  title: string;
  period: KycFiguresPeriod;
  stats: KycStats;
}) {
  const { data: me } = useQuery(meQuery());
  const rows = stats.officers.map(({ officer, ...periods }) => ({ ...officer, ...periods[period] }));
  const ownRows = rows.filter(({ id }) => id === me?.id).map((row) => ({ ...row, name: "You" }));
  const otherRows = rows.filter(({ id }) => id !== me?.id);
  return (
    <section className="min-w-0">
      <h2 className="py-1 font-semibold text-muted">{title}</h2>
      <RowsTable
        label={`Figures: ${title}`}
        columns={OFFICER_COLUMNS}
        rows={[...ownRows, ...otherRows, { id: "team", name: "Team", ...stats.team[period] }]}
        rowId={({ id }) => id}
      />
    </section>
  );
}
