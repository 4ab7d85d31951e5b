import "server-only";
import { type FeatureAccess, satisfiesPolicy } from "@/lib/contract/access";
import { APP_CALL_GROUP_LABELS, APP_CALL_GROUPS, appCallGroupOf } from "@/lib/contract/app-keys.values";
import { auditDeviceName, authenticateApp, type CitizenApp, idempotencyCallerId } from "@/lib/server/app-api/app-keys";
import { countAppCall } from "@/lib/server/app-api/count-calls";
import { requireProofOfIdentity } from "@/lib/server/auth/require-proof";
import { requireSession } from "@/lib/server/auth/session";
import { addToLogContext } from "@/lib/server/base/log-context";
import type { Transaction } from "@/lib/server/db/client";
import type { PipelineCall } from "./call";
import { fullName, type SignedInAdmin } from "./context";
import { refuse } from "./errors";

/** The authenticated sender of a call: an admin or the citizen app. `id` is part of idempotency keys and upload limits. */
export type Caller = { kind: "admin"; id: string; admin: SignedInAdmin } | { kind: "app"; id: string; app: CitizenApp };

/** Returns the admin of the session token, or the citizen app of the API key. @throws 401; 503 if no API key is configured */
export const authenticate = async (call: PipelineCall): Promise<Caller> =>
  call.meta.policy === "app" ? authenticateAppCall(call) : authenticateAdmin(call);

async function authenticateAdmin(call: PipelineCall): Promise<Caller> {
  const { token, isUnattended } = call.request;
  const admin = await requireSession(call.db, token, isUnattended);
  call.actor = { id: admin.id, name: fullName(admin) };
  call.rights = admin.rights;
  addToLogContext({ adminId: admin.id, sessionId: admin.sessionId });
  return { kind: "admin", id: admin.id, admin };
}

/** Returns the app of the API key. The handler itself loads the citizen named in the input, if any. */
async function authenticateAppCall(call: PipelineCall): Promise<Caller> {
  const app = await authenticateApp(call.db, call.request.token);
  call.device = auditDeviceName(app);
  addToLogContext({ app: app.name });
  return { kind: "app", id: idempotencyCallerId(app), app };
}

/**
 * Checks an admin's right and proof of identity. For the app, checks its rate limit and whether its key allows the call. @throws 403; 429
 */
export async function authorize(call: PipelineCall, caller: Caller): Promise<void> {
  if (caller.kind === "app") {
    await countAppCall(call.db, caller.app);
    return requireCallOfKey(call, caller.app);
  }
  requireRight(call, caller.admin.rights);
  if (call.meta.proof) requireProofOfIdentity(caller.admin);
}

/** Rejects a call that is outside the groups of calls to which the app's key is limited. @throws 403 */
function requireCallOfKey({ path }: PipelineCall, { key }: CitizenApp): void {
  if (!key?.groups) return;
  const group = appCallGroupOf(path);
  if (group && key.groups.includes(group)) return;
  const allowed = APP_CALL_GROUPS.filter((each) => key.groups?.includes(each)).map(
    (each) => APP_CALL_GROUP_LABELS[each],
  );
  throw refuse.callOfKey(group ? APP_CALL_GROUP_LABELS[group] : path, allowed);
}

function requireRight({ meta: { policy } }: PipelineCall, rights: readonly FeatureAccess[]): void {
  if (policy && !satisfiesPolicy(rights, policy)) throw refuse.forbidden();
}

/**
 * Returns the admin whose access a write locks, in shared mode, until its transaction ends. Undefined for calls without an admin, and for
 * calls on the caller's own account, which may end this session themselves. Ending a session or removing rights takes the same locks
 * exclusively at its commit, by triggers (migration 0025). Take the locks last: a write that waits for a row must not have them yet.
 */
export const adminIdToLock = (call: PipelineCall): string | undefined =>
  isAccessCheckedAgain(call) ? call.actor?.id : undefined;

const isAccessCheckedAgain = ({ name, meta }: PipelineCall) => meta.policy !== "app" && !name.startsWith("auth.");

/**
 * Throws, which rolls back a write, if its admin was suspended or deleted, or lost the right while it ran. Call it in a statement after the
 * one that takes the access locks: a concurrent end of the session is then either visible to this check, or waits until this write commits.
 * @throws 401; 403
 */
export async function recheckAuthorization(tx: Transaction, call: PipelineCall): Promise<void> {
  if (!isAccessCheckedAgain(call)) return;
  const { rights } = await requireSession(tx, call.request.token, true);
  requireRight(call, rights);
}

/** Returns the key with which a client may repeat a write, or null. @throws 400 if a required key is missing */
export function idempotencyKeyOf({ meta, request }: PipelineCall, { kind }: Caller): string | null {
  const key = meta.secret && !meta.once ? null : request.idempotencyKey;
  if (key !== null) return key;
  if (kind === "app" || meta.idempotent) throw refuse.badInput(KEY_REQUIRED_MESSAGES[kind]);
  return null;
}

const KEY_FORM_MESSAGE = "Send an Idempotency-Key with this request, 8 to 100 letters, digits or dashes";
const KEY_REQUIRED_MESSAGES = {
  admin: `${KEY_FORM_MESSAGE}, so that a repeat moves no money twice.`,
  app: `${KEY_FORM_MESSAGE}, so that a repeat has no second effect.`,
};
