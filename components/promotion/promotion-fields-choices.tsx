import { FieldError } from "@/components/common/form/field";
import { DraftFieldAnchor } from "@/components/record-editor/draft-field";
import { CheckboxRow } from "@/components/ui/checkbox";

type PromotionChoicesProps = {
  field: string;
  label: string;
  hint?: string;
  options: readonly { value: string; label: string }[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  problem?: string;
  readOnly: boolean;
};

/** Renders one field of the promotion form as a group of checkboxes, such as the payment types. */
export function PromotionCheckboxGroup({
  field,
  label,
  hint,
  options,
  chosen,
  onChange,
  ...props
}: PromotionChoicesProps) {
  const { problem, readOnly } = props;
  const toggle = (value: string, isChecked: boolean) =>
    onChange(isChecked ? [...chosen, value].sort() : chosen.filter((each) => each !== value));
  return (
    <DraftFieldAnchor field={field}>
      <fieldset
        disabled={readOnly}
        className="space-y-1.5"
        aria-describedby={[hint && `${field}-hint`, problem && `${field}-error`].filter(Boolean).join(" ") || undefined}
      >
        <legend className="font-semibold text-sm">{label}</legend>
        {hint && (
          <p id={`${field}-hint`} className="text-muted text-sm">
            {hint}
          </p>
        )}
        <div className="grid max-h-60 overflow-y-auto rounded-md border border-border p-1 sm:grid-cols-2">
          {options.map(({ value, label: name }) => (
            <CheckboxRow
              key={value}
              label={name}
              checked={chosen.includes(value)}
              disabled={readOnly}
              onChange={(event) => toggle(value, event.target.checked)}
            />
          ))}
        </div>
        <FieldError id={field} error={problem} />
      </fieldset>
    </DraftFieldAnchor>
  );
}
