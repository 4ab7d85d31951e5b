import { type FormEvent, useId, useState } from "react";
import { FieldFrame } from "@/components/common/form/field";
import { Alert } from "@/components/ui/alert";
import { CheckboxRow } from "@/components/ui/checkbox";
import { RadioRow } from "@/components/ui/radio-row";
import { Select } from "@/components/ui/select";
import { completeBankStatementLayout, type LayoutDraft } from "@/lib/client/read-statement";
import type { StoredStatementLayout } from "@/lib/queries/statement-import";
import type { StatementColumnsStep } from "./use-statement-import";

const AMOUNT_KINDS = {
  two: "One column of debits, one of credits",
  signed: "One column, negative for debits",
  marked: "One column, and one with DR or CR",
} as const;

const DATE_FORMATS = [
  { value: "dmy", label: "30/11/2026 or 30-NOV-26" },
  { value: "ymd", label: "2026-11-30" },
  { value: "mdy", label: "11/30/2026 or Nov 30, 2026" },
] as const;

type Field = Exclude<keyof LayoutDraft["columns"], "narration">;

/** Asks which column of a statement's table contains the date, the amount and so on. The choice is stored for the bank. */
export function StatementColumnsForm({
  id,
  step,
  onChoose,
}: {
  id: string;
  step: StatementColumnsStep;
  onChoose: (layout: StoredStatementLayout) => void;
}) {
  const [draft, setDraft] = useState(() => (step.saved ? draftOf(step.saved, step.columns) : step.draft));
  const [problem, setProblem] = useState(step.problem);
  const setColumn = (field: Field) => (column: string) =>
    setDraft((earlier) => ({ ...earlier, columns: { ...earlier.columns, [field]: column } }));
  const select = (field: Field, label: string, optional = false) => (
    <ColumnSelect key={field} {...{ label, optional, step }} value={draft.columns[field]} onChange={setColumn(field)} />
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const layout = completeBankStatementLayout(draft);
    if (typeof layout === "string") setProblem(layout);
    else onChoose(layout);
  };
  return (
    <form id={id} onSubmit={submit} className="space-y-4">
      <p className="text-muted text-sm">
        Choose what the columns contain. The choice is remembered for further files of this bank.
      </p>
      {problem && <Alert tone="danger">{problem}</Alert>}
      <PreviewTable step={step} />
      <div className="grid gap-4 sm:grid-cols-2">
        {select("date", "Date")}
        <DateFormatSelect
          value={draft.date_format}
          onChange={(date_format) => setDraft((earlier) => ({ ...earlier, date_format }))}
        />
        {select("reference", "Reference", true)}
        {select("balance", "Balance", true)}
      </div>
      <fieldset className="min-w-0">
        <legend className="font-semibold text-sm">Narration</legend>
        <div className="grid sm:grid-cols-2 lg:grid-cols-3">
          {textColumnsOf(draft, step.columns).map((name) => (
            <CheckboxRow
              key={name}
              label={name}
              checked={draft.columns.narration.includes(name)}
              onChange={({ target }) =>
                setDraft((earlier) => withNarration(earlier, name, target.checked, step.columns))
              }
            />
          ))}
        </div>
      </fieldset>
      <fieldset className="min-w-0">
        <legend className="font-semibold text-sm">Amounts</legend>
        {Object.entries(AMOUNT_KINDS).map(([kind, label]) => (
          <RadioRow
            key={kind}
            name={`${id}-kind`}
            label={label}
            checked={draft.kind === kind}
            onChange={() => setDraft((earlier) => ({ ...earlier, kind: kind as LayoutDraft["kind"] }))}
          />
        ))}
        <div className="mt-2 grid gap-4 sm:grid-cols-2">
          {draft.kind === "two"
            ? [select("debit", "Debit"), select("credit", "Credit")]
            : [select("amount", "Amount"), draft.kind === "marked" && select("direction", "DR or CR")]}
        </div>
      </fieldset>
    </form>
  );
}

/** Returns the columns that can be chosen as narration: those not used as date, balance or amount, and those already chosen. */
function textColumnsOf({ kind, columns }: LayoutDraft, all: readonly string[]): string[] {
  const { date, balance, debit, credit, amount, direction } = columns;
  const amounts = kind === "two" ? [debit, credit] : kind === "marked" ? [amount, direction] : [amount];
  const others = new Set([date, balance, ...amounts]);
  return all.filter((name) => !others.has(name) || columns.narration.includes(name));
}

/**
 * Adds a column to the narration or removes it. Keeps the columns in the file's order, because the narration joins their texts in
 * this order.
 */
const withNarration = (draft: LayoutDraft, name: string, isChosen: boolean, all: readonly string[]): LayoutDraft => {
  const chosen = new Set(draft.columns.narration);
  if (isChosen) chosen.add(name);
  else chosen.delete(name);
  return { ...draft, columns: { ...draft.columns, narration: all.filter((each) => chosen.has(each)) } };
};

/** Converts the bank's stored layout to a draft. Leaves out columns that the file does not have. */
function draftOf({ columns, date_format }: StoredStatementLayout, all: readonly string[]): LayoutDraft {
  const find = (name: string | undefined) => all.find((each) => each.toLowerCase() === name?.toLowerCase()) ?? "";
  return {
    kind: columns.debit ? "two" : columns.direction ? "marked" : "signed",
    columns: {
      ...{ date: find(columns.date), reference: find(columns.reference), balance: find(columns.balance) },
      ...{ amount: find(columns.amount), debit: find(columns.debit), credit: find(columns.credit) },
      direction: find(columns.direction),
      narration: columns.narration.map(find).filter(Boolean),
    },
    date_format,
  };
}

/** Renders a select of the file's columns, each with an example value. */
function ColumnSelect({
  label,
  optional,
  value,
  step,
  onChange,
}: {
  label: string;
  optional: boolean;
  value: string;
  step: StatementColumnsStep;
  onChange: (column: string) => void;
}) {
  const id = useId();
  const options = step.columns.map((name, index) => {
    const example = step.preview.map(({ cells }) => cells[index]?.trim()).find(Boolean);
    return { value: name, label: example ? `${name} (${example.slice(0, 30)})` : name };
  });
  return (
    <FieldFrame id={id} label={label} optional={optional}>
      <Select
        id={id}
        className="w-full"
        options={options}
        placeholder={optional ? "None" : "Choose a column"}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </FieldFrame>
  );
}

function DateFormatSelect({
  value,
  onChange,
}: {
  value: LayoutDraft["date_format"];
  onChange: (format: LayoutDraft["date_format"]) => void;
}) {
  const id = useId();
  return (
    <FieldFrame id={id} label="Date format">
      <Select
        id={id}
        className="w-full"
        options={DATE_FORMATS}
        value={value}
        onChange={({ target }) =>
          onChange(DATE_FORMATS.find((format) => format.value === target.value)?.value ?? "dmy")
        }
      />
    </FieldFrame>
  );
}

function PreviewTable({ step: { columns, preview } }: { step: StatementColumnsStep }) {
  return (
    <section
      aria-label="First rows of the file"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box needs keyboard focus
      tabIndex={0}
      className="max-h-48 overflow-auto rounded-md border border-border"
    >
      <table className="w-full whitespace-nowrap text-sm">
        <thead>
          <tr className="text-left text-muted">
            <th scope="col" className="px-2 py-1.5 font-semibold">
              Row
            </th>
            {columns.map((name) => (
              <th key={name} scope="col" className="px-2 py-1.5 font-semibold">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.map(({ row, cells }) => (
            <tr key={row} className="border-border border-t">
              <td className="px-2 py-1 text-muted tabular-nums">{row}</td>
              {columns.map((name, index) => (
                <td key={name} className="max-w-60 truncate px-2 py-1">
                  {cells[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
