import "server-only";
import { createHash } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import { canonicalJson } from "@/lib/server/base/canonical-json";
import { idempotencyHashes } from "@/lib/server/base/secret";
import { appSecretState } from "@/lib/server/base/secret-keys";
import type { Transaction } from "@/lib/server/db/client";
import { compileStatement } from "@/lib/server/db/compiled-statement";
import { idempotencyKeys } from "@/lib/server/db/schema/idempotency";
import { sendWithNext } from "@/lib/server/db/transaction";
import { lockActiveSecret } from "@/lib/server/secrets/write-keys";
import type { Caller } from "./authenticate";
import { refuse } from "./errors";

/** Time in ms after a change of APP_SECRET during which stored keys may be hashed with the previous secret. */
const OLDER_KEYS_MS = 2 * 86_400_000;

/** Returns an idempotency key as it is stored. Keys of the citizen app are hashed, because the app may have put personal data into them. */
export async function storedIdempotencyKeyOf(
  tx: Transaction,
  { kind, id: adminId }: Pick<Caller, "kind" | "id">,
  key: string,
): Promise<{ adminId: string; key: string }> {
  if (kind === "admin") return { adminId, key };
  const hashes = idempotencyHashes(key, await lockActiveSecret(tx));
  const older = hashes.slice(0, -1);
  const mayBeStored = older.length > 0 && Date.now() - (appSecretState()?.activeSince ?? 0) < OLDER_KEYS_MS;
  const [stored] = mayBeStored
    ? await tx
        .select({ key: idempotencyKeys.key })
        .from(idempotencyKeys)
        .where(and(eq(idempotencyKeys.adminId, adminId), inArray(idempotencyKeys.key, older)))
    : [];
  return { adminId, key: stored?.key ?? hashes.at(-1) ?? "" };
}

type KeyUse = { adminId: string; key: string; call: string; input: unknown };

/**
 * Reserves an idempotency key in the transaction of the write. A repeated request waits until the first one commits.
 * @returns the stored response, or undefined for the first request
 * @throws 409 if the first response was too long to store, or contained a secret; 400 if the key was used for another input, or the input
 * is nested too deeply
 */
export async function reserveIdempotencyKey(tx: Transaction, use: KeyUse): Promise<{ answer: unknown } | undefined> {
  const inputHash = inputHashOf(use.input);
  const reserved = await tx
    .insert(idempotencyKeys)
    .values({ adminId: use.adminId, key: use.key, call: use.call, inputHash })
    .onConflictDoNothing();
  if (reserved.rowCount) return undefined;
  const [first] = await tx.select().from(idempotencyKeys).where(isSameKey(use));
  if (!first || first.call !== use.call || first.inputHash !== inputHash)
    throw refuse.badInput("This Idempotency-Key was already used for another request. Use a new one.");
  if (first.answer === ANSWER_TOO_LONG_MARK)
    throw refuse.conflict("This was done already. Its response is too long to be stored: read the record instead.");
  if (first.answer === SECRET_MARK) throw refuse.doneBefore();
  return { answer: first.answer };
}

/** Maximum length of a stored response in bytes. A longer response is not stored, because most of it copies the request's input. */
const ANSWER_MAX_BYTES = 60_000;
const ANSWER_TOO_LONG_MARK = "too long to keep";

/** Hashes the input of a call. The input may be any JSON value, because it is not validated yet. */
function inputHashOf(input: unknown): string {
  try {
    return createHash("sha256").update(canonicalJson(input)).digest("hex");
  } catch (error) {
    if (error instanceof RangeError) throw refuse.badInput("This request is nested too deeply. Send it as described.");
    throw error;
  }
}

/** Stores the response for retries, together with the next statement of the transaction. */
export async function storeIdempotentAnswer(tx: Transaction, use: KeyUse, answer: unknown): Promise<void> {
  const isTooLong = Buffer.byteLength(JSON.stringify(answer) ?? "") > ANSWER_MAX_BYTES;
  const stored = JSON.stringify((isTooLong ? ANSWER_TOO_LONG_MARK : answer) ?? undefined) ?? null;
  await sendWithNext(tx, STORE_ANSWER, { answer: stored, adminId: use.adminId, key: use.key });
}

const SECRET_MARK = "a secret, not kept";

/** Stores that the call took effect, without its response, which contains a secret. */
export const storeIdempotencyKeyWithoutAnswer = (tx: Transaction, use: KeyUse): Promise<void> =>
  storeIdempotentAnswer(tx, use, SECRET_MARK);

const STORE_ANSWER = compileStatement(
  "store_answer",
  sql`update ${idempotencyKeys} set answer = ${sql.placeholder("answer")}
    where admin_id = ${sql.placeholder("adminId")} and key = ${sql.placeholder("key")}`,
);

/** A response field that is never stored, such as a secret code, and the function that computes it from the other fields. */
export type DerivedResponseField = {
  field: string;
  of: (answer: Readonly<Record<string, unknown>>, tx: Transaction) => unknown;
};

const RECOMPUTED_MARK = "made again";

/** Returns the response as it is stored: with a mark instead of the derived field's value, or null if the field is null. */
export function withoutDerivedResponseField(answer: unknown, derive?: DerivedResponseField): unknown {
  if (!derive || !isRecord(answer)) return answer;
  return { ...answer, [derive.field]: answer[derive.field] === null ? null : RECOMPUTED_MARK };
}

/** Returns a stored response plus the field that is never stored, computed from the others. Every retry returns the same bytes. */
export async function addDerivedResponseField(
  tx: Transaction,
  stored: unknown,
  derive?: DerivedResponseField,
): Promise<unknown> {
  if (!derive || !isRecord(stored) || stored[derive.field] !== RECOMPUTED_MARK) return stored;
  return { ...stored, [derive.field]: await derive.of(stored, tx) };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const isSameKey = (use: KeyUse) => and(eq(idempotencyKeys.adminId, use.adminId), eq(idempotencyKeys.key, use.key));
