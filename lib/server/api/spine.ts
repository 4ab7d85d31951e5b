import "server-only";
import { implement } from "@orpc/server";
import { allows, type FeatureAccess } from "@/lib/contract/access";
import { contract } from "@/lib/contract/contract";
import { type App, appOf, callerIdOf, deviceOf } from "@/lib/server/app-door/app-keys";
import { countCall } from "@/lib/server/app-door/count-calls";
import { forgetReporter } from "@/lib/server/app-door/find-citizen";
import { type AuditEntry, type AuditRow, appendAudit, appendedBy } from "@/lib/server/audit/audit";
import { noteHeads } from "@/lib/server/audit/heads";
import { requireProof } from "@/lib/server/auth/require-proof";
import { findSession, findSessionAgain, signedOut } from "@/lib/server/auth/session";
import { log } from "@/lib/server/base/log";
import { idempotencyHash } from "@/lib/server/base/secret";
import { AFTERMATH_MS, allowCallTime, withCallTime } from "@/lib/server/db/call-time";
import { type Database, database, type Transaction } from "@/lib/server/db/client";
import { type CheckedFile, checkFile } from "@/lib/server/files/check";
import { stagePages } from "@/lib/server/files/pages";
import { stageFile } from "@/lib/server/files/stored-files";
import { countUpload } from "@/lib/server/uploads/limit";
import { inTurn } from "./app-turns";
import { toldTo } from "./balances-in-refusals";
import { adminContext, appContext, publicContext, readStores, writeStores } from "./call-context";
import { type Actor, fullName, type RequestContext, type SignedInAdmin, type WriteContext } from "./context";
import { Refusal, refuse } from "./errors";
import { type Derive, forRepeats, keepAnswer, repeatedAnswer, withDerived } from "./idempotency";
import { type CallName, LONG_CALLS } from "./long-calls";
import { asRefusal, isOnRecord, recordNamed } from "./refused";

/** `isKnown`: whether who asks has what has this tag already, so that a public file need not be read. */
type Asked = RequestContext & { database?: Database; isKnown?: (etag: string) => boolean };
const wrapped = implement(contract).$context<Asked>();

/**
 * What a write has to wait for before its transaction, so that no connection is held while it does. The input is not
 * checked yet; a file that was sent is.
 */
type Ahead<T> = (db: Database, input: unknown, file: CheckedFile | null, callerId: string) => Promise<T>;

/** Who writes: how repeats know them, what their handler gets, and whether they still may when it is done. */
type Caller = {
  id: string;
  key: string | null;
  context: (stores: ReturnType<typeof readStores>, entries: AuditEntry[]) => WriteContext;
  confirm: (tx: Transaction) => Promise<void>;
};

/**
 * The one wrapper around every call (docs/rules.md): session or key, access, then input, handler and output check, a
 * transaction with the audit row for writes, and refusals on record. A handler cannot forget a step.
 */
const wrapper = <T>(ahead: Ahead<T>, { derive, keepsFile = true }: { derive?: Derive; keepsFile?: boolean } = {}) =>
  wrapped.use(async ({ context: request, next, path, procedure }, input) => {
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
      const caller = policy === "app" ? await appCaller(appOf(request.token)) : await adminCaller();
      if (!writes) return read(caller);
      if (takesFile) await countUpload(db, caller.id, policy === "app" ? "app" : "admin");
      // Decoding a picture and writing to a bucket take their time: no connection waits for them.
      const sent = takesFile && input instanceof File ? await checkFile(input) : null;
      const upload = sent && keepsFile ? await staged(sent) : null;
      const prepared = await ahead(db, input, sent, caller.id);
      const now = () => write(caller, { sent, upload }, prepared);
      return policy === "app" ? inTurn(now) : now();
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

    /** The citizen app's server proves itself by its key, and names the citizen, if any, in what it sends. */
    const appCaller = async (app: App): Promise<Caller> => {
      device = deviceOf(app);
      await countCall(db, app);
      forgetReporter(input);
      const key = request.idempotencyKey;
      if (writes && key === null) throw refuse.badInput(APP_KEY_WANTED);
      const name = (who: Actor) => {
        actor = who;
      };
      return {
        id: callerIdOf(app),
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
        const repeated = use && (await repeatedAnswer(tx, use));
        const entries: AuditEntry[] = [];
        const context = { ...caller.context(writeStores(tx), entries), upload };
        if (repeated) return { output: withDerived(repeated.answer, derive), context: { ...context, ahead: prepared } };
        const answer = await run(context, prepared);
        if (!entries.length) throw new Error(`${call} wrote without an audit entry.`);
        const kept = forRepeats(answer.output, derive);
        if (use) await keepAnswer(tx, use, file ? null : kept);
        await recordAll(tx, entries);
        await caller.confirm(tx);
        return derive ? { ...answer, output: withDerived(kept, derive) } : answer;
      });

    const refuseWithout = ({ rights }: SignedInAdmin) => {
      if (policy && !allows(rights, policy)) throw refuse.forbidden();
    };

    /**
     * Anyone who was suspended, deleted or lost the right while this was under way has changed nothing. Asked under the audit
     * trail's lock, which ending a session takes as well: it was either first, and is seen here, or comes after this write.
     */
    const refuseShutOut = async (tx: Transaction) => {
      if (path[0] === "auth") return; // Of one's own account: it may just have ended the session itself.
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
        await withCallTime(AFTERMATH_MS, () => inTransaction(db, afterwards)).catch((failure) =>
          log.error({ err: failure, call }, "what follows from a refusal could not be written"),
        );
      const by = policy === "public" || policy === "app" ? policy : "admin";
      if (isOnRecord(error, { actor, writes, by })) {
        const rows = error.rows ?? [{ record: concerned ?? recordNamed(call, input), refusal: error.message }];
        await withCallTime(AFTERMATH_MS, () => inTransaction(db, (tx) => recordAll(tx, rows))).catch((failure) =>
          log.error({ err: failure, call }, "a refusal could not be logged"),
        );
      }
      throw toldTo(error, rights);
    }
  });

const nothingAhead = async () => undefined;
export const api = wrapper(nothingAhead);

/**
 * The same for a call that asks somebody else, counts a try, or makes something of a file, first: the handler finds that as
 * `ahead`. The file itself is then kept nowhere.
 */
export const apiAfter = <T>(ahead: Ahead<T>) => wrapper(ahead, { keepsFile: false });

/** The same for a route that is `derived`: a part of the answer is made again for each repeat, and stored nowhere. */
export const apiDeriving = (derive: Derive) => wrapper(nothingAhead, { derive });

/** Serialisation failure, deadlock, unique violation. */
const RUN_AGAIN = ["40001", "40P01", "23505"];

/**
 * Deadlock and serialisation victims are run again: they never reach the caller. So is anyone who wrote the same name at
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

const KEY_FORM = "Send an Idempotency-Key with this request, 8 to 100 letters, digits or dashes";
const KEY_WANTED = `${KEY_FORM}, so that a repeat moves no money twice.`;
const APP_KEY_WANTED = `${KEY_FORM}, so that a repeat has no second effect.`;
