import "server-only";
import { type App, deviceOf } from "@/lib/server/app-api/app-keys";
import { citizenOf } from "@/lib/server/app-api/find-citizen";
import type { AuditEntry } from "@/lib/server/audit/audit";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import type { Actor, HandlerContext, SignedInAdmin, WriteContext } from "./context";

/** Returns a stand-in for a caller that this call does not have. Reading any property throws: a programming error. */
function throwingProxy<T extends object>(fault: string): T {
  const fail = () => {
    throw new Error(fault);
  };
  return new Proxy<T>({} as T, { get: fail });
}

const onlyPublic = () => {
  throw new Error("Only public calls open their own transaction.");
};
const onlyApps = () => {
  throw new Error("Only calls of the citizen app name a citizen.");
};

/** The database handles of a call. In a write both are its transaction. */
type Stores = Pick<WriteContext, "db" | "tx">;
export const readStores = (db: Queryable): Stores => ({
  db,
  tx: throwingProxy("This call reads: it has no transaction."),
});
export const writeStores = (tx: Transaction): Stores => ({ db: tx, tx });

/** Builds the handler context of an admin's call. */
export const adminContext = (admin: SignedInAdmin, stores: Stores, entries: AuditEntry[]): WriteContext => ({
  ...stores,
  admin,
  app: throwingProxy("No app makes this call: an admin is signed in."),
  citizen: onlyApps,
  upload: null,
  audit: (entry) => entries.push(entry),
  concerns: () => {},
  transact: onlyPublic,
});

type AppCall = { app: App; writes: boolean; name: (who: Actor) => void };

/** Builds the handler context of a call by the citizen app. */
export const appContext = ({ app, writes, name }: AppCall, stores: Stores, entries: AuditEntry[]): WriteContext => ({
  ...adminContext(throwingProxy(`No admin makes this call: it comes from ${deviceOf(app)}.`), stores, entries),
  app,
  citizen: (userId) => citizenOf(stores.db, userId, { hold: writes, name }),
});

/** Builds the handler context of a public call, which opens its own transactions: its counters must survive its refusals. */
export const publicContext = (
  call: string,
  db: Queryable,
  own: Pick<HandlerContext, "concerns" | "transact">,
): WriteContext => ({
  ...adminContext(throwingProxy(`${call} is public: nobody is signed in.`), readStores(db), []),
  ...own,
  audit: () => {
    throw new Error(`${call} is public: its audit row belongs to transact().`);
  },
});
