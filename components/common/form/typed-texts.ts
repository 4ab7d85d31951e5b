import { createContext } from "react";

/**
 * What was typed into the fields of a form that hold what they read of it, such as an amount, by their names: a draft keeps
 * it as it was typed.
 */
export type TypedTexts = Map<string, string>;
export const TypedTextsContext = createContext<TypedTexts>(new Map());

/** Beside the values of a draft. */
const KEY = "typed texts";

export const withTexts = (values: Record<string, unknown>, texts: TypedTexts) =>
  texts.size > 0 ? { ...values, [KEY]: texts } : values;

export function textsIn(draft: Record<string, unknown> = {}): { values: Record<string, unknown>; texts: TypedTexts } {
  const { [KEY]: texts, ...values } = draft;
  return { values, texts: new Map(texts instanceof Map ? texts : []) };
}
