import { useWatch } from "react-hook-form";
import { FieldError } from "@/components/common/form/field";
import { NAIRA_NOTATION, useNumberField } from "@/components/common/form/number-fields";
import { Money } from "@/components/common/money";
import { Input } from "@/components/ui/input";
import type { ProgrammeDetails } from "@/lib/contract/grant";
import { formatMoney } from "@/lib/format";
import type { ApplicationForDecision } from "./decision-rules";

type Props = { rows: readonly ApplicationForDecision[]; programmes: readonly ProgrammeDetails[] };

/** Returns the kobo of a programme's budget that are neither paid nor committed. */
const remainingBudget = ({ budget, committed, paid }: ProgrammeDetails) => budget - committed - paid;

/** Edits the amount of each approved application, unless the programme fixes it. Compares the total with the budget. */
export function GrantDecisionAmounts({ rows, programmes }: Props) {
  const enteredAmounts: Record<string, unknown> = useWatch({ name: "amounts" }) ?? {};
  return programmes.map((programme) => {
    const programmeRows = rows.filter((row) => row.programme.id === programme.id);
    const isOpen = programme.award_kind === "up_to";
    const amounts = programmeRows.map(({ id }) => (isOpen ? enteredAmounts[id] : programme.amount));
    const total = amounts.reduce<number>((sum, amount) => sum + (typeof amount === "number" ? amount : 0), 0);
    const remaining = remainingBudget(programme);
    return (
      <div key={programme.id} className="space-y-2">
        {isOpen && (
          <ul className="max-h-64 space-y-2 overflow-y-auto p-0.5">
            {programmeRows.map((row) => (
              <li key={row.id}>
                <AmountField row={row} most={programme.amount} />
              </li>
            ))}
          </ul>
        )}
        <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 rounded-md bg-sunken px-3.5 py-3 text-sm tabular-nums">
          <dt>
            {programmeRows.length > 1 ? `Total for ${programmeRows.length} applications` : "Grant"}, {programme.name}
          </dt>
          <dd className="text-right font-semibold">{formatMoney(total)}</dd>
          <dt className="text-muted">Budget left now</dt>
          <dd className="text-right">{formatMoney(remaining)}</dd>
          <dt className="text-muted">Budget left after</dt>
          <dd className={`text-right ${total > remaining ? "font-semibold text-danger" : ""}`}>
            <Money kobo={remaining - total} />
          </dd>
        </dl>
        {total > remaining && (
          <p className="text-sm font-medium text-danger">
            The budget is too small for this. Applications beyond it will be refused.
          </p>
        )}
      </div>
    );
  });
}

function AmountField({ row, most: maxAmount }: { row: ApplicationForDecision; most: number }) {
  const { id, error, control } = useNumberField({ name: `amounts.${row.id}`, label: "", hint: "" }, NAIRA_NOTATION);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_9rem] items-center gap-3">
      <label htmlFor={id} className="min-w-0 text-sm font-semibold">
        <span className="block truncate">
          {row.applicant.name} <span className="sr-only">, amount in naira</span>
        </span>
        <span id={`${id}-hint`} className="block font-normal text-muted">
          Requested {formatMoney(row.amount_asked)}, at most {formatMoney(maxAmount)}
        </span>
      </label>
      <Input {...control} className="text-right tabular-nums" />
      <div className="col-span-2 text-right">
        <FieldError id={id} error={error} />
      </div>
    </div>
  );
}
