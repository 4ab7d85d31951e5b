import "server-only";
import { count } from "drizzle-orm";
import { SENSITIVE_RIGHTS } from "@/lib/contract/access";
import type { RequestContext, WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { dependenceBetween } from "@/lib/server/approvals/independence";
import { countTry } from "@/lib/server/auth/count-tries";
import { isKey } from "@/lib/server/auth/first-admin";
import { secondSetupKey } from "@/lib/server/base/secret";
import type { Queryable } from "@/lib/server/db/client";
import { setupKeyUses } from "@/lib/server/db/schema/admin";
import { fullAdministrators } from "./read-rights";

/** What the audit trail says of a grant that nobody could approve. */
export const BY_KEY = { approval: "not needed: granted with the setup key, as nobody else could approve it" };

const WANTED =
  "Nobody else can approve this. Enter the setup key: the people who run the server find it in what the server prints.";
const WRONG =
  "This setup key is not right. Each one works once: ask the people who run the server for the newest that the server printed.";

export type WithKey = WriteContext & Pick<RequestContext, "address">;

/**
 * Takes the setup key for one grant that nobody else can approve. The caller holds the lock of rights. The key is stored nowhere; a wrong one counts as a try of the caller's address, as in setting up.
 * @throws 400 without the key or with a wrong one; 429
 */
export async function spendKey(
  { tx, admin: caller, address }: WithKey,
  { typed, whom }: { typed: string | undefined; whom: string },
): Promise<void> {
  if (!typed?.trim()) throw refuse.badInput(WANTED, { setup_key: WANTED });
  await countTry(tx, "address", address);
  if (!isKey(typed, secondSetupKey(await usesOf(tx)))) {
    const refusal = refuse.badInput(WRONG, { setup_key: WRONG });
    // What this transaction counted is undone with it.
    refusal.afterwards = async (later) => {
      await countTry(later, "address", address);
    };
    throw refusal;
  }
  await tx.insert(setupKeyUses).values({ usedBy: caller.id, usedFor: whom });
}

/** How many keys were used: the next one is another. */
async function usesOf(db: Queryable): Promise<number> {
  const [found] = await db.select({ count: count() }).from(setupKeyUses);
  return found?.count ?? 0;
}

let printed = "";

/**
 * Prints the setup key while no two full administrators could approve for each other, in words and not as a log line; each key once for each
 * process. Run at the start and now and then (see process/timed-tasks.ts), so that nobody has to restart anything to read it.
 */
export async function announceSecondKey(db: Queryable, print = (text: string) => void process.stdout.write(text)) {
  const full = await fullAdministrators(db);
  const [only] = full;
  if (!only || (await isPairIndependent(db, full))) return;
  const key = secondSetupKey(await usesOf(db));
  if (key === printed) return;
  printed = key;
  print(`
  ${full.length === 1 ? `This installation has one full administrator: ${printable(only.name)}.` : "No two full administrators of this installation are known to be two people."}
  To make another one, or to give other rights that take a second admin, they enter
  the setup key  ${key}

  It works once, and only for them. Before you give it to them, make sure that it is them who asks.

`);
}

/** Whether two full administrators are known to be two people (docs/rules.md, Four eyes). */
async function isPairIndependent(db: Queryable, full: readonly { id: string }[]): Promise<boolean> {
  for (const [index, { id }] of full.entries())
    for (const other of full.slice(index + 1))
      if (
        !(await dependenceBetween(db, id, other.id, SENSITIVE_RIGHTS)) &&
        !(await dependenceBetween(db, other.id, id, SENSITIVE_RIGHTS))
      )
        return true;
  return false;
}

/** A name that somebody chose must not look like more lines of ours. */
const printable = (name: string) => name.replace(/\p{C}/gu, " ");
