import { type FormEvent, useId, useState } from "react";
import { FieldFrame } from "@/components/common/form/field";
import { Input } from "@/components/ui/input";
import { parseBankStatementAmount } from "@/lib/client/read-statement";
import { formatDay, pluralize } from "@/lib/format";
import type { StatementImportStep } from "./use-statement-import";

type Balances = { opening: number; closing: number };
const FIELDS = [
  ["opening", "Opening balance", "Balance before the first line."],
  ["closing", "Closing balance", "Balance after the last line."],
] as const;

/** Asks for opening and closing balance of a statement whose file contains no balances. */
export function StatementBalancesForm({
  id,
  step,
  onEnter,
}: {
  id: string;
  step: Extract<StatementImportStep, { at: "balances" }>;
  onEnter: (balances: Balances) => void;
}) {
  const [texts, setTexts] = useState({ opening: "", closing: "" });
  const [isSubmitted, setIsSubmitted] = useState(false);
  const fieldId = useId();
  const amounts = {
    opening: parseBankStatementAmount(texts.opening),
    closing: parseBankStatementAmount(texts.closing),
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    const { opening, closing } = amounts;
    if (typeof opening === "number" && typeof closing === "number") onEnter({ opening, closing });
  };
  return (
    <form id={id} onSubmit={submit} className="space-y-4">
      <p className="text-sm">
        The file has {pluralize(step.lines, "line")} from {formatDay(step.fromDay)} to {formatDay(step.toDay)}, but no
        balances. Enter them from the bank's statement.
      </p>
      {FIELDS.map(([name, label, hint]) => {
        const amount = amounts[name];
        const error = isSubmitted && typeof amount === "string" ? amount : undefined;
        return (
          <FieldFrame key={name} id={`${fieldId}-${name}`} label={label} hint={hint} error={error}>
            <Input
              id={`${fieldId}-${name}`}
              inputMode="decimal"
              autoComplete="off"
              aria-invalid={error !== undefined}
              aria-describedby={`${fieldId}-${name}-hint${error ? ` ${fieldId}-${name}-error` : ""}`}
              value={texts[name]}
              onChange={({ target }) => setTexts((earlier) => ({ ...earlier, [name]: target.value }))}
            />
          </FieldFrame>
        );
      })}
    </form>
  );
}
