import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { allows, type FeatureAccess } from "@/lib/contract/access";
import { type App, auditDeviceName, authenticateApp, idempotencyCallerId } from "@/lib/server/app-api/app-keys";
import { countAppCall } from "@/lib/server/app-api/count-calls";
import { requireProof } from "@/lib/server/auth/require-proof";
import { requireSession } from "@/lib/server/auth/session";
import { idempotencyHash } from "@/lib/server/base/secret";
import type { Transaction } from "@/lib/server/db/client";
import type { Call } from "./call";
import { fullName, type SignedInAdmin } from "./context";
import { refuse } from "./errors";

/** The authenticated sender of a call. `id` is part of idempotency keys and upload limits. */
export type Caller = { kind: "admin"; id: string; admin: SignedInAdmin } | { kind: "app"; id: string; app: App };

/** Returns the admin of the session token, or the citizen app of the API key. @throws 401; 503 if no API key is configured */
export const authenticate = async (call: Call): Promise<Caller> =>
  call.meta.policy === "app" ? authenticateAppCall(call) : authenticateAdmin(call);

async function authenticateAdmin(call: Call): Promise<Caller> {
  const { token, isUnattended } = call.request;
  const admin = await requireSession(call.db, token, isUnattended);
  call.actor = { id: admin.id, name: fullName(admin) };
  call.rights = admin.rights;
  return { kind: "admin", id: admin.id, admin };
}

/** Returns the app of the API key. The handler loads the citizen named in the input, if any. */
function authenticateAppCall(call: Call): Caller {
  const app = authenticateApp(call.request.token);
  call.device = auditDeviceName(app);
  return { kind: "app", id: idempotencyCallerId(app), app };
}

/** Checks an admin's right and proof of identity, or the rate limit of the app. @throws 403; 429 */
export async function authorize(call: Call, caller: Caller): Promise<void> {
  if (caller.kind === "app") return countAppCall(call.db, caller.app);
  requireRight(call, caller.admin.rights);
  if (call.meta.proof) requireProof(caller.admin);
}

function requireRight({ meta: { policy } }: Call, rights: readonly FeatureAccess[]): void {
  if (policy && !allows(rights, policy)) throw refuse.forbidden();
}

/**
 * Returns the expression that takes the locks of the caller's access, shared, until the transaction ends; undefined for calls without an
 * admin, or on the caller's own account, which may have ended this session themselves. Ending a session, and taking rights, takes the same
 * locks exclusively at the commit, by triggers (migration 0022). Take them last: a write that waits for a row must not have them.
 */
export const accessLockOf = (call: Call): SQL | undefined =>
  isAccessCheckedAgain(call) && call.actor ? sql`share_access_lock(${call.actor.id}::uuid)` : undefined;

const isAccessCheckedAgain = ({ name, meta }: Call) => meta.policy !== "app" && !name.startsWith("auth.");

/**
 * Rolls back a write if its admin was suspended or deleted, or lost the right while it ran. Call it in a statement after the one that took
 * the access locks: the end of a session is then either visible here or waits for this commit.
 * @throws 401; 403
 */
export async function authorizeAgain(tx: Transaction, call: Call): Promise<void> {
  if (!isAccessCheckedAgain(call)) return;
  const { rights } = await requireSession(tx, call.request.token, true);
  requireRight(call, rights);
}

/** Returns the key under which a write's response is stored, or null. @throws 400 if a required key is missing */
export function idempotencyKeyOf({ meta, request }: Call, { kind }: Caller): string | null {
  const key = meta.secret ? null : request.idempotencyKey;
  if (key !== null) return kind === "app" ? idempotencyHash(key) : key;
  if (kind === "app" || meta.idempotent) throw refuse.badInput(KEY_REQUIRED_MESSAGES[kind]);
  return null;
}

const KEY_FORM_MESSAGE = "Send an Idempotency-Key with this request, 8 to 100 letters, digits or dashes";
const KEY_REQUIRED_MESSAGES = {
  admin: `${KEY_FORM_MESSAGE}, so that a repeat moves no money twice.`,
  app: `${KEY_FORM_MESSAGE}, so that a repeat has no second effect.`,
};
