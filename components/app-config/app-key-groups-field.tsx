"use client";

import { useId } from "react";
import { useController } from "react-hook-form";
import { FieldError } from "@/components/common/form/field";
import { CheckboxRow } from "@/components/ui/checkbox";
import { RadioRow } from "@/components/ui/radio-row";
import { APP_CALL_GROUP_LABELS, APP_CALL_GROUPS, appCallPathPrefixes } from "@/lib/contract/app-keys.values";
import { formatList } from "@/lib/format";

/** Chooses which API calls an app key allows: all calls (null), or some groups of calls. */
export function AppKeyCallGroupsField() {
  const id = useId();
  const { field, fieldState } = useController<{ groups: string[] | null }>({ name: "groups" });
  const chosen = field.value;
  const toggle = (group: string, isChosen: boolean) =>
    field.onChange(APP_CALL_GROUPS.filter((each) => (each === group ? isChosen : chosen?.includes(each))));
  const error = fieldState.error?.message;
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="space-y-1">
      <legend className="mb-1.5 font-semibold text-sm">Allowed calls</legend>
      <RadioRow name={id} label="All calls" checked={chosen === null} onChange={() => field.onChange(null)} />
      <RadioRow
        name={id}
        label="Only these groups"
        checked={chosen !== null}
        onChange={() => field.onChange(chosen ?? [])}
      />
      {chosen !== null && (
        <ul className="max-h-64 overflow-y-auto rounded-md border border-border p-1">
          {APP_CALL_GROUPS.map((group) => (
            <li key={group} title={formatList(appCallPathPrefixes(group))}>
              <CheckboxRow
                label={APP_CALL_GROUP_LABELS[group]}
                checked={chosen.includes(group)}
                onChange={(event) => toggle(group, event.target.checked)}
              />
            </li>
          ))}
        </ul>
      )}
      <FieldError id={id} error={error} />
    </fieldset>
  );
}
