import "server-only";
import { count } from "drizzle-orm";
import { SENSITIVE_RIGHTS } from "@/lib/contract/access";
import type { RequestContext, WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { findFourEyesConflict } from "@/lib/server/approvals/independence";
import { enforceAttemptLimit } from "@/lib/server/auth/attempt-limits";
import { isSetupKey } from "@/lib/server/auth/first-admin";
import { secondAdminSetupKey, secondAdminSetupKeys } from "@/lib/server/base/secret";
import type { Queryable } from "@/lib/server/db/client";
import { setupKeyUses } from "@/lib/server/db/schema/admin";
import { readFullAdministrators } from "./current-rights";

/** Audit text for rights that were granted with the setup key, because nobody could approve them. */
export const SETUP_KEY_AUDIT = { approval: "not needed: granted with the setup key, as nobody else could approve it" };

const KEY_NEEDED_MESSAGE =
  "Nobody else can approve this. Enter the setup key: the people who run the server find it in the server's output.";
const WRONG_KEY_MESSAGE =
  "This setup key is not right. Each one works once: ask the people who run the server for the newest that the server printed.";

/** Context of a call that may need the setup key: also contains the IP address. */
export type ContextWithIpAddress = WriteContext & Pick<RequestContext, "address">;

/**
 * Accepts the setup key for one grant that nobody else can approve. The caller has taken `lockRightsChanges`. A wrong key counts as an attempt of the
 * caller's IP address, as in the first setup. No key is stored.
 * @throws 400 without the key or with a wrong key; 429
 */
export async function redeemSetupKey(
  { tx, admin: caller, address }: ContextWithIpAddress,
  { typed, adminId }: { typed: string | undefined; adminId: string },
): Promise<void> {
  if (!typed?.trim()) throw refuse.badInput(KEY_NEEDED_MESSAGE, { setup_key: KEY_NEEDED_MESSAGE });
  await enforceAttemptLimit(tx, "address", address);
  if (!secondAdminSetupKeys(await countKeyUses(tx)).some((key) => isSetupKey(typed, key))) {
    const refusal = refuse.badInput(WRONG_KEY_MESSAGE, { setup_key: WRONG_KEY_MESSAGE });
    // Counts the attempt again, because the count in this transaction is rolled back.
    refusal.afterwards = async (laterTx) => {
      await enforceAttemptLimit(laterTx, "address", address);
    };
    throw refusal;
  }
  await tx.insert(setupKeyUses).values({ usedBy: caller.id, usedFor: adminId });
}

/** Returns how many setup keys were used. Each use makes a new key valid. */
async function countKeyUses(db: Queryable): Promise<number> {
  const [countRow] = await db.select({ count: count() }).from(setupKeyUses);
  return countRow?.count ?? 0;
}

/** The last key that this process has printed for each database. */
const lastPrintedKeys = new WeakMap<Queryable, string>();

/**
 * Prints the setup key as plain text while no two full administrators can approve for each other; each key once per
 * process. Runs at startup and as a scheduled task (process/timed-tasks.ts), so that no restart is needed to see it.
 */
export async function printSetupKey(db: Queryable, print = (text: string) => void process.stdout.write(text)) {
  const fullAdmins = await readFullAdministrators(db);
  const [onlyFullAdmin] = fullAdmins;
  if (!onlyFullAdmin || (await isPairIndependent(db, fullAdmins))) return;
  const key = secondAdminSetupKey(await countKeyUses(db));
  if (key === lastPrintedKeys.get(db)) return;
  lastPrintedKeys.set(db, key);
  print(`
  ${fullAdmins.length === 1 ? `This installation has one full administrator: ${toPrintable(onlyFullAdmin.name)}.` : "No two full administrators of this installation are known to be two people."}
  To create another one, or to give other rights that need a second admin, they enter the setup key  ${key}

  It works once, and only for them. Before you give it to them, make sure that the request comes from them.

`);
}

/** Returns true if two full administrators are known to be two people (docs/rules.md, Four eyes). */
async function isPairIndependent(db: Queryable, fullAdmins: readonly { id: string }[]): Promise<boolean> {
  for (const [index, { id }] of fullAdmins.entries())
    for (const other of fullAdmins.slice(index + 1))
      if (
        !(await findFourEyesConflict(db, id, other.id, SENSITIVE_RIGHTS)) &&
        !(await findFourEyesConflict(db, other.id, id, SENSITIVE_RIGHTS))
      )
        return true;
  return false;
}

/** Removes control characters, so that a name can't fake further lines of the message. */
const toPrintable = (name: string) => name.replace(/\p{C}/gu, " ");
