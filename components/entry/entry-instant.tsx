import { EntrySpot } from "./entry-field";
import { LagosTimeField, lagosInstant, lagosLocal } from "./lagos-time-field";

type EntryInstantProps = {
  field: string;
  label: string;
  hint?: string;
  optional?: boolean;
  value: string | null;
  onChange: (instant: string | null) => void;
  problem?: string;
};

/** A day and a time in Lagos, in the draft as an instant. The fieldset around it locks it. */
export function EntryInstant({ field, label, hint, optional, value, onChange, problem }: EntryInstantProps) {
  return (
    <EntrySpot field={field}>
      <LagosTimeField
        label={label}
        hint={hint}
        optional={optional}
        value={value ? lagosLocal(value) : ""}
        onChange={(local) => onChange(lagosInstant(local))}
        problem={problem}
      />
    </EntrySpot>
  );
}
