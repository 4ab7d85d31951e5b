import "server-only";
import type { AuditEntry } from "@/lib/server/audit/audit";
import type { Database } from "@/lib/server/db/client";
import { readFromReplicaIfFresh } from "@/lib/server/db/replica";
import { completeDirectUpload } from "@/lib/server/uploads/direct";
import { adminIdToLock, type Caller, recheckAuthorization } from "./authenticate";
import { auditCall, type PipelineCall } from "./call";
import { handlerContext } from "./call-context";
import type { WriteContext } from "./context";
import {
  addDerivedResponseField,
  type DerivedResponseField,
  reserveIdempotencyKey,
  storedIdempotencyKeyOf,
  storeIdempotencyKeyWithoutAnswer,
  storeIdempotentAnswer,
  withoutDerivedResponseField,
} from "./idempotency";
import type { ReceivedFile } from "./receive-file";
import { inTransaction } from "./transaction";

type HandlerAnswer<T> = { output: unknown; context: WriteContext & { prepared: T } };
/** oRPC's function that validates the input, runs the handler and validates the output. */
type RunCall<T> = (context: WriteContext, prepared?: T) => PromiseLike<HandlerAnswer<T>> | HandlerAnswer<T>;

/**
 * Runs the handler of a read, on the replica if the call's declaration allows it and the replica is up to date. Then writes the audit
 * entries with which the handler logs views of sensitive data.
 */
export async function runRead<T>(call: PipelineCall, caller: Caller, handle: RunCall<T>): Promise<HandlerAnswer<T>> {
  let entries: AuditEntry[] = [];
  const read = async (db: Database) => {
    entries = [];
    return await handle(handlerContext(call, caller, entries, { db }));
  };
  const answer = await (call.meta.replica ? readFromReplicaIfFresh(call.db, read) : read(call.db));
  if (call.meta.personalFile && !entries.length)
    throw new Error(`${call.name} shows files of people without an audit entry.`);
  if (entries.length) await inTransaction(call.db, (tx) => auditCall(tx, call, entries));
  return answer;
}

type WriteOptions<T> = ReceivedFile & {
  caller: Caller;
  idempotencyKey: string | null;
  prepared: T;
  derive?: DerivedResponseField;
};

/** Runs the handler of a write in a transaction with its audit rows. A retry gets the stored response. */
export const runWrite = <T>(
  call: PipelineCall,
  write: WriteOptions<T>,
  handle: RunCall<T>,
): Promise<HandlerAnswer<T>> =>
  inTransaction(call.db, async (tx) => {
    const { caller, idempotencyKey: key, checked, upload, directUpload, prepared, derive } = write;
    const entries: AuditEntry[] = [];
    const context = { ...handlerContext(call, caller, entries, { tx }), upload };
    // Compares the repeated input by the direct upload's id, because the file no longer exists once the upload was completed.
    const input = directUpload ? call.input : (checked?.hash ?? call.input);
    const use = key === null ? null : { ...(await storedIdempotencyKeyOf(tx, caller, key)), call: call.name, input };
    const repeated = use && (await reserveIdempotencyKey(tx, use));
    if (repeated)
      return { output: await addDerivedResponseField(tx, repeated.answer, derive), context: { ...context, prepared } };
    if (directUpload) await completeDirectUpload(tx, directUpload.id);
    const answer = await handle(context, prepared);
    if (!entries.length && !call.meta.preference) throw new Error(`${call.name} wrote without an audit entry.`);
    const stored = withoutDerivedResponseField(answer.output, derive);
    if (use)
      await (call.meta.secret
        ? storeIdempotencyKeyWithoutAnswer(tx, use)
        : storeIdempotentAnswer(tx, use, call.meta.file ? null : stored));
    await auditCall(tx, call, entries, adminIdToLock(call));
    await recheckAuthorization(tx, call);
    return derive ? { ...answer, output: await addDerivedResponseField(tx, stored, derive) } : answer;
  });
