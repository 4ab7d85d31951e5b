"use client";

import { CheckboxRow } from "@/components/ui/checkbox";
import type { TableColumn } from "./column";
import { type ColumnLayout, isColumnHideable } from "./column-layout";
import { DraggableSortableList } from "./sortable-drag";
import { moveToIndex } from "./sortable-list";

type ColumnsPanelProps = {
  /** All columns in their current order. */
  columns: readonly TableColumn<never>[];
  layout: ColumnLayout;
  onChange: (layout: ColumnLayout) => void;
};

/** Renders the panel that shows, hides and orders columns: by drag, or by keyboard with the handle. The first column stays first. */
export function ColumnsPanel({ columns, layout, onChange }: ColumnsPanelProps) {
  const { order, hidden } = layout;
  const movable = columns.slice(1);
  const ids = movable.map(({ id }) => id);
  const columnOf = (id: string) => movable.find((column) => column.id === id) as TableColumn<never>;
  const toggle = (id: string, isShown: boolean) =>
    onChange({ order, hidden: isShown ? hidden.filter((hiddenId) => hiddenId !== id) : [...hidden, id] });
  return (
    <DraggableSortableList
      label="Columns in their order"
      ids={ids}
      nameOf={(id) => columnOf(id).header}
      onMove={(id, newIndex) => onChange({ order: [order[0] ?? "", ...moveToIndex(ids, id, newIndex)], hidden })}
      render={(id, handle) => (
        <div className="-my-2 flex items-center">
          {handle}
          <div className="min-w-0 grow">
            <CheckboxRow
              label={columnOf(id).header}
              checked={!hidden.includes(id)}
              disabled={!isColumnHideable(columnOf(id), 1)}
              onChange={(event) => toggle(id, event.target.checked)}
            />
          </div>
        </div>
      )}
    />
  );
}
