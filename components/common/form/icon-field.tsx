"use client";

import type { ReactNode } from "react";
import { useFormContext } from "react-hook-form";
import { titleCase } from "@/lib/format";
import { FieldError } from "./field";

type IconFieldProps<Icon extends string> = {
  icons: readonly Icon[];
  picture: (icon: Icon) => ReactNode;
};

/** Renders icons as tiles, chosen by click or arrow keys. The form's field `icon` stores the chosen icon. */
export function IconField<Icon extends string>({ icons, picture: renderIcon }: IconFieldProps<Icon>) {
  const { register, getFieldState, formState } = useFormContext();
  const error = getFieldState("icon", formState).error?.message;
  return (
    <fieldset className="space-y-1.5">
      <legend className="text-sm font-semibold">Icon</legend>
      <div className="flex flex-wrap gap-2">
        {icons.map((icon) => (
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
            {renderIcon(icon)}
            <span className="sr-only">{titleCase(icon.replaceAll("-", " "))}</span>
          </label>
        ))}
      </div>
      <FieldError id="icon" error={error} />
    </fieldset>
  );
}
