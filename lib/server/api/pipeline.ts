import "server-only";
import { implement } from "@orpc/server";
import { contract } from "@/lib/contract/contract";
import { deleteReporterIdFromInput } from "@/lib/server/app-api/find-citizen";
import type { Database } from "@/lib/server/db/client";
import { raiseWaitBudget } from "@/lib/server/db/wait-budget";
import type { CheckedFile } from "@/lib/server/files/check";
import { authenticate, authorize, idempotencyKeyOf } from "./authenticate";
import { checkCallDeclaration, startCall } from "./call";
import { publicContext } from "./call-context";
import { queueAppWrite } from "./concurrency-limit";
import type { RequestContext, WriteContext } from "./context";
import type { DerivedResponseField } from "./idempotency";
import { type CallName, LONG_CALL_LIMITS_MS } from "./long-calls";
import { receiveFile } from "./receive-file";
import { runRead, runWrite } from "./run-handler";
import { refusalOf } from "./to-refusal";

const implementer = implement(contract).$context<RequestContext>();

/**
 * Work of a write before its transaction, such as network requests or decoding, so that it occupies no pooled connection. `input` is not
 * validated yet; `file` is already checked.
 */
type BeforeTransaction<T> = (db: Database, input: unknown, file: CheckedFile | null, callerId: string) => Promise<T>;

/**
 * Work of a write after its commit that completes the response, such as a request to another service. It runs for each retry too, with the
 * stored response.
 */
type AfterCommit = (db: Database, output: unknown, input: unknown) => Promise<unknown>;

/** Runs the steps of every API call (docs/rules.md). Handlers can't skip a step. */
const callPipeline = <T>(
  beforeTransaction: BeforeTransaction<T>,
  {
    derive,
    keepsFile = true,
    complete,
  }: { derive?: DerivedResponseField; keepsFile?: boolean; complete?: AfterCommit } = {},
) =>
  implementer.use(async ({ next, ...started }, input) => {
    const call = startCall(started, input);
    const handle = (context: WriteContext, prepared?: T) => next({ context: { ...context, prepared: prepared as T } });
    try {
      raiseWaitBudget(LONG_CALL_LIMITS_MS[call.name as CallName] ?? 0);
      checkCallDeclaration(call, derive);
      if (call.meta.policy === "public") return await handle(publicContext(call));
      const caller = await authenticate(call);
      await authorize(call, caller);
      if (caller.kind === "app") deleteReporterIdFromInput(input);
      if (!call.writes) return await runRead(call, caller, handle);
      const idempotencyKey = idempotencyKeyOf(call, caller);
      const file = await receiveFile(call, caller, keepsFile);
      const prepared = await beforeTransaction(call.db, input, file.checked, caller.id);
      const write = () => runWrite(call, { caller, idempotencyKey, ...file, prepared, derive }, handle);
      const answer = await (caller.kind === "app" ? queueAppWrite(write) : write());
      return complete ? { ...answer, output: await complete(call.db, answer.output, input) } : answer;
    } catch (error) {
      throw await refusalOf(call, error);
    }
  });

const noPreparation = async () => undefined;
/** Implements a call of the contract with a handler: runs every step of the pipeline around it. */
export const api = callPipeline(noPreparation);

/**
 * Works like `api`, but runs work before the transaction: a request to another service, a counted attempt, or processing of a file. The
 * handler gets the result of this work as `context.prepared`. An uploaded file is not stored.
 */
export const apiWithPreparation = <T>(beforeTransaction: BeforeTransaction<T>) =>
  callPipeline(beforeTransaction, { keepsFile: false });

/** Works like `api`, but runs work after the commit that completes the response. If that work fails, the write stays committed. */
export const apiWithAfterCommit = (complete: AfterCommit) => callPipeline(noPreparation, { complete });

/** Works like `api`, for a `derived` route: one field of the response is never stored, but computed again for each retry. */
export const apiWithDerivedResponseField = (derive: DerivedResponseField) => callPipeline(noPreparation, { derive });
