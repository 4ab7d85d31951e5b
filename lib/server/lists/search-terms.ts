import "server-only";
import { and, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { begins, likePrefix } from "./list";

/** More words than these narrow nothing that a person would notice, and each costs a condition. */
const WORDS = 5;

const wordsOf = (typed: string | undefined): string[] =>
  typed?.trim().split(/\s+/).filter(Boolean).slice(0, WORDS) ?? [];

/** Every typed word begins some word of the text. Undefined where nothing was typed. */
export const hasWords = (text: PgColumn | SQL, typed: string | undefined): SQL | undefined =>
  and(...wordsOf(typed).map((word) => sql`' ' || lower(${text}) like lower(${`% ${likePrefix(word)}`})`));

/** Every typed word begins one of these, such as the names of a person. Undefined where nothing was typed. */
export const hasNames = (names: readonly PgColumn[], typed: string | undefined): SQL | undefined =>
  and(...wordsOf(typed).map((word) => or(...names.map((name) => begins(name, word)))));

/** What is left of a Nigerian phone number in any form, such as `+234 (0) 803-123 4567`: `8031234567`; null for other text. */
export function nationalDigits(typed: string): string | null {
  const digits = typed.replace(/[\s().+-]/g, "");
  return /^\d{4,16}$/.test(digits) ? digits.replace(/^(00)?(234)?0?/, "") : null;
}

export const isUuid = (typed: string) => /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(typed);
