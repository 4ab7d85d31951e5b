"use client";

import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { SelectField } from "@/components/common/form/fields";
import { NumberField } from "@/components/common/form/number-fields";
import type { IreportCategory } from "@/lib/contract/ireport-set-up";
import { ireportDepartmentsQuery } from "@/lib/queries/ireport";
import { categoryTreeOf } from "./ireport-category-levels";
import { formatHours, includeSelectedOption } from "./ireport-category-words";

/** Edits a category's parent category and department. */
export function CategoryPlacementFields({
  category,
  all: allCategories,
  below,
}: {
  category?: IreportCategory;
  all: readonly IreportCategory[];
  below: number;
}) {
  const { data: departments = [] } = useQuery(ireportDepartmentsQuery());
  const parents = categoryTreeOf(allCategories).filter((branch) => branch.category.id !== category?.id);
  const options = departments.map(({ id, name }) => ({ value: id, label: name }));
  const isFixed = below > 0;
  return (
    <div className="grid items-end gap-4 sm:grid-cols-2">
      <SelectField
        name="parent_id"
        label="Parent category"
        nullable
        placeholder="None: first level"
        options={parents.map((branch) => ({ value: branch.category.id, label: branch.category.name }))}
        disabled={isFixed}
        hint={
          isFixed
            ? "It has categories below it, so it stays on the first level."
            : category
              ? "Its reports and their history move with it."
              : "There are two levels at most."
        }
      />
      <SelectField
        name="department_id"
        label="Department"
        nullable
        placeholder="None"
        options={includeSelectedOption(options, category?.department)}
        hint="Its lead is mailed about late reports. None: that of the parent category."
      />
    </div>
  );
}

/** Edits the target hours of a category, beginning with those for the whole report. */
export function TargetHoursFields() {
  return (
    <fieldset>
      <legend className="text-sm font-semibold">Targets in hours</legend>
      <p className="mt-1 text-sm text-muted">
        Hours run day and night, and pause only while the citizen's answer is missing.
      </p>
      <div className="mt-2 grid gap-4 sm:grid-cols-2">
        <HoursField name="target_hours" label="Whole report" />
        <HoursField name="submitted_hours" label="To acknowledge" />
        <HoursField name="acknowledged_hours" label="To start work" />
        <HoursField name="in_progress_hours" label="To finish work" />
      </div>
    </fieldset>
  );
}

/** Edits a number of hours, and shows the number in days as a hint. */
function HoursField({ name, label }: { name: string; label: string }) {
  const hours: unknown = useWatch({ name });
  const isRead = typeof hours === "number" && hours > 0 && hours < 10_000;
  return (
    <NumberField name={name} label={label} hint={isRead ? formatHours(hours) : "Whole hours, up to 90 days (2,160)"} />
  );
}
