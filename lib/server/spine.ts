import "server-only";
import { implement, ORPCError, ValidationError } from "@orpc/server";
import { allows } from "@/lib/contract/access";
import { contract } from "@/lib/contract/contract";
import { type AuditEntry, appendAudit, appendedBy } from "./audit";
import { noteHeads } from "./audit-heads";
import { findSession, findSessionAgain } from "./auth/session";
import {
  type Actor,
  fullName,
  type HandlerContext,
  type RequestContext,
  type SignedInAdmin,
  type UploadedFile,
} from "./context";
import { type Database, database, type Transaction } from "./db/client";
import { isDatabaseAway, Refusal, refuse } from "./errors";
import { stageFile } from "./files";
import { checkFile } from "./files/check";
import { keepAnswer, repeatedAnswer } from "./idempotency";
import { log } from "./log";

const wrapped = implement(contract).$context<RequestContext & { database?: Database }>();

/** What a write has to wait for before its transaction: no connection is held meanwhile. The input is not checked yet. */
type Ahead<T> = (db: Database, input: unknown) => Promise<T>;

/**
 * The one wrapper around every call (design.md): session, access, then input, handler and output check, a transaction
 * with the audit row for writes, and refusals on record. A handler cannot forget a step.
 */
const wrapper = <T>(ahead: Ahead<T>) =>
  wrapped.use(async ({ context: request, next, path, procedure }, input) => {
    const { policy, file, secret, idempotent, upload: takesFile } = procedure["~orpc"].meta;
    const { method = "GET" } = procedure["~orpc"].route;
    const call = path.join(".");
    const db = request.database ?? database().db;
    const run = (context: HandlerContext, prepared?: T) => next({ context: { ...context, ahead: prepared as T } });
    let actor: Actor = null;
    let concerned: AuditEntry["record"] = null;

    const attempt = async () => {
      if (policy === undefined) throw new Error(`${call} declares no policy.`);
      if (policy === "public") return run(publicContext());
      const admin = await findSession(db, request.token);
      if (!admin) throw refuse.signedOut();
      actor = { id: admin.id, name: fullName(admin) };
      if (!allows(admin.rights, policy)) throw refuse.forbidden();
      if (method === "GET") return read(admin);
      // Decoding a picture and writing to a bucket take their time: no connection waits for them.
      return write(
        admin,
        takesFile && input instanceof File ? await uploaded(db, input) : null,
        await ahead(db, input),
      );
    };

    /** Public calls open their own transactions: what they count has to survive their refusals. */
    const publicContext = (): HandlerContext => ({
      db,
      upload: null,
      admin: nobody(call),
      audit: () => {
        throw new Error(`${call} is public: its audit row belongs to transact().`);
      },
      concerns: (whom, what = null) => {
        actor = whom;
        concerned = what;
      },
      transact: (whom, change) => {
        actor = whom;
        return inTransaction(db, async (tx) => {
          const { result, audit } = await change(tx);
          await record(tx, audit);
          return result;
        });
      },
    });

    const read = async (admin: SignedInAdmin) => {
      const entries: AuditEntry[] = [];
      const answer = await run(signedIn(admin, db, entries));
      if (entries.length) await inTransaction(db, (tx) => recordAll(tx, entries));
      return answer;
    };

    const write = (admin: SignedInAdmin, upload: UploadedFile | null, prepared: T) =>
      inTransaction(db, async (tx) => {
        const key = secret ? null : request.idempotencyKey;
        if (idempotent && key === null) throw refuse.badInput(KEY_WANTED);
        const use = key === null ? null : { adminId: admin.id, key, call, input: upload ? upload.hash : input };
        const repeated = use && (await repeatedAnswer(tx, use));
        const entries: AuditEntry[] = [];
        const context = { ...signedIn(admin, tx, entries), upload };
        if (repeated) return { output: repeated.answer, context: { ...context, ahead: prepared } };
        const answer = await run(context, prepared);
        if (!entries.length) throw new Error(`${call} wrote without an audit entry.`);
        if (use) await keepAnswer(tx, use, file ? null : answer.output);
        await recordAll(tx, entries);
        await refuseShutOut(tx);
        return answer;
      });

    /**
     * Whoever was suspended, deleted or lost the right while this was under way has changed nothing. Asked under the audit
     * trail's lock, which ending a session takes as well: it was either first, and is seen here, or comes after this write.
     */
    const refuseShutOut = async (tx: Transaction) => {
      if (path[0] === "auth") return; // Of one's own account: it may just have ended the session itself.
      const still = await findSessionAgain(tx, request.token);
      if (!still) throw refuse.signedOut();
      if (policy && !allows(still.rights, policy)) throw refuse.forbidden();
    };

    const record = async (tx: Transaction, entry: AuditEntry, refusal: Refusal | null = null) => {
      await appendAudit(tx, {
        at: new Date(),
        adminId: actor?.id ?? null,
        adminName: actor?.name ?? null,
        action: call,
        outcome: refusal ? "refused" : "done",
        refusal: refusal?.message ?? null,
        recordType: entry.record?.type ?? null,
        recordId: entry.record?.id ?? null,
        recordName: entry.record?.name ?? null,
        before: entry.before ?? null,
        after: entry.after ?? null,
        address: request.address,
        device: request.device,
        requestId: request.requestId,
      });
    };
    const recordAll = async (tx: Transaction, entries: AuditEntry[]) => {
      for (const entry of entries) await record(tx, entry);
    };

    try {
      return await attempt();
    } catch (caught) {
      const error = asRefusal(caught);
      if (!(error instanceof Refusal)) throw error;
      if (isOnRecord(error, { actor, method, isPublic: policy === "public" })) {
        const entry = { record: concerned ?? recordNamed(input) };
        await inTransaction(db, (tx) => record(tx, entry, error)).catch((failure) =>
          log.error({ err: failure, call }, "a refusal could not be put on record"),
        );
      }
      throw error;
    }
  });

export const api = wrapper(async () => undefined);

/** The same for a call that asks somebody else first: the handler finds the answer as `ahead`. */
export const apiAfter = wrapper;

const signedIn = (admin: SignedInAdmin, db: HandlerContext["db"], entries: AuditEntry[]): HandlerContext => ({
  db,
  admin,
  upload: null,
  audit: (entry) => entries.push(entry),
  concerns: () => {},
  transact: () => {
    throw new Error("Only public calls open their own transaction.");
  },
});

async function uploaded(db: Database, file: File): Promise<UploadedFile> {
  const checked = await checkFile(file);
  return { ...checked, staged: await stageFile(db, checked) };
}

/** Stands where a public call has no admin: touching it is a fault of the code. */
const nobody = (call: string) =>
  new Proxy({} as SignedInAdmin, {
    get() {
      throw new Error(`${call} is public: nobody is signed in.`);
    },
  });

/** Serialisation failure, deadlock, unique violation. */
const RUN_AGAIN = ["40001", "40P01", "23505"];

/**
 * Deadlock and serialisation victims are run again: they never reach the caller. So is whoever wrote the same name at
 * the same moment as another: the second time the handler sees the other one's, and refuses in its own words. What the
 * transaction added to the audit chain is noted outside the database as soon as it is committed.
 */
export async function inTransaction<T>(db: Database, run: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      let used: Transaction | undefined;
      const result = await db.transaction((tx) => {
        used = tx;
        return run(tx);
      });
      if (used) noteHeads(appendedBy(used));
      return result;
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
      if (!RUN_AGAIN.includes(String(code)) || tries === 3) throw error;
    }
  }
}

/** Wrong input becomes a sentence with the fields it is about; a database out of reach becomes a 503. */
function asRefusal(error: unknown): unknown {
  if (error instanceof Refusal) return error;
  if (isDatabaseAway(error)) {
    log.warn({ err: error }, "the database is out of reach");
    return refuse.unavailable();
  }
  const invalid = error instanceof ORPCError && error.code === "BAD_REQUEST" && error.cause instanceof ValidationError;
  if (!invalid || !(error.cause instanceof ValidationError)) return error;
  const fields: Record<string, string> = {};
  for (const issue of error.cause.issues) {
    const keys = (issue.path ?? []).map((part) => (typeof part === "object" ? part.key : part));
    fields[keys.join(".")] ??= issue.message;
  }
  const [field = "", message = "is not valid"] = Object.entries(fields)[0] ?? [];
  delete fields[""];
  return refuse.badInput(field ? `Check "${field.slice(0, 80)}": ${message}` : `Check the request: ${message}`, fields);
}

const KEY_WANTED =
  "Send an Idempotency-Key with this request, 8 to 100 letters, digits or dashes, so that a repeat moves no money twice.";

/** What a stranger fails to prove: who they are, or that they read an admin's mail. */
const PROOFS = ["CREDENTIALS", "CODE", "REFERENCE"];

/**
 * Refusals that are kept: what a known person tried and may not do, and failed sign-ins. Not kept: waiting times (they
 * would fill the trail) and strangers without a session.
 */
function isOnRecord(error: Refusal, call: { actor: Actor; method: string; isPublic: boolean }): boolean {
  if (error.status === 429 || error.status === 503) return false;
  if (call.isPublic && PROOFS.includes(error.code)) return true;
  if (!call.actor) return false;
  if (call.isPublic) return error.status === 403;
  return error.status === 403 || call.method !== "GET";
}

/** The record that a refused call was about, as far as its input names one. */
function recordNamed(input: unknown): AuditEntry["record"] {
  if (typeof input !== "object" || input === null) return null;
  for (const [key, value] of Object.entries(input)) {
    const [, named] = /^(.+?)(?:Id|_id)$/.exec(key) ?? [];
    if (named && typeof value === "string" && /^[0-9a-f-]{36}$/i.test(value))
      return { type: RECORDS[named] ?? named, id: value.toLowerCase(), name: "" };
  }
  return null;
}

/** Records that are called otherwise in a call's input than in the audit rows of calls that were not refused. */
const RECORDS: Record<string, string> = {
  entry: "ledger_entry",
  group: "user_group",
  method: "payment_method",
  movement: "wallet_movement",
};
