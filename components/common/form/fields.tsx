"use client";

import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { Checkbox } from "@/components/ui/checkbox";
import { Input, Textarea } from "@/components/ui/input";
import { Select, type SelectOption } from "@/components/ui/select";
import { FieldError, FieldFrame, type FieldProps } from "./field";
import { useField } from "./use-field";

type InputProps = Pick<
  ComponentProps<"input">,
  "autoComplete" | "autoFocus" | "inputMode" | "maxLength" | "placeholder" | "spellCheck"
>;

export function TextField(props: FieldProps & InputProps & { type?: "text" | "email" | "tel" | "search" }) {
  const { label, hint, optional, name: _, type = "text", ...input } = props;
  const { id, error, control } = useField(props);
  return (
    <FieldFrame id={id} label={label} hint={hint} optional={optional} error={error}>
      <Input {...input} {...control} type={type} />
    </FieldFrame>
  );
}

/** Renders a password input that allows paste and password managers. A button shows the password. */
export function PasswordField(props: FieldProps & InputProps & { aside?: ReactNode }) {
  const { label, hint, optional, aside, name: _, ...input } = props;
  const { id, error, control } = useField(props);
  const [isVisible, setIsVisible] = useState(false);
  const Icon = isVisible ? EyeOff : Eye;
  return (
    <FieldFrame id={id} label={label} hint={hint} optional={optional} error={error} aside={aside}>
      <div className="relative">
        <Input
          spellCheck={false}
          autoCapitalize="none"
          {...input}
          {...control}
          type={isVisible ? "text" : "password"}
          className="pr-11"
        />
        <button
          type="button"
          aria-label={isVisible ? "Hide password" : "Show password"}
          aria-pressed={isVisible}
          onClick={() => setIsVisible(!isVisible)}
          className="absolute inset-y-0 right-0 flex w-10 items-center justify-center rounded-md text-muted hover:text-foreground"
        >
          <Icon className="size-4.5" aria-hidden="true" />
        </button>
      </div>
    </FieldFrame>
  );
}

type TextAreaFieldProps = FieldProps & {
  max?: number;
  rows?: number;
  placeholder?: string;
  /** Further attributes of the text area, such as key handlers. */
  textarea?: Omit<ComponentProps<"textarea">, "name" | "onChange" | "onBlur" | "ref">;
};

export function TextAreaField(props: TextAreaFieldProps) {
  const { label, hint, optional, max, rows, placeholder, textarea } = props;
  const { id, error, control } = useField(props);
  const usedLength = String(useWatch({ name: props.name }) ?? "").length;
  const counter = max !== undefined && (
    <span className={`text-xs tabular-nums ${usedLength > max ? "font-semibold text-danger" : "text-muted"}`}>
      {usedLength.toLocaleString("en")} / {max.toLocaleString("en")}
    </span>
  );
  return (
    <FieldFrame id={id} label={label} hint={hint} optional={optional} error={error} aside={counter}>
      <Textarea {...textarea} {...control} rows={rows} placeholder={placeholder} className="block" />
    </FieldFrame>
  );
}

type SelectFieldProps = FieldProps & {
  options: readonly SelectOption[];
  placeholder?: string;
  /** True for optional input: choosing nothing submits null. Otherwise it submits "", which the contract rejects. */
  nullable?: boolean;
};

/** Renders a select that always displays the value that the form submits. Clears the field if its value is no longer an option. */
export function SelectField(props: SelectFieldProps) {
  const { name, label, hint, optional, options, placeholder, nullable = false } = props;
  const { id, error, control } = useField(props, nullable ? { setValueAs: (selected) => selected || null } : undefined);
  const { setValue } = useFormContext();
  const chosen = useWatch({ name });
  const isRemovedOption = Boolean(chosen) && !options.some(({ value }) => value === String(chosen));
  useEffect(() => {
    if (isRemovedOption) setValue(name, nullable ? null : "");
  }, [isRemovedOption, name, nullable, setValue]);
  return (
    <FieldFrame id={id} label={label} hint={hint} optional={optional} error={error}>
      <Select {...control} options={options} placeholder={placeholder} className="flex w-full" />
    </FieldFrame>
  );
}

export function CheckboxField(props: FieldProps) {
  const { label, hint } = props;
  const { id, error, control } = useField(props);
  return (
    <div className="space-y-1">
      <div className="flex items-start gap-2.5">
        <Checkbox {...control} className="mt-0.5" />
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="pl-6.5 text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldError id={id} error={error} />
    </div>
  );
}
