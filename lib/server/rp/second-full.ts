import "server-only";
import { count } from "drizzle-orm";
import type { RequestContext, WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
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
 * Prints the setup key while there is one full administrator, in words and not as a log line; each key once for each
 * process. Run at the start and now and then (see process/timed-tasks.ts), so that nobody has to restart anything to read it.
 */
export async function announceSecondKey(db: Queryable, print = (text: string) => void process.stdout.write(text)) {
  const [only, ...others] = await fullAdministrators(db);
  if (!only || others.length) return;
  const key = secondSetupKey(await usesOf(db));
  if (key === printed) return;
  printed = key;
  print(`
  This installation has one full administrator: ${printable(only.name)}. To make another one, or to give
  other rights that take a second admin, they enter
  the setup key  ${key}

  It works once, and only for them. Before you give it to them, make sure that it is them who asks.

`);
}

/** A name that somebody chose must not look like more lines of ours. */
const printable = (name: string) => name.replace(/\p{C}/gu, " ");
