"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormContext, useWatch } from "react-hook-form";
import { FieldError } from "@/components/common/field";
import { SelectField, TextField } from "@/components/common/fields";
import { IREPORT_ICONS } from "@/lib/contract/ireport.values";
import type { IreportCategory } from "@/lib/contract/ireport-set-up";
import { titleCase } from "@/lib/format";
import { ireportDepartmentsQuery } from "@/lib/queries/ireport";
import { IreportCategoryIcon } from "./ireport-category-icon";
import { branchesOf } from "./ireport-category-levels";
import { hoursWords, withChosen } from "./ireport-category-words";

/** Where it stands in the tree, and who is responsible. */
export function PlaceFields({
  category,
  all,
  below,
}: {
  category?: IreportCategory;
  all: readonly IreportCategory[];
  below: number;
}) {
  const { data: departments = [] } = useQuery(ireportDepartmentsQuery());
  const parents = branchesOf(all).filter((branch) => branch.category.id !== category?.id);
  const options = departments.map(({ id, name }) => ({ value: id, label: name }));
  const stays = below > 0;
  return (
    <div className="grid items-end gap-4 sm:grid-cols-2">
      <SelectField
        name="parent_id"
        label="Parent category"
        placeholder="None: first level"
        options={parents.map((branch) => ({ value: branch.category.id, label: branch.category.name }))}
        disabled={stays}
        hint={
          stays
            ? "It has categories below it, so it stays on the first level."
            : category
              ? "Its reports and their history move with it."
              : "There are two levels at most."
        }
      />
      <SelectField
        name="department_id"
        label="Department"
        placeholder="None"
        options={withChosen(options, category?.department)}
        hint="Its lead is mailed about late reports. None: that of the parent category."
      />
    </div>
  );
}

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
            className="relative flex size-11 items-center justify-center rounded-md border border-control text-muted hover:bg-sunken has-checked:border-primary has-checked:bg-primary-soft has-checked:text-primary has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary"
          >
            <input
              {...register("icon")}
              type="radio"
              value={icon}
              aria-describedby={error ? "icon-error" : undefined}
              className="absolute inset-0 size-full cursor-pointer appearance-none rounded-md outline-none"
            />
            <IreportCategoryIcon icon={icon} className="size-5" />
            <span className="sr-only">{titleCase(icon.replaceAll("-", " "))}</span>
          </label>
        ))}
      </div>
      <FieldError id="icon" error={error} />
    </fieldset>
  );
}
