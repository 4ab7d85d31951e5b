import { createContext } from "react";

/** Typed texts of a form's number fields, by field name. Drafts store them, because a field's value is the parsed number. */
type NumberFieldTexts = Map<string, string>;
/** Provides a form's number fields with the texts that the user typed into them. */
export const NumberFieldTextsContext = createContext<NumberFieldTexts>(new Map());

/** Key under which a draft stores the typed texts of number fields. */
const TYPED_TEXTS_KEY = "typed texts";

/** Adds the typed texts of number fields to the values that a draft stores. */
export const addNumberFieldTexts = (values: Record<string, unknown>, texts: NumberFieldTexts) =>
  texts.size > 0 ? { ...values, [TYPED_TEXTS_KEY]: texts } : values;

/** Splits a stored draft into the form's values and the typed texts of its number fields. */
export function extractNumberFieldTexts(draft: Record<string, unknown> = {}): {
  values: Record<string, unknown>;
  texts: NumberFieldTexts;
} {
  const { [TYPED_TEXTS_KEY]: texts, ...values } = draft;
  return { values, texts: new Map(texts instanceof Map ? texts : []) };
}
