import { DateTime } from "@/components/common/date-time";
import { Money } from "@/components/common/money";
import type { SelectOption } from "@/components/ui/select";
import { titleCase } from "@/lib/format";
import type { TableColumn } from "./column";
import type { Facet } from "./facet";

type Posting = { posted_at: string; kind: string; amount: number; balance_after: number };

/** Returns the filters for an account's postings. @param kinds kinds of ledger entries */
export const accountStatementFacets = (kinds: readonly SelectOption[]): readonly Facet[] => [
  { kind: "choices", key: "kind", label: "Kind", options: kinds },
  {
    kind: "choices",
    key: "direction",
    label: "Direction",
    single: true,
    options: [
      { value: "in", label: "Money in" },
      { value: "out", label: "Money out" },
    ],
  },
  { kind: "amounts", min: "min", max: "max", label: "Amount" },
  { kind: "days", from: "from", to: "to", label: "When" },
];

/**
 * Returns the columns for an account's postings, including the account's balance after each posting.
 * @param description renders a posting's description
 */
export const accountStatementColumns = <Row extends Posting>(
  description: TableColumn<Row>["cell"],
): readonly TableColumn<Row>[] => [
  {
    id: "posted_at",
    header: "Posted",
    sort: "posted_at",
    width: "11rem",
    cell: (row) => <DateTime at={row.posted_at} />,
  },
  { id: "description", header: "Description", hideable: false, cell: description },
  { id: "kind", header: "Kind", cell: (row) => titleCase(row.kind), phone: "hidden" },
  {
    id: "amount",
    header: "Amount",
    align: "end",
    phone: "title",
    cell: ({ amount }) => <Money kobo={amount} className={amount < 0 ? "" : "font-semibold text-success"} />,
  },
  { id: "balance_after", header: "Balance", align: "end", cell: (row) => <Money kobo={row.balance_after} /> },
];
