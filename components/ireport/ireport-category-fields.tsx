"use client";

import { useFormContext, useWatch } from "react-hook-form";
import { FieldError } from "@/components/common/field";
import { TextField } from "@/components/common/fields";
import { IREPORT_ICONS } from "@/lib/contract/ireport.values";
import { titleCase } from "@/lib/format";
import { IreportCategoryIcon } from "./ireport-category-icon";
import { hoursWords } from "./ireport-category-words";

/** The clocks of a category, the whole report's first. */
export function HoursFields() {
  return (
    <fieldset>
      <legend className="text-sm font-semibold">Targets in hours</legend>
      <p className="mt-1 text-sm text-muted">Around the clock, paused only while the citizen is asked.</p>
      <div className="mt-2 grid gap-4 sm:grid-cols-2">
        <HoursField name="target_hours" label="Whole report" />
        <HoursField name="submitted_hours" label="To acknowledge" />
        <HoursField name="acknowledged_hours" label="To start work" />
        <HoursField name="in_progress_hours" label="To finish work" />
      </div>
    </fieldset>
  );
}

/** Says beside the hours how many days they are. */
function HoursField({ name, label }: { name: string; label: string }) {
  const typed = String(useWatch({ name }) ?? "").trim();
  const words = /^[1-9]\d{0,3}$/.test(typed) ? hoursWords(Number(typed)) : "Whole hours, up to 90 days (2,160)";
  return <TextField name={name} label={label} hint={words} inputMode="numeric" autoComplete="off" />;
}

/** One of the pictures that the app knows, as tiles: arrow keys go among them. */
export function IconField() {
  const { register, getFieldState, formState } = useFormContext();
  const error = getFieldState("icon", formState).error?.message;
  return (
    <fieldset className="space-y-1.5">
      <legend className="text-sm font-semibold">Icon</legend>
      <div className="flex flex-wrap gap-2">
        {IREPORT_ICONS.map((icon) => (
          <label
            key={icon}
            title={titleCase(icon.replaceAll("-", " "))}
            className="flex size-11 cursor-pointer items-center justify-center rounded-md border border-control text-muted hover:bg-sunken has-checked:border-primary has-checked:bg-primary-soft has-checked:text-primary has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary"
          >
            <input {...register("icon")} type="radio" value={icon} className="sr-only" aria-describedby="icon-error" />
            <IreportCategoryIcon icon={icon} className="size-5" />
            <span className="sr-only">{titleCase(icon.replaceAll("-", " "))}</span>
          </label>
        ))}
      </div>
      <FieldError id="icon" error={error} />
    </fieldset>
  );
}
