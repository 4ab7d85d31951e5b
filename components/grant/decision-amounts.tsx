import { useWatch } from "react-hook-form";
import { FieldError } from "@/components/common/form/field";
import { NAIRA, useNumberField } from "@/components/common/form/number-fields";
import { Money } from "@/components/common/money";
import { Input } from "@/components/ui/input";
import type { ProgrammeSingle } from "@/lib/contract/grant";
import { formatMoney } from "@/lib/format";
import type { DecidedRow } from "./decision-rules";

type Props = { rows: readonly DecidedRow[]; programmes: readonly ProgrammeSingle[] };

/** Returns the kobo of a budget that are neither paid nor committed. */
const leftOf = ({ budget, committed, paid }: ProgrammeSingle) => budget - committed - paid;

/** Edits the amount of each approval if the programme leaves it open, and compares the total with the budget. */
export function DecisionAmounts({ rows, programmes }: Props) {
  const given: Record<string, unknown> = useWatch({ name: "amounts" }) ?? {};
  return programmes.map((programme) => {
    const own = rows.filter((row) => row.programme.id === programme.id);
    const isOpen = programme.award_kind === "up_to";
    const amounts = own.map(({ id }) => (isOpen ? given[id] : programme.amount));
    const total = amounts.reduce<number>((sum, amount) => sum + (typeof amount === "number" ? amount : 0), 0);
    const left = leftOf(programme);
    return (
      <div key={programme.id} className="space-y-2">
        {isOpen && (
          <ul className="max-h-64 space-y-2 overflow-y-auto p-0.5">
            {own.map((row) => (
              <li key={row.id}>
                <Amount row={row} most={programme.amount} />
              </li>
            ))}
          </ul>
        )}
        <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 rounded-md bg-sunken px-3.5 py-3 text-sm tabular-nums">
          <dt>
            {own.length > 1 ? `Total for ${own.length} applications` : "Grant"}, {programme.name}
          </dt>
          <dd className="text-right font-semibold">{formatMoney(total)}</dd>
          <dt className="text-muted">Budget left now</dt>
          <dd className="text-right">{formatMoney(left)}</dd>
          <dt className="text-muted">Budget left after</dt>
          <dd className={`text-right ${total > left ? "font-semibold text-danger" : ""}`}>
            <Money kobo={left - total} />
          </dd>
        </dl>
        {total > left && (
          <p className="text-sm font-medium text-danger">
            The budget is too small for this. Applications beyond it will be refused.
          </p>
        )}
      </div>
    );
  });
}

function Amount({ row, most }: { row: DecidedRow; most: number }) {
  const { id, error, control } = useNumberField({ name: `amounts.${row.id}`, label: "", hint: "" }, NAIRA);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_9rem] items-center gap-3">
      <label htmlFor={id} className="min-w-0 text-sm font-semibold">
        <span className="block truncate">
          {row.applicant.name} <span className="sr-only">, amount in naira</span>
        </span>
        <span id={`${id}-hint`} className="block font-normal text-muted">
          Requested {formatMoney(row.amount_asked)}, at most {formatMoney(most)}
        </span>
      </label>
      <Input {...control} className="text-right tabular-nums" />
      <div className="col-span-2 text-right">
        <FieldError id={id} error={error} />
      </div>
    </div>
  );
}
