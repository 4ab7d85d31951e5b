import { createContext } from "react";

/** Text as typed, by field name, for fields whose value is a parsed number. Drafts store it. */
type TypedTexts = Map<string, string>;
/** Provides a form's typed texts to its number fields. */
export const TypedTextsContext = createContext<TypedTexts>(new Map());

/** Key under which a draft stores the typed texts. */
const TYPED_TEXTS_KEY = "typed texts";

/** Adds the typed texts to the values that a draft stores. */
export const addTypedTexts = (values: Record<string, unknown>, texts: TypedTexts) =>
  texts.size > 0 ? { ...values, [TYPED_TEXTS_KEY]: texts } : values;

/** Splits a stored draft into the form's values and the typed texts. */
export function extractTypedTexts(draft: Record<string, unknown> = {}): {
  values: Record<string, unknown>;
  texts: TypedTexts;
} {
  const { [TYPED_TEXTS_KEY]: texts, ...values } = draft;
  return { values, texts: new Map(texts instanceof Map ? texts : []) };
}
