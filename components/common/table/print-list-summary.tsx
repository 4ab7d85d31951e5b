import { PrintOnly } from "@/components/ui/print-only";
import type { ListParams } from "@/lib/client/use-list-params";
import type { ListResponse } from "@/lib/contract/common";
import { formatCount, formatTotal } from "@/lib/format";
import { describeSort, type TableColumn } from "./column";
import { activeFilters, type Facet } from "./facet";

type PrintListSummaryProps = {
  list: ListParams;
  facets: readonly Facet[];
  columns: readonly TableColumn<never>[];
  data: ListResponse<unknown> | undefined;
};

/** Renders in print what toolbar and pager show on screen: search, filters, sort order and range of rows. */
export function PrintListSummary({ list, facets, columns, data }: PrintListSummaryProps) {
  const sort = describeSort(columns, list.sort);
  const texts = [
    list.state.q && `Search: ${list.state.q}`,
    ...activeFilters(facets, list.state.filters).map(({ text }) => text),
    sort && `Sorted by ${sort}`,
  ].filter(Boolean);
  return (
    <div className="hidden print:block">
      <PrintOnly words={texts.join(" · ")} />
      {data && <PrintOnly words={describeRows(data)} />}
    </div>
  );
}

function describeRows({ items, page, size, total, totalIsCapped }: ListResponse<unknown>): string {
  if (items.length === 0) return "No rows.";
  const first = page * size + 1;
  const rows = `Rows ${formatCount(first)}–${formatCount(first + items.length - 1)} of ${formatTotal(total, totalIsCapped)}.`;
  return items.length < total ? `${rows} The other rows are not printed.` : rows;
}
