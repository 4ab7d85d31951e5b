import "server-only";
import { implement } from "@orpc/server";
import { allows, type FeatureAccess } from "@/lib/contract/access";
import { contract } from "@/lib/contract/contract";
import { type App, authenticateApp, deviceOf, idempotencyCallerId } from "@/lib/server/app-api/app-keys";
import { countCall } from "@/lib/server/app-api/count-calls";
import { dropReporterId } from "@/lib/server/app-api/find-citizen";
import { type AuditEntry, type AuditRow, appendAudit, appendedBy } from "@/lib/server/audit/audit";
import { storeHeads } from "@/lib/server/audit/heads";
import { requireProof } from "@/lib/server/auth/require-proof";
import { findSession, findSessionAgain, signedOut } from "@/lib/server/auth/session";
import { log } from "@/lib/server/base/log";
import { idempotencyHash } from "@/lib/server/base/secret";
import { allowCallTime, POST_REFUSAL_LIMIT_MS, withCallTime } from "@/lib/server/db/call-time";
import { type Database, database, type Transaction } from "@/lib/server/db/client";
import { type CheckedFile, checkFile } from "@/lib/server/files/check";
import { stagePages } from "@/lib/server/files/pages";
import { stageFile } from "@/lib/server/files/stored-files";
import { countUpload } from "@/lib/server/uploads/limit";
import { redactFor } from "./balances-in-refusals";
import { adminContext, appContext, publicContext, readStores, writeStores } from "./call-context";
import { type Actor, fullName, type RequestContext, type SignedInAdmin, type WriteContext } from "./context";
import { Refusal, refuse } from "./errors";
import {
  addDerivedField,
  type DerivedField,
  reserveIdempotencyKey,
  storeAnswer,
  withoutDerivedField,
} from "./idempotency";
import { type CallName, LONG_CALLS } from "./long-calls";
import { queueAppWrite } from "./queue-app-writes";
import { asRefusal, isAudited, recordNamed } from "./refused";

/** `isKnown`: returns true if the client already has the version with this ETag, so that a public file need not be read. */
type Asked = RequestContext & { database?: Database; isKnown?: (etag: string) => boolean };
const implementer = implement(contract).$context<Asked>();

/**
 * Work that a write does before its transaction (network, decoding), so that no pooled connection is held during it.
 * The input is not validated yet at this point; an uploaded file is.
 */
type BeforeTransaction<T> = (db: Database, input: unknown, file: CheckedFile | null, callerId: string) => Promise<T>;

/** The authenticated sender of a call: id for idempotency, handler context, and a last check of its rights before commit. */
type Caller = {
  id: string;
  key: string | null;
  context: (stores: ReturnType<typeof readStores>, entries: AuditEntry[]) => WriteContext;
  confirm: (tx: Transaction) => Promise<void>;
};

/**
 * Wraps every call (docs/rules.md): authenticates, checks access, input and output, and writes refusals to the audit trail.
 * A write runs in one transaction with its audit row. A handler cannot skip a step.
 */
const callPipeline = <T>(
  ahead: BeforeTransaction<T>,
  { derive, keepsFile = true }: { derive?: DerivedField; keepsFile?: boolean } = {},
) =>
  implementer.use(async ({ context: request, next, path, procedure }, input) => {
    const {
      policy,
      file,
      personalFile,
      secret,
      idempotent,
      reads,
      derived,
      proof,
      upload: takesFile,
    } = procedure["~orpc"].meta;
    const { method = "GET" } = procedure["~orpc"].route;
    const call = path.join(".");
    const writes = method !== "GET" && !reads;
    const db = request.database ?? database().db;
    const run = (context: WriteContext, prepared?: T) => next({ context: { ...context, ahead: prepared as T } });
    let actor: Actor = null;
    let device = request.device;
    let concerned: AuditEntry["record"] = null;
    let rights: readonly FeatureAccess[] = [];

    const attempt = async () => {
      if (policy === undefined) throw new Error(`${call} declares no policy.`);
      if (Boolean(derived) !== Boolean(derive))
        throw new Error(`${call} says of its answer what its handler does not.`);
      if (policy === "public") return run(publicContext(call, db, { concerns, transact }));
      const caller = policy === "app" ? await appCaller(authenticateApp(request.token)) : await adminCaller();
      if (!writes) return read(caller);
      if (takesFile) await countUpload(db, caller.id, policy === "app" ? "app" : "admin");
      // Decoding a picture and writing it to a bucket are slow: both run before a database connection is taken.
      const sent = takesFile && input instanceof File ? await checkFile(input) : null;
      const upload = sent && keepsFile ? await staged(sent) : null;
      const prepared = await ahead(db, input, sent, caller.id);
      const now = () => write(caller, { sent, upload }, prepared);
      return policy === "app" ? queueAppWrite(now) : now();
    };

    const staged = async (sent: CheckedFile) => ({
      ...sent,
      staged: await stageFile(db, sent),
      stagedPages: await stagePages(db, sent.pages),
    });

    const concerns: WriteContext["concerns"] = (whom, what = null) => {
      actor = whom;
      concerned = what;
    };

    const transact: WriteContext["transact"] = (whom, change) => {
      actor = whom;
      return inTransaction(db, async (tx) => {
        const { result, audit } = await change(tx);
        await record(tx, audit);
        return result;
      });
    };

    const adminCaller = async (): Promise<Caller> => {
      const admin = await findSession(db, request.token, request.isUnattended);
      if (!admin) throw await signedOut(db, request.token);
      actor = { id: admin.id, name: fullName(admin) };
      rights = admin.rights;
      refuseWithout(admin);
      if (proof) requireProof(admin);
      const key = secret ? null : request.idempotencyKey;
      if (writes && idempotent && key === null) throw refuse.badInput(KEY_WANTED);
      return {
        id: admin.id,
        key,
        context: (stores, entries) => adminContext(admin, stores, entries),
        confirm: refuseShutOut,
      };
    };

    /** Authenticates the citizen app's server by its API key. The citizen, if any, is named in the request's input. */
    const appCaller = async (app: App): Promise<Caller> => {
      device = deviceOf(app);
      await countCall(db, app);
      dropReporterId(input);
      const key = request.idempotencyKey;
      if (writes && key === null) throw refuse.badInput(APP_KEY_WANTED);
      const name = (who: Actor) => {
        actor = who;
      };
      return {
        id: idempotencyCallerId(app),
        key: key && idempotencyHash(key),
        context: (stores, entries) => appContext({ app, writes, name }, stores, entries),
        confirm: async () => {},
      };
    };

    const read = async (caller: Caller) => {
      const entries: AuditEntry[] = [];
      const answer = await run(caller.context(readStores(db), entries));
      if (personalFile && !entries.length) throw new Error(`${call} shows files of people without an audit entry.`);
      if (entries.length) await inTransaction(db, async (tx) => recordAll(tx, entries));
      return answer;
    };

    type Sent = { sent: CheckedFile | null; upload: WriteContext["upload"] };
    const write = (caller: Caller, { sent, upload }: Sent, prepared: T) =>
      inTransaction(db, async (tx) => {
        const { id, key } = caller;
        const use = key === null ? null : { adminId: id, key, call, input: sent ? sent.hash : input };
        const repeated = use && (await reserveIdempotencyKey(tx, use));
        const entries: AuditEntry[] = [];
        const context = { ...caller.context(writeStores(tx), entries), upload };
        if (repeated)
          return { output: addDerivedField(repeated.answer, derive), context: { ...context, ahead: prepared } };
        const answer = await run(context, prepared);
        if (!entries.length) throw new Error(`${call} wrote without an audit entry.`);
        const kept = withoutDerivedField(answer.output, derive);
        if (use) await storeAnswer(tx, use, file ? null : kept);
        await recordAll(tx, entries);
        await caller.confirm(tx);
        return derive ? { ...answer, output: addDerivedField(kept, derive) } : answer;
      });

    const refuseWithout = ({ rights }: SignedInAdmin) => {
      if (policy && !allows(rights, policy)) throw refuse.forbidden();
    };

    /**
     * Rolls back the write of an admin who was suspended, deleted or lost the right while it ran. Checked under the audit
     * trail's lock. Ending a session takes the same lock, so it is either visible here or happens after this commit.
     */
    const refuseShutOut = async (tx: Transaction) => {
      if (path[0] === "auth") return; // A call on one's own account may just have ended this session itself.
      const still = await findSessionAgain(tx, request.token);
      if (!still) throw await signedOut(tx, request.token);
      refuseWithout(still);
    };

    const rowOf = ({ record: about, refusal, before, after }: AuditEntry): AuditRow => ({
      at: new Date(),
      adminId: actor?.id ?? null,
      adminName: actor?.name ?? null,
      action: call,
      outcome: refusal === undefined ? "done" : "refused",
      refusal: refusal ?? null,
      recordType: about?.type ?? null,
      recordId: about?.id ?? null,
      recordName: about?.name ?? null,
      before: before ?? null,
      after: after ?? null,
      address: request.address,
      device,
      requestId: request.requestId,
    });
    const record = (tx: Transaction, entry: AuditEntry) => appendAudit(tx, rowOf(entry));
    const recordAll = async (tx: Transaction, [first, ...others]: AuditEntry[]) => {
      if (first) await appendAudit(tx, rowOf(first), ...others.map(rowOf));
    };

    try {
      allowCallTime(LONG_CALLS[call as CallName] ?? 0);
      return await attempt();
    } catch (caught) {
      const error = asRefusal(caught);
      if (!(error instanceof Refusal)) throw error;
      const { afterwards } = error;
      if (afterwards)
        await withCallTime(POST_REFUSAL_LIMIT_MS, () => inTransaction(db, afterwards)).catch((failure) =>
          log.error({ err: failure, call }, "what follows from a refusal could not be written"),
        );
      const by = policy === "public" || policy === "app" ? policy : "admin";
      if (isAudited(error, { actor, writes, by })) {
        const rows = error.rows ?? [{ record: concerned ?? recordNamed(call, input), refusal: error.message }];
        await withCallTime(POST_REFUSAL_LIMIT_MS, () => inTransaction(db, (tx) => recordAll(tx, rows))).catch(
          (failure) => log.error({ err: failure, call }, "a refusal could not be logged"),
        );
      }
      throw redactFor(error, rights);
    }
  });

const noPreparation = async () => undefined;
export const api = callPipeline(noPreparation);

/**
 * Like `api`, with work before the transaction: a request to another service, a counted attempt, or processing of a file.
 * The handler gets its result as `ahead`. The file itself is not stored.
 */
export const apiWithPreparation = <T>(ahead: BeforeTransaction<T>) => callPipeline(ahead, { keepsFile: false });

/** Like `api`, for a `derived` route: one field of the answer is never stored and is computed again for each repeat. */
export const apiDeriving = (derive: DerivedField) => callPipeline(noPreparation, { derive });

/** SQLSTATE codes: serialisation failure, deadlock, unique violation. */
const RUN_AGAIN = ["40001", "40P01", "23505"];

/**
 * Runs a transaction, up to three times after a deadlock or serialisation failure, so that callers never see one. A unique
 * violation is retried too: the second run sees the row of the concurrent write, so the handler can refuse with its own message.
 * After the commit, the new heads of the audit chain are also stored outside the database.
 */
export async function inTransaction<T>(db: Database, run: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      let used: Transaction | undefined;
      const result = await db.transaction((tx) => {
        used = tx;
        return run(tx);
      });
      if (used) storeHeads(appendedBy(used));
      return result;
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
      if (!RUN_AGAIN.includes(String(code)) || tries === 3) throw error;
    }
  }
}

const KEY_FORM = "Send an Idempotency-Key with this request, 8 to 100 letters, digits or dashes";
const KEY_WANTED = `${KEY_FORM}, so that a repeat moves no money twice.`;
const APP_KEY_WANTED = `${KEY_FORM}, so that a repeat has no second effect.`;
