"use client";

import { type ComponentProps, type ReactNode, useId } from "react";
import { FieldFrame } from "@/components/common/form/field";
import { Checkbox } from "@/components/ui/checkbox";
import { Input, Textarea } from "@/components/ui/input";
import { Select, type SelectOption } from "@/components/ui/select";
import { useIsHydrated } from "@/lib/client/use-in-browser";

type DraftFieldProps = {
  /** Path of the field within the draft, such as `texts.en.title`. Messages about missing fields link to it. */
  field: string;
  label: string;
  hint?: ReactNode;
  optional?: boolean;
  problem?: string;
  readOnly?: boolean;
};

/** Wraps a field that has no plain form control, so that links can scroll to the field. */
export const DraftFieldAnchor = ({ field, ...props }: ComponentProps<"div"> & { field: string }) => (
  <div {...props} data-field={field} tabIndex={-1} className="scroll-mt-28 scroll-mb-28 outline-none" />
);

const describedByOf = (id: string, { hint, problem }: Pick<DraftFieldProps, "hint" | "problem">) =>
  [hint !== undefined && `${id}-hint`, problem && `${id}-error`].filter(Boolean).join(" ") || undefined;

type DraftTextFieldProps = DraftFieldProps & {
  value: string;
  onChange: (value: string) => void;
  max: number;
  rows?: number;
  /** Language code of the text. */
  language?: string;
  dir?: "ltr" | "rtl";
} & Pick<ComponentProps<"input">, "inputMode" | "placeholder" | "list">;

/** Edits a single line, or several lines with `rows`. Shows a character counter near the limit. */
export function DraftTextField({ field, label, hint, optional, problem, readOnly, ...props }: DraftTextFieldProps) {
  const { value, onChange, max, rows, language, dir, ...input } = props;
  const id = useId();
  const isHydrated = useIsHydrated();
  const control = {
    id,
    value,
    dir,
    lang: language,
    readOnly: readOnly || !isHydrated,
    "aria-invalid": problem ? true : undefined,
    "aria-describedby": describedByOf(id, { hint, problem }),
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  const counter = value.length > max * 0.8 && (
    <span className={`text-xs tabular-nums ${value.length > max ? "font-semibold text-danger" : "text-muted"}`}>
      {value.length} / {max}
    </span>
  );
  return (
    <DraftFieldAnchor field={field}>
      <FieldFrame id={id} label={label} hint={hint} optional={optional} error={problem} aside={counter}>
        {rows ? (
          <Textarea {...control} rows={rows} className="block" />
        ) : (
          <Input autoComplete="off" {...input} {...control} />
        )}
      </FieldFrame>
    </DraftFieldAnchor>
  );
}

type DraftSelectFieldProps = DraftFieldProps & {
  value: string;
  onChange: (value: string) => void;
  options: readonly SelectOption[];
  placeholder?: string;
};

/** Edits a draft's field with a select. */
export function DraftSelectField({ field, label, hint, optional, problem, readOnly, ...props }: DraftSelectFieldProps) {
  const { value, onChange, options, placeholder } = props;
  const id = useId();
  return (
    <DraftFieldAnchor field={field}>
      <FieldFrame id={id} label={label} hint={hint} optional={optional} error={problem}>
        <Select
          id={id}
          value={value}
          options={options}
          placeholder={placeholder}
          disabled={readOnly}
          aria-invalid={problem ? true : undefined}
          aria-describedby={describedByOf(id, { hint, problem })}
          onChange={(event) => onChange(event.target.value)}
          className="flex w-full"
        />
      </FieldFrame>
    </DraftFieldAnchor>
  );
}

type DraftCheckboxFieldProps = Omit<DraftFieldProps, "optional" | "problem"> & {
  checked: boolean;
  onChange: (checked: boolean) => void;
};

/** Edits a yes/no field of a draft with a checkbox. */
export function DraftCheckboxField({ field, label, hint, readOnly, checked, onChange }: DraftCheckboxFieldProps) {
  const id = useId();
  return (
    <DraftFieldAnchor field={field}>
      <div className="flex items-start gap-2.5">
        <Checkbox
          id={id}
          checked={checked}
          disabled={readOnly}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          onChange={(event) => onChange(event.target.checked)}
          className="mt-0.5"
        />
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1 pl-6.5 text-sm text-muted">
          {hint}
        </p>
      )}
    </DraftFieldAnchor>
  );
}

const FOCUSABLE_SELECTOR = "input:not([type=hidden]), textarea, select, button, [contenteditable=true]";

/** Scrolls to a field and focuses it. If the field is not on the page, uses the field of the nearest parent path. */
export function focusDraftField(path: string): void {
  for (let at = path; at; at = at.includes(".") ? at.slice(0, at.lastIndexOf(".")) : "") {
    const anchor = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(at)}"]`);
    if (!anchor) continue;
    anchor.scrollIntoView({ block: "center" });
    (anchor.querySelector<HTMLElement>(FOCUSABLE_SELECTOR) ?? anchor).focus({ preventScroll: true });
    return;
  }
}
