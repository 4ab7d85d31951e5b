import { DateInput } from "@/components/common/form/date-box";
import { formatInstantOrKeepText, parseInstantOrKeepText } from "@/lib/client/parse-date";
import { DraftFieldAnchor } from "./draft-field";

type DraftDateTimeFieldProps = {
  field: string;
  label: string;
  hint?: string;
  optional?: boolean;
  value: string | null;
  onChange: (instant: string | null) => void;
  problem?: string;
};

/** Edits a day and time in Lagos, stored as a UTC timestamp. The surrounding fieldset disables the field. */
export function DraftDateTimeField({ field, value, onChange, ...props }: DraftDateTimeFieldProps) {
  return (
    <DraftFieldAnchor field={field}>
      <DateInput
        label={props.label}
        hint={props.hint}
        optional={props.optional}
        problem={props.problem}
        withTime
        value={formatInstantOrKeepText(value)}
        onChange={(text) => onChange(parseInstantOrKeepText(text))}
        className="max-w-64"
      />
    </DraftFieldAnchor>
  );
}
