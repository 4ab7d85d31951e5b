"use client";

import { useState } from "react";
import { StatusBadge } from "@/components/common/status-badge";
import type { TableColumn } from "@/components/common/table/column";
import { RecordList } from "@/components/common/table/record-list";
import { SortableList } from "@/components/common/table/sortable-list";
import { useReorder } from "@/components/common/table/use-reorder";
import { Card } from "@/components/ui/card";
import { SampleDialog } from "./sample-dialog";
import { GalleryExample, GallerySection, SideBySide } from "./section";

type Category = { id: string; name: string; state: string; version: number };
const CATEGORIES: Category[] = [
  { id: "roads", name: "Roads", state: "active", version: 1 },
  { id: "water", name: "Water and drains", state: "active", version: 1 },
  { id: "light", name: "Street light", state: "paused", version: 1 },
];
const CATEGORY_COLUMNS: readonly TableColumn<Category>[] = [
  { id: "name", header: "Name", cell: ({ name }) => <span className="font-semibold">{name}</span> },
  { id: "state", header: "State", cell: ({ state }) => <StatusBadge status={state} />, phone: "title" },
];
const IDLE_QUERY = { error: null, isFetching: false, refetch: () => {} };
const categoriesInOrder = (ids: string[]) => ids.flatMap((id) => CATEGORIES.find((each) => each.id === id) ?? []);
const listProps = {
  address: "category",
  query: IDLE_QUERY,
  columns: CATEGORY_COLUMNS,
  empty: "Categories appear here.",
  add: "New category",
  may: { create: true, update: true },
  preload: () => {},
  dialog: (record: Category | undefined, close: () => void) => <SampleDialog record={record} onClose={close} />,
};

export function RecordExamples() {
  const [rows, setRows] = useState(CATEGORIES);
  const moves = useReorder(rows, { send: (ids) => setRows(categoriesInOrder(ids)) });
  return (
    <>
      <GallerySection id="records" title="Short list of records">
        <GalleryExample caption="In an order that buttons change">
          <RecordList {...listProps} label="Categories" rows={rows} moves={moves} head={<p>Shown in this order.</p>} />
        </GalleryExample>
        <SideBySide>
          <GalleryExample caption="Read only">
            <RecordList
              {...listProps}
              label="Categories to read"
              address="none"
              rows={CATEGORIES}
              may={{ create: false, update: false }}
            />
          </GalleryExample>
          <GalleryExample caption="Loading">
            <RecordList {...listProps} label="Categories, loading" address="none" rows={undefined} />
          </GalleryExample>
          <GalleryExample caption="Nothing there">
            <RecordList {...listProps} label="No categories" address="none" rows={[]} />
          </GalleryExample>
          <GalleryExample caption="Loading failed">
            <RecordList
              {...listProps}
              label="Categories, failed"
              address="none"
              rows={undefined}
              query={{ ...IDLE_QUERY, error: new Error("The service can't be reached.") }}
            />
          </GalleryExample>
        </SideBySide>
      </GallerySection>
      <GallerySection id="records-dragged" title="List in an order that people choose by dragging">
        <GalleryExample caption="Records">
          <RecordList
            {...listProps}
            label="Categories to drag"
            address="none"
            rows={rows}
            sortable={{ send: (ids) => setRows(categoriesInOrder(ids)) }}
          />
        </GalleryExample>
        <GalleryExample caption="Without the right to change it">
          <Card className="px-5 py-3">
            <SortableList
              label="Slides"
              items={["Carnival Calabar", "New bus lines"]}
              idOf={(slide) => slide}
              nameOf={(slide) => slide}
              render={(slide) => slide}
              onOrder={() => {}}
              disabled
            />
          </Card>
        </GalleryExample>
      </GallerySection>
    </>
  );
}
