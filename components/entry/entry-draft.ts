import { hashKey } from "@tanstack/react-query";
import { ApiError } from "@/lib/client/api-error";
import { type EntryKind, SOURCE_LANGUAGE } from "@/lib/contract/entries.values";
import type { Draft, Drafts } from "@/lib/contract/entries-drafts";
import type { RichText } from "@/lib/contract/rich-text.values";
import { isEmptyText } from "@/lib/contract/rich-text.values";
import { type TextOf, textOf } from "./entry-kinds";

/** Compares two values regardless of key order, because the server stores a draft's keys in another order. */
export const isSame = (one: unknown, other: unknown) => hashKey([one]) === hashKey([other]);

/** Returns the saved record. @throws ApiError if the response is no record, so that typed values don't count as saved */
export function savedOf<R extends { version: number }>(answer: R | null | undefined): R {
  if (typeof answer?.version !== "number") throw new ApiError("parse");
  return answer;
}

/** Returns whether a plain or rich text is empty. */
export const isBlank = (value: unknown) =>
  typeof value === "string" ? value.trim() === "" : isEmptyText((value as RichText | undefined) ?? null);

/** Returns whether a draft has any text in a language. */
export const hasText = (draft: Draft, language: string) =>
  Object.values(draft.texts[language] ?? {}).some((value) => !isBlank(value));

/** Changes the texts of a language. Removes a language without any text, so that the app falls back to English. */
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

/** Errors by path within the draft, such as `texts.en.title`. */
export type Problems = Readonly<Record<string, string>>;

/** Converts the API's paths, which begin at the call's input, to paths within the draft. */
export const problemsOf = (fields: Record<string, string> = {}): Problems =>
  Object.fromEntries(Object.entries(fields).map(([path, message]) => [path.replace(/^draft\./, ""), message]));

/** Returns the error of a field, or of a part of it such as a paragraph. */
export function problemAt(problems: Problems, path: string): string | undefined {
  const within = Object.keys(problems).find((each) => each === path || each.startsWith(`${path}.`));
  return within === undefined ? undefined : problems[within];
}

/** Returns the ids of all pictures of a draft, including those in texts. */
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
