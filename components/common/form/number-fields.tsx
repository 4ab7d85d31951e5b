"use client";

import { useContext, useState } from "react";
import { useController } from "react-hook-form";
import { Input } from "@/components/ui/input";
import { type NumberParser, parseNairaText, parsePercent, parseWholeNumber } from "@/lib/client/parse-typed-number";
import { formatMoney } from "@/lib/format";
import { FieldFrame, type FieldProps } from "./field";
import { NumberFieldTextsContext } from "./typed-texts";
import { useFieldIdsAndError } from "./use-field";

/** Functions that parse a field's text to a number and format the number as text. */
type NumberNotation = { read: NumberParser; write: (value: number) => string; inputMode: "decimal" | "numeric" };
/** Notation of amounts: typed in naira, stored in kobo. */
export const NAIRA_NOTATION: NumberNotation = {
  read: parseNairaText,
  write: (kobo) => formatMoney(kobo, ""),
  inputMode: "decimal",
};
/** Notation of percentages: typed in percent, stored in hundredths of a percent. */
const PERCENT: NumberNotation = { read: parsePercent, write: (points) => String(points / 100), inputMode: "decimal" };
const WHOLE_NOTATION: NumberNotation = { read: parseWholeNumber, write: String, inputMode: "numeric" };

type NumberProps = FieldProps & {
  /** Value that the form submits for an empty field. */
  empty?: number | null;
  maxLength?: number;
  placeholder?: string;
};

/**
 * Binds an input to the number that its text is parsed to. Text that can't be parsed becomes the value itself, so that it stays on
 * screen and in drafts. The contract's schema then rejects it with the field's message.
 */
export function useNumberField(props: NumberProps, { read: parse, write: format, inputMode }: NumberNotation) {
  const { name, empty: emptyValue = null } = props;
  const { field } = useController({ name });
  const { id, error, control } = useFieldIdsAndError(props);
  const texts = useContext(NumberFieldTextsContext);
  const parseText = (text: string) => (text.trim() === "" ? emptyValue : (parse(text) ?? text));
  const formatValue = (value: unknown) => (typeof value === "number" ? format(value) : String(value ?? ""));
  const [typedText, setText] = useState(() => texts.get(name) ?? formatValue(field.value));
  // Updates the displayed text when code, not the user, sets the value.
  const text = parseText(typedText) === field.value ? typedText : formatValue(field.value);
  const onChange = (next: string) => {
    setText(next);
    texts.set(name, next);
    field.onChange(parseText(next));
  };
  return {
    id,
    error,
    control: {
      ...control,
      ref: field.ref,
      name,
      value: text,
      onBlur: field.onBlur,
      onChange: (event: { target: { value: string } }) => onChange(event.target.value),
      inputMode,
      autoComplete: "off",
      maxLength: props.maxLength,
      placeholder: props.placeholder,
    },
  };
}

function NumberInput({ notation, ...props }: NumberProps & { notation: NumberNotation }) {
  const { id, error, control } = useNumberField(props, notation);
  return (
    <FieldFrame id={id} label={props.label} hint={props.hint} optional={props.optional} error={error}>
      <Input {...control} type="text" />
    </FieldFrame>
  );
}

/** Renders a field for an amount: typed in naira (`5,000.50`), stored in kobo. */
export const MoneyField = (props: NumberProps) => <NumberInput {...props} notation={NAIRA_NOTATION} />;

/** Renders a field for a whole number: `1000` or `1,000`. */
export const NumberField = (props: NumberProps) => <NumberInput {...props} notation={WHOLE_NOTATION} />;

/** Renders a field for a percentage: typed as `1.5` or `1.5%`, stored in hundredths of a percent. */
export const PercentField = (props: NumberProps) => <NumberInput {...props} notation={PERCENT} />;
