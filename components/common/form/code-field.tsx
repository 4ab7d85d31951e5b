"use client";

import { Input } from "@/components/ui/input";
import { FieldFrame, type FieldProps } from "./field";
import { useField } from "./use-field";

const CODE_LENGTH = 6;

/** Renders a one-time code as a single input, so that paste ("123 456" too), autofill and screen readers work. */
export function OneTimeCodeField(props: FieldProps & { autoFocus?: boolean }) {
  const { label, hint, autoFocus } = props;
  const { id, error, control } = useField(props);
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <Input
        {...control}
        onChange={(event) => {
          event.target.value = event.target.value.replace(/\D/g, "").slice(0, CODE_LENGTH);
          return control.onChange(event);
        }}
        autoFocus={autoFocus}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        className="h-12! text-center text-xl! font-bold tracking-[0.4em] tabular-nums"
      />
    </FieldFrame>
  );
}
