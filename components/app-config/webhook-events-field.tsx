"use client";

import { useId } from "react";
import { useController } from "react-hook-form";
import { FieldError } from "@/components/common/form/field";
import { CheckboxRow } from "@/components/ui/checkbox";
import { RadioRow } from "@/components/ui/radio-row";
import { SELECTABLE_WEBHOOK_EVENTS, WEBHOOK_EVENT_WORDS } from "@/lib/contract/webhooks.values";

/** Chooses which events a webhook endpoint receives: all types (null), or some. */
export function WebhookEventsField() {
  const id = useId();
  const { field, fieldState } = useController<{ events: string[] | null }>({ name: "events" });
  const chosen = field.value;
  const toggle = (type: string, isChosen: boolean) =>
    field.onChange(SELECTABLE_WEBHOOK_EVENTS.filter((each) => (each === type ? isChosen : chosen?.includes(each))));
  const error = fieldState.error?.message;
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="space-y-1">
      <legend className="mb-1.5 font-semibold text-sm">Events</legend>
      <RadioRow name={id} label="All types" checked={chosen === null} onChange={() => field.onChange(null)} />
      <RadioRow name={id} label="These types" checked={chosen !== null} onChange={() => field.onChange(chosen ?? [])} />
      {chosen !== null && (
        <ul className="max-h-64 overflow-y-auto rounded-md border border-border p-1">
          {SELECTABLE_WEBHOOK_EVENTS.map((type) => (
            <li key={type} title={type}>
              <CheckboxRow
                label={WEBHOOK_EVENT_WORDS[type]}
                checked={chosen.includes(type)}
                onChange={(event) => toggle(type, event.target.checked)}
              />
            </li>
          ))}
        </ul>
      )}
      <FieldError id={id} error={error} />
    </fieldset>
  );
}
