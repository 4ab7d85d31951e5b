import { FactList } from "@/components/common/fact-list";
import { Money } from "@/components/common/money";
import type { TableColumn } from "@/components/common/table/column";
import { RowsTable } from "@/components/common/table/rows-table";
import { Card, CardHeader } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import type { ReconciliationDayFigures } from "@/lib/contract/reconciliation-days";
import { RECONCILIATION_KIND_WORDS, RECONCILIATION_SIDE_WORDS } from "@/lib/contract/reconciliation-items.values";
import { TRANSACTION_LABELS } from "@/lib/contract/transaction.values";
import { formatCount, formatDay, formatMoney, pluralize, titleCase } from "@/lib/format";

type LedgerGroup = ReconciliationDayFigures["ledger"]["in_groups"][number];
const label = (code: string) => TRANSACTION_LABELS[code] ?? titleCase(code);

/** Names a group of ledger entries by kind and type: "Remittance, ticket". For payments, the type alone suffices. */
const nameKind = (kind: string, type: string | null) => {
  if (!type || type === kind) return kind;
  return kind === RECONCILIATION_KIND_WORDS.payment ? type : `${kind}, ${type.toLowerCase()}`;
};

const GROUP_COLUMNS: readonly TableColumn<LedgerGroup>[] = [
  {
    id: "kind",
    header: "Kind",
    cell: ({ kind, type }) => nameKind(RECONCILIATION_KIND_WORDS[kind], type && label(type)),
  },
  { id: "channel", header: "Channel", cell: ({ channel }) => (channel ? label(channel) : "–") },
  { id: "head", header: "Revenue head", wraps: true, cell: ({ head }) => (head ? `${head.code} ${head.name}` : "–") },
  { id: "count", header: "Items", align: "end", cell: ({ count }) => formatCount(count) },
  { id: "sum", header: "Amount", align: "end", phone: "title", cell: ({ sum }) => formatMoney(sum) },
];
const groupId = ({ kind, type, channel, head }: LedgerGroup) => [kind, type, channel, head?.code, head?.name].join();

const ACCOUNT_COLUMNS: readonly TableColumn<ReconciliationDayFigures["bank"]["accounts"][number]>[] = [
  { id: "name", header: "Account", cell: ({ name }) => name },
  { id: "opening", header: "Opening", align: "end", cell: ({ opening }) => <Money kobo={opening} /> },
  { id: "in", header: "In", align: "end", cell: (row) => formatMoney(row.in) },
  { id: "out", header: "Out", align: "end", cell: ({ out }) => <Money kobo={-out} /> },
  {
    id: "closing",
    header: "Closing",
    align: "end",
    cell: ({ closing }) => <Money kobo={closing} className="font-semibold" />,
  },
];

const CARRIED_COLUMNS: readonly TableColumn<ReconciliationDayFigures["carried"][number]>[] = [
  { id: "side", header: "Side", cell: ({ side }) => RECONCILIATION_SIDE_WORDS[side] },
  { id: "kind", header: "Kind", cell: ({ kind }) => RECONCILIATION_KIND_WORDS[kind] },
  { id: "count", header: "Items", align: "end", cell: ({ count }) => formatCount(count) },
  { id: "sum", header: "Sum", align: "end", phone: "title", cell: ({ sum }) => <Money kobo={sum} /> },
];

const ADDENDUM_COLUMNS: readonly TableColumn<ReconciliationDayFigures["addendum"][number]>[] = [
  { id: "day", header: "Day", cell: ({ day }) => formatDay(day) },
  { id: "side", header: "Side", cell: ({ side }) => RECONCILIATION_SIDE_WORDS[side] },
  { id: "kind", header: "Kind", cell: ({ kind }) => RECONCILIATION_KIND_WORDS[kind] },
  { id: "reference", header: "Reference", cell: ({ reference }) => reference ?? "–" },
  { id: "amount", header: "Amount", align: "end", phone: "title", cell: ({ amount }) => <Money kobo={amount} /> },
];

const SUSPENSE_COLUMNS: readonly TableColumn<ReconciliationDayFigures["suspense"]["lines"][number]>[] = [
  {
    id: "reference",
    header: "For",
    wraps: true,
    cell: ({ reference, url }) =>
      url ? (
        <HoverLink href={url} className="rounded-sm font-semibold text-primary hover:underline">
          {reference}
        </HoverLink>
      ) : (
        reference
      ),
  },
  { id: "since", header: "Since", cell: ({ since }) => formatDay(since) },
  { id: "amount", header: "Amount", align: "end", phone: "title", cell: ({ amount }) => <Money kobo={amount} /> },
];

/** Lists what a day's figures consist of: ledger entries by kind, bank accounts, providers, unmatched items and suspense. */
export function DayDetails({ figures }: { figures: ReconciliationDayFigures }) {
  const { ledger, bank, provider, carried, addendum, suspense } = figures;
  return (
    <>
      <Section
        title="Money in"
        description={`${formatMoney(ledger.in)} on the settlement float. Fees earned: ${formatMoney(ledger.fees)}.`}
      >
        <RowsTable label="Money in" columns={GROUP_COLUMNS} rows={ledger.in_groups} rowId={groupId} />
      </Section>
      <Section title="Money out" description={`${formatMoney(ledger.out)} from the settlement float.`}>
        <RowsTable label="Money out" columns={GROUP_COLUMNS} rows={ledger.out_groups} rowId={groupId} />
      </Section>
      <Section title="Bank accounts">
        <RowsTable label="Bank accounts" columns={ACCOUNT_COLUMNS} rows={bank.accounts} rowId={({ id }) => id} />
      </Section>
      <Section title="Payment providers">
        <div className="border-t border-border px-5 py-4">
          <FactList
            facts={[
              ["At providers before", formatMoney(provider.opening)],
              ["Payments", formatMoney(provider.payments)],
              ["Fees", formatMoney(provider.fees)],
              ["Refunds", formatMoney(provider.refunds)],
              ["Payouts", formatMoney(provider.payouts)],
              ["Chargebacks", formatMoney(provider.chargebacks)],
              ["Other deductions", formatMoney(provider.deductions)],
              ["Settlements, net", formatMoney(provider.settled)],
              ["At providers after", formatMoney(provider.closing)],
            ]}
          />
        </div>
      </Section>
      {carried.length > 0 && (
        <Section title="Carried forward" description="Not matched at the end of the day. Later days may match it.">
          <RowsTable
            label="Carried forward"
            columns={CARRIED_COLUMNS}
            rows={carried}
            rowId={({ side, kind }) => side + kind}
          />
        </Section>
      )}
      {addendum.length > 0 && (
        <Section
          title="Addendum"
          description={`${pluralize(addendum.length, "item")} of earlier days, found after they were closed.`}
        >
          <RowsTable label="Addendum" columns={ADDENDUM_COLUMNS} rows={addendum} rowId={({ id }) => String(id)} />
        </Section>
      )}
      {suspense.lines.length > 0 && (
        <Section title="Suspense" description={`${formatMoney(suspense.balance)} at the end of the day.`}>
          <RowsTable
            label="Suspense"
            columns={SUSPENSE_COLUMNS}
            rows={suspense.lines}
            rowId={({ reference }) => reference}
          />
        </Section>
      )}
    </>
  );
}

const Section = ({
  title,
  description,
  children,
}: {
  title: string;
  description?: string;
  children: React.ReactNode;
}) => (
  <Card>
    <CardHeader title={title} description={description} />
    {children}
  </Card>
);
