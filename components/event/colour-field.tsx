"use client";

import { Controller, useFormContext } from "react-hook-form";
import { FieldError } from "@/components/common/form/field";
import { Input } from "@/components/ui/input";
import { contrastWithWhite, MIN_COLOUR_CONTRAST } from "@/lib/contract/event.values";
import { cleanPastedValue } from "@/lib/contract/pasted.values";

/** Edits the form's `colour`: chosen, or typed as #0a6650. Shows its contrast to white text. */
export function ColourField() {
  const { control } = useFormContext();
  return (
    <Controller
      control={control}
      name="colour"
      render={({ field: { value, onChange, onBlur, ref }, fieldState: { error } }) => {
        const contrast = contrastWithWhite(String(value));
        const describedBy = `colour-hint${error ? " colour-error" : ""}`;
        return (
          <fieldset className="space-y-1.5">
            <legend className="text-sm font-semibold">Colour</legend>
            <div className="flex items-center gap-3">
              <input
                type="color"
                aria-label="Pick a colour"
                value={contrast === null ? "#000000" : String(value)}
                onChange={(event) => onChange(event.target.value)}
                className="h-11 w-14 shrink-0 cursor-pointer rounded-md border border-control bg-surface p-1"
              />
              <Input
                ref={ref}
                aria-label="Colour code"
                aria-describedby={describedBy}
                aria-invalid={error ? true : undefined}
                value={String(value ?? "")}
                onChange={(event) => onChange(cleanPastedValue(event.target.value))}
                onBlur={onBlur}
                autoComplete="off"
                spellCheck={false}
                maxLength={30}
                className="max-w-32"
              />
              {contrast !== null && (
                <span
                  className="rounded-full px-3 py-1 font-semibold text-sm text-white"
                  style={{ backgroundColor: String(value) }}
                  aria-hidden="true"
                >
                  Sample
                </span>
              )}
            </div>
            <p id="colour-hint" className="text-sm text-muted">
              {contrast === null
                ? "Use a colour such as #0a6650."
                : contrast >= MIN_COLOUR_CONTRAST
                  ? `White text can be read on it (contrast ${contrast.toFixed(1)} to 1).`
                  : `Too light for white text (contrast ${contrast.toFixed(1)} to 1, at least ${MIN_COLOUR_CONTRAST} is needed). Choose a darker one.`}
            </p>
            <FieldError id="colour" error={error?.message} />
          </fieldset>
        );
      }}
    />
  );
}
