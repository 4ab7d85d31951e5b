import type { TableColumn } from "./column";

/** Ids of the columns in order, and of hidden columns. An empty order means the list's own order. */
export type ColumnLayout = { order: string[]; hidden: string[] };

/** Returns whether a column can be hidden. The first column can't, because it identifies the row and contains its link. */
export const isColumnHideable = (column: TableColumn<never>, index: number) => index > 0 && column.hideable !== false;

/** Sorts columns by a stored order. The first column stays first. A column missing from the order follows its left neighbour. */
export function arrangeColumns<Row>(
  columns: readonly TableColumn<Row>[],
  order: readonly string[],
): TableColumn<Row>[] {
  const [first, ...others] = columns;
  if (!first) return [];
  const known = others.filter(({ id }) => order.includes(id));
  const arranged = [first, ...known.sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id))];
  for (const [index, column] of columns.entries())
    if (!arranged.includes(column))
      arranged.splice(arranged.indexOf(columns[index - 1] as TableColumn<Row>) + 1, 0, column);
  return arranged;
}

/** Returns the ids of hidden columns. An optional column is hidden until a stored order contains it. */
export const hiddenColumns = <Row>(columns: readonly TableColumn<Row>[], { order, hidden }: ColumnLayout): string[] =>
  columns
    .filter((column, index) => isColumnHideable(column, index))
    .filter(({ id, optional }) => hidden.includes(id) || (optional && !order.includes(id)))
    .map(({ id }) => id);
