import { FactList } from "@/components/common/fact-list";
import { Money } from "@/components/common/money";
import type { TableColumn } from "@/components/common/table/column";
import { RowsTable } from "@/components/common/table/rows-table";
import { Card, CardHeader } from "@/components/ui/card";
import type { ReconciliationDayFigures } from "@/lib/contract/reconciliation-days";
import { formatMoney } from "@/lib/format";

type SideRow = { label: string; bank: number; provider: number | null; ledger: number };

const SIDE_COLUMNS: readonly TableColumn<SideRow>[] = [
  { id: "label", header: "Balance", cell: ({ label }) => <span className="font-semibold">{label}</span> },
  { id: "bank", header: "Bank accounts", align: "end", cell: ({ bank }) => <Money kobo={bank} /> },
  {
    id: "provider",
    header: "At providers",
    align: "end",
    cell: ({ provider }) => (provider === null ? "–" : <Money kobo={provider} />),
  },
  { id: "ledger", header: "Settlement float", align: "end", cell: ({ ledger }) => <Money kobo={ledger} /> },
];

/** Compares the day's balances at banks, at providers and in the ledger, and explains the difference of ledger and bank. */
export function DayFiguresCard({
  figures: { bank, provider, ledger, statement },
}: {
  figures: ReconciliationDayFigures;
}) {
  const rows: SideRow[] = [
    { label: "Opening", bank: bank.opening, provider: provider.opening, ledger: ledger.opening },
    { label: "In", bank: bank.in, provider: null, ledger: ledger.in },
    { label: "Out", bank: -bank.out, provider: null, ledger: -ledger.out },
    { label: "Closing", bank: bank.closing, provider: provider.closing, ledger: ledger.closing },
  ];
  return (
    <Card>
      <CardHeader title="Bank, providers and ledger" />
      <RowsTable label="Bank, providers and ledger" columns={SIDE_COLUMNS} rows={rows} rowId={({ label }) => label} />
      <div className="border-t border-border px-5 py-4">
        <LedgerBankDifferenceFacts statement={statement} />
      </div>
    </Card>
  );
}

/** Lists the amounts that explain why the ledger's balance differs from the bank's, and the unexplained rest. */
export const LedgerBankDifferenceFacts = ({ statement }: { statement: ReconciliationDayFigures["statement"] }) => (
  <FactList
    facts={[
      ["Ledger minus bank", formatMoney(statement.ledger - statement.bank)],
      ["At payment providers", formatMoney(statement.at_provider)],
      ["Ledger items not matched yet", formatMoney(statement.open_ledger)],
      ["Bank lines not matched yet", formatMoney(-statement.open_bank)],
      statement.opening_difference !== 0 && ["From before reconciliation", formatMoney(statement.opening_difference)],
      ["Not explained", <Money key="difference" kobo={statement.difference} className="font-bold" />],
    ]}
  />
);
