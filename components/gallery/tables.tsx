"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { DateTime } from "@/components/common/date-time";
import { Money } from "@/components/common/money";
import { StatusBadge } from "@/components/common/status-badge";
import type { TableColumn } from "@/components/common/table/column";
import { DataTable, type DataTableProps } from "@/components/common/table/data-table";
import type { Facet } from "@/components/common/table/facet";
import { TablePager } from "@/components/common/table/pager";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { ListState } from "@/lib/client/list-params";
import { type SAMPLE_PAYMENTS, SAMPLE_QUERIES, useSampleList } from "./sample-list";
import { GalleryExample, GallerySection } from "./section";

type Payment = (typeof SAMPLE_PAYMENTS)[number];

const PAYMENT_COLUMNS: readonly TableColumn<Payment>[] = [
  { id: "reference", header: "Reference", cell: ({ reference }) => reference },
  { id: "status", header: "State", cell: ({ status }) => <StatusBadge status={status} />, phone: "title" },
  { id: "user", header: "User", cell: ({ user }) => user, sort: "user" },
  { id: "amount", header: "Amount", align: "end", cell: ({ amount }) => <Money kobo={amount} />, sort: "amount" },
  { id: "at", header: "Date", cell: ({ at }) => <DateTime at={at} />, sort: "created_at" },
];

const STATE_OPTIONS = ["Succeeded", "Pending", "Failed"].map((label) => ({ value: label.toLowerCase(), label }));
const FACETS: readonly Facet[] = [
  { kind: "choices", key: "state", label: "State", options: STATE_OPTIONS },
  { kind: "days", from: "from", to: "to", label: "Dates" },
  { kind: "amounts", min: "min", max: "max", label: "Amount" },
  { kind: "text", key: "reference", label: "Provider's reference", placeholder: "PSK-8F2K" },
  { kind: "toggle", key: "disputed", label: "Disputed" },
];

type TableProps = Partial<DataTableProps<Payment>> & {
  answer: keyof typeof SAMPLE_QUERIES;
  begin?: Partial<ListState>;
};

function DemoTable({ answer: sample, begin: initialState, ...tableProps }: TableProps) {
  const list = useSampleList({ sort: "-created_at", ...initialState });
  return (
    <DataTable
      label={`Payments, ${sample}`}
      columns={PAYMENT_COLUMNS}
      query={SAMPLE_QUERIES[sample]}
      list={list}
      rowId={({ id }) => id}
      rowHref={({ id }) => `#payment-${id}`}
      empty={{ text: "Payments appear here as soon as citizens pay." }}
      {...tableProps}
    />
  );
}

/** Clicks the checkboxes of some rows after mounting, because the table keeps the selection in its own state. */
function TableWithSelection({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const ticks = frame.current?.querySelectorAll<HTMLInputElement>("tbody input[type=checkbox]:not(:checked)") ?? [];
    for (const checkbox of [...ticks].slice(0, 2)) checkbox.click();
  }, []);
  return <div ref={frame}>{children}</div>;
}

const selection: DataTableProps<Payment>["selection"] = {
  rowName: ({ reference }) => reference,
  bar: () => <Button size="sm">Assign to…</Button>,
};

export const TableExamples = () => (
  <>
    <GallerySection id="table" title="Table with search and filters">
      <GalleryExample caption="Rows, sorted by date; all filters">
        <DemoTable
          answer="rows"
          searchLabel="Search by reference or user"
          facets={FACETS}
          actions={<Button>Export</Button>}
        />
      </GalleryExample>
    </GallerySection>
    <GallerySection id="table-narrowed" title="Table with filters set and rows selected">
      <GalleryExample caption="Sorted by amount; two rows are selected">
        <TableWithSelection>
          <DemoTable
            answer="first"
            begin={{
              sort: "amount",
              q: "obi",
              filters: {
                state: "pending,failed",
                from: "2026-11-01",
                to: "2026-11-26",
                min: "5000",
                reference: "PSK-8F2K",
                disputed: "true",
              },
            }}
            searchLabel="Search by reference or user"
            facets={FACETS}
            selection={selection}
          />
        </TableWithSelection>
      </GalleryExample>
      <GalleryExample caption="Another page loads">
        <DemoTable answer="refreshing" begin={{ page: 2 }} />
      </GalleryExample>
      <GalleryExample caption="Reading the rows again failed">
        <DemoTable answer="stale" />
      </GalleryExample>
    </GallerySection>
    <GallerySection id="table-without-rows" title="Table without rows">
      <GalleryExample caption="Loading">
        <DemoTable answer="loading" columns={PAYMENT_COLUMNS.slice(0, 3)} begin={{ size: 3 }} />
      </GalleryExample>
      <GalleryExample caption="Nothing there">
        <DemoTable answer="empty" />
      </GalleryExample>
    </GallerySection>
    <GallerySection id="table-without-answer" title="Table without a match or an answer">
      <GalleryExample caption="Nothing matches">
        <DemoTable answer="empty" label="Payments, no match" begin={{ filters: { state: "failed" } }} facets={FACETS} />
      </GalleryExample>
      <GalleryExample caption="Loading failed">
        <DemoTable answer="failed" />
      </GalleryExample>
    </GallerySection>
    <GallerySection id="pager" title="Pages of a list">
      <GalleryExample caption="First page, one in the middle, the last one">
        <div className="space-y-2">
          {[1, 2, 4].map((page) => (
            <Card key={page}>
              <TablePager
                page={page}
                data={{
                  items: Array(page === 4 ? 2 : 20).fill(null),
                  page: page - 1,
                  size: 20,
                  total: 62,
                  totalIsCapped: false,
                }}
                onPage={() => {}}
                onSize={() => {}}
              />
            </Card>
          ))}
        </div>
      </GalleryExample>
    </GallerySection>
  </>
);
