import { hashKey } from "@tanstack/react-query";
import { ApiError } from "@/lib/client/api-error";
import { type EntryKind, SOURCE_LANGUAGE } from "@/lib/contract/entries.values";
import type { Draft, Drafts } from "@/lib/contract/entries-drafts";
import type { RichText } from "@/lib/contract/rich-text.values";
import { isEmptyText } from "@/lib/contract/rich-text.values";
import { type TextOf, textOf } from "./entry-kinds";

/** Whether two values say the same: the server stores the keys of a draft in an order of its own. */
export const isSame = (one: unknown, other: unknown) => hashKey([one]) === hashKey([other]);

/** The record that a save answered. @throws ApiError where the answer is none: nothing typed counts as saved by it */
export function savedOf<R extends { version: number }>(answer: R | null | undefined): R {
  if (typeof answer?.version !== "number") throw new ApiError("parse");
  return answer;
}

/** Whether nothing is written in a text, plain or rich. */
export const isBlank = (value: unknown) =>
  typeof value === "string" ? value.trim() === "" : isEmptyText((value as RichText | undefined) ?? null);

/** Whether anything is written in a language. */
export const hasText = (draft: Draft, language: string) =>
  Object.values(draft.texts[language] ?? {}).some((value) => !isBlank(value));

/** A language that is emptied again is gone: the app then falls back to English for all of it. */
export function withText<K extends EntryKind>(
  kind: K,
  draft: Drafts[K],
  language: string,
  patch: Partial<TextOf<K>>,
): Drafts[K] {
  const texts: Record<string, unknown> = { ...draft.texts, [language]: { ...textOf(kind, draft, language), ...patch } };
  const next = { ...draft, texts } as Drafts[K];
  if (language !== SOURCE_LANGUAGE && !hasText(next, language)) delete texts[language];
  return next;
}

/** Complaints about a draft by the path below it, such as `texts.en.title`. */
export type Problems = Readonly<Record<string, string>>;

/** The API names fields from the call's input on. */
export const problemsOf = (fields: Record<string, string> = {}): Problems =>
  Object.fromEntries(Object.entries(fields).map(([path, message]) => [path.replace(/^draft\./, ""), message]));

/** What is said of a field, or of something within it such as a paragraph of a text. */
export function problemAt(problems: Problems, path: string): string | undefined {
  const within = Object.keys(problems).find((each) => each === path || each.startsWith(`${path}.`));
  return within === undefined ? undefined : problems[within];
}

/** Every picture that a draft shows, in its texts too. */
export function imageIdsOf(value: unknown): string[] {
  const found = new Set<string>();
  const left: unknown[] = [value];
  while (left.length > 0) {
    const each = left.pop();
    if (typeof each !== "object" || each === null) continue;
    for (const [key, inside] of Object.entries(each)) {
      if (["image_id", "cover_id", "imageId"].includes(key) && typeof inside === "string") found.add(inside);
      else left.push(inside);
    }
  }
  return [...found];
}
