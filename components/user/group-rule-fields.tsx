"use client";

import { useQuery } from "@tanstack/react-query";
import { useController, useWatch } from "react-hook-form";
import { DateField } from "@/components/common/form/date-field";
import { FieldError } from "@/components/common/form/field";
import { SelectField, TextField } from "@/components/common/form/fields";
import { useDebouncedValue } from "@/components/common/form/use-debounced";
import { CheckboxRow } from "@/components/ui/checkbox";
import type { SelectOption } from "@/components/ui/select";
import { ApiError } from "@/lib/client/api-error";
import { LGA_OPTIONS } from "@/lib/contract/lgas.values";
import { type PreviewGroupRuleInput, previewGroupRuleQuery } from "@/lib/queries/user";
import { formatUserCount, SPENDING_PERIOD_OPTIONS, USER_TIER_OPTIONS } from "./user-words";

/** Edits the rule of a user group: members match all of its conditions. Shows how many users match now. */
export function GroupRuleFields() {
  return (
    <div className="space-y-4">
      <ChoicesField
        name="rule.tier"
        label="Tier"
        options={USER_TIER_OPTIONS}
        className="grid grid-cols-2 sm:grid-cols-4"
      />
      <ChoicesField
        name="rule.lga"
        label="LGA"
        options={LGA_OPTIONS}
        className="grid max-h-48 grid-cols-2 overflow-y-auto rounded-md border border-border p-1 sm:grid-cols-3"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="rule.age_min" label="Youngest age" optional inputMode="numeric" autoComplete="off" />
        <TextField name="rule.age_max" label="Oldest age" optional inputMode="numeric" autoComplete="off" />
        <DateField name="rule.joined_from" label="Joined from" optional />
        <DateField name="rule.joined_to" label="Joined until" optional />
      </div>
      <fieldset className="space-y-1.5" aria-describedby="rule-spend-note">
        <legend className="text-sm font-semibold">Spend</legend>
        <p id="rule-spend-note" className="text-sm text-muted">
          What they paid in transfers, bills, taxes, levies and tickets: without fees, minus refunds.
        </p>
        <div className="grid gap-4 pt-1 sm:grid-cols-3">
          <TextField name="rule.spend_min" label="At least, in naira" optional inputMode="decimal" autoComplete="off" />
          <TextField name="rule.spend_max" label="At most, in naira" optional inputMode="decimal" autoComplete="off" />
          <SelectField name="rule.spend_days" label="Over the last" options={SPENDING_PERIOD_OPTIONS} />
        </div>
      </fieldset>
      <RulePreview />
    </div>
  );
}

/** Renders checkboxes. Stores the ticked values as one string, such as `2,3`, which is the API's format. */
function ChoicesField({ name, label, options, className }: ChoicesFieldProps) {
  const { field, fieldState } = useController({ name });
  const selected = String(field.value ?? "")
    .split(",")
    .filter(Boolean);
  const toggle = (value: string, isChecked: boolean) =>
    field.onChange(
      options
        .map((option) => option.value)
        .filter((each) => (each === value ? isChecked : selected.includes(each)))
        .join(","),
    );
  return (
    <fieldset className="space-y-1.5">
      <legend className="text-sm font-semibold">
        {label} <span className="font-normal text-muted">(any unless chosen)</span>
      </legend>
      <div className={className}>
        {options.map(({ value, label: optionLabel }) => (
          <CheckboxRow
            key={value}
            name={name}
            label={optionLabel}
            checked={selected.includes(value)}
            onChange={(event) => toggle(value, event.target.checked)}
          />
        ))}
      </div>
      <FieldError id={name} error={fieldState.error?.message} />
    </fieldset>
  );
}
type ChoicesFieldProps = { name: string; label: string; options: readonly SelectOption[]; className: string };

/** Returns an error's messages about fields, without API names such as "age_min", or the error's own message if there are none. */
function errorText(error: Error): string {
  const fieldErrors = error instanceof ApiError ? Object.values(error.fields ?? {}) : [];
  return fieldErrors.join(" ") || error.message;
}

function RulePreview() {
  const rule = useDebouncedValue(JSON.stringify(useWatch({ name: "rule" }) ?? {}));
  const said = Object.fromEntries(
    Object.entries(JSON.parse(rule)).filter(([, value]) => value),
  ) as PreviewGroupRuleInput;
  const hasCondition = Object.keys(said).some((key) => key !== "spend_days");
  const { data, error, isFetching } = useQuery({
    ...previewGroupRuleQuery(said),
    enabled: hasCondition,
    retry: false,
  });
  return (
    <p role="status" className="rounded-md bg-sunken px-3.5 py-2.5 text-sm font-semibold">
      {!hasCondition && "Set at least one condition to see how many match."}
      {hasCondition && error && errorText(error)}
      {hasCondition &&
        !error &&
        data &&
        `${formatUserCount(data.members, data.members_is_capped)} ${data.members === 1 ? "matches" : "match"}`}
      {hasCondition && !error && !data && isFetching && "Counting…"}
    </p>
  );
}
