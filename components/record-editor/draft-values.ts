import { hashKey } from "@tanstack/react-query";
import type { RichText } from "@/lib/contract/rich-text.values";
import { isEmptyText } from "@/lib/contract/rich-text.values";

/** Compares two values regardless of key order, because the server stores a draft's keys in another order. */
export const isSameValue = (one: unknown, other: unknown) => hashKey([one]) === hashKey([other]);

/** Returns whether a plain or rich text is empty. */
export const isBlank = (value: unknown) =>
  typeof value === "string" ? value.trim() === "" : isEmptyText((value as RichText | undefined) ?? null);

/** Error messages by path within the draft, such as `texts.en.title`. */
export type DraftProblems = Readonly<Record<string, string>>;

/** Converts the API's error paths, which begin at the call's input, to paths within the draft. */
export const toDraftProblems = (fields: Record<string, string> = {}): DraftProblems =>
  Object.fromEntries(Object.entries(fields).map(([path, message]) => [path.replace(/^draft\./, ""), message]));

/** Returns the error of a field, or of a part of the field such as a paragraph. */
export function problemOfField(problems: DraftProblems, path: string): string | undefined {
  const matchingPath = Object.keys(problems).find((each) => each === path || each.startsWith(`${path}.`));
  return matchingPath === undefined ? undefined : problems[matchingPath];
}

/** Returns the ids of all pictures in a draft, including those inside texts. */
export function imageIdsOf(value: unknown): string[] {
  const ids = new Set<string>();
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const each = pending.pop();
    if (typeof each !== "object" || each === null) continue;
    for (const [key, nested] of Object.entries(each)) {
      if (["image_id", "cover_id", "imageId"].includes(key) && typeof nested === "string") ids.add(nested);
      else pending.push(nested);
    }
  }
  return [...ids];
}
