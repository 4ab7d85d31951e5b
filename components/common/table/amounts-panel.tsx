"use client";

import { type FormEvent, useId, useState } from "react";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { nairaText, parseTypedAmount } from "@/lib/contract/money.values";
import type { Facet, FilterPanelProps } from "./facet";
import { FilterPanelButtons } from "./panel-buttons";

const OPERATORS = [
  { value: "min", label: "At least" },
  { value: "max", label: "At most" },
  { value: "is", label: "Exactly" },
  { value: "between", label: "Between" },
];

type AmountsPanelProps = FilterPanelProps & { facet: Extract<Facet, { kind: "amounts" }> };

/** Renders the panel of an amount filter: naira amounts with an operator. */
export function AmountFilterPanel({ facet, filters, onChange, onClose }: AmountsPanelProps) {
  const id = useId();
  const [min, max] = [filters[facet.min] ?? "", filters[facet.max] ?? ""];
  const [operator, setOperator] = useState(min && max ? (min === max ? "is" : "between") : max ? "max" : "min");
  const [first, setFirst] = useState(min || max);
  const [second, setSecond] = useState(max);
  const [problem, setProblem] = useState("");

  const apply = (event: FormEvent) => {
    event.preventDefault();
    const [low, high] = [parseTypedAmount(first), parseTypedAmount(operator === "between" ? second : first)];
    if (typeof low === "string") return setProblem(low);
    if (typeof high === "string") return setProblem(high);
    const [from, to] = [Math.min(low, high), Math.max(low, high)].map(nairaText);
    onChange({
      [facet.min]: operator === "max" ? undefined : from,
      [facet.max]: operator === "min" ? undefined : to,
    });
    onClose();
  };
  const amount = (label: string, value: string, setAmount: (value: string) => void) => (
    <Input
      inputMode="decimal"
      aria-label={label}
      aria-invalid={problem !== "" || undefined}
      aria-describedby={problem ? `${id}-problem` : undefined}
      placeholder="5,000"
      value={value}
      onChange={(event) => {
        setAmount(event.target.value);
        setProblem("");
      }}
    />
  );
  return (
    <form onSubmit={apply} className="w-72 max-w-full space-y-3 p-2" noValidate>
      <Select
        aria-label="Operator"
        className="flex w-full"
        options={OPERATORS}
        value={operator}
        onChange={(event) => setOperator(event.target.value)}
      />
      {amount(operator === "between" ? "From, in naira" : "Amount in naira", first, setFirst)}
      {operator === "between" && amount("To, in naira", second, setSecond)}
      {problem && (
        <p id={`${id}-problem`} role="alert" className="text-sm font-medium text-danger">
          {problem}
        </p>
      )}
      <FilterPanelButtons
        onClear={() => {
          onChange({ [facet.min]: undefined, [facet.max]: undefined });
          onClose();
        }}
      />
    </form>
  );
}
