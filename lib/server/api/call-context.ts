import "server-only";
import { requireCitizen } from "@/lib/server/app-api/find-citizen";
import type { AuditEntry } from "@/lib/server/audit/audit";
import type { Database, Transaction } from "@/lib/server/db/client";
import type { Caller } from "./authenticate";
import { auditCall, type PipelineCall } from "./call";
import type { Actor, WriteContext } from "./context";
import { inTransaction } from "./transaction";

const throwOnAccess = (message: string) => (): never => {
  throw new Error(message);
};
/** Returns a placeholder for a context field that this call does not have. Reading any property of it throws. */
const throwingProxy = <T extends object>(message: string) => new Proxy<T>({} as T, { get: throwOnAccess(message) });

/**
 * Builds the handler context. `entries` collects the handler's audit entries.
 * @param db transaction of a write, or database of a read; the primary unless given
 */
export function handlerContext(
  call: PipelineCall,
  caller: Caller,
  entries: AuditEntry[],
  { tx, db }: { tx?: Transaction; db?: Database } = {},
): WriteContext {
  const context = { ...emptyContext(call, entries, tx), ...(db && { db }) };
  if (caller.kind === "admin") return { ...context, admin: caller.admin };
  const name = (citizen: Actor) => {
    call.actor = citizen;
  };
  const citizen = (userId: string) => requireCitizen(context.db, userId, { hold: call.writes, name });
  return { ...context, app: caller.app, citizen };
}

/**
 * Builds a public call's context. The call opens its own transactions, so that counters of attempts, for example to sign in, are kept when
 * the call is refused.
 */
export const publicContext = (call: PipelineCall): WriteContext => ({
  ...emptyContext(call, []),
  audit: throwOnAccess(`${call.name} is public: its audit row belongs to transact().`),
  setRefusalSubject: (actor, record = null) => {
    call.actor = actor;
    call.record = record;
  },
  transact: (actor, change) => {
    call.actor = actor;
    return inTransaction(call.db, async (tx) => {
      const { result, audit } = await change(tx);
      await auditCall(tx, call, [audit]);
      return result;
    });
  },
});

/** Builds a context without a caller, in which `admin` and `app` throw. */
const emptyContext = (call: PipelineCall, entries: AuditEntry[], tx?: Transaction): WriteContext => ({
  db: tx ?? call.db,
  tx: tx ?? throwingProxy(`${call.name} reads: it has no transaction.`),
  admin: throwingProxy(`No admin is signed in to ${call.name}.`),
  app: throwingProxy(`${call.name} does not come from the citizen app.`),
  citizen: throwOnAccess("Only calls of the citizen app name a citizen."),
  upload: null,
  audit: (entry) => entries.push(entry),
  setRefusalSubject: () => {},
  transact: throwOnAccess("Only public calls open their own transaction."),
});
