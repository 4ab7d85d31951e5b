import "server-only";
import type { Queryable } from "@/lib/server/db/client";
import type { Asked, Basis } from "./approval-preview";
import { effectsOfMoves } from "./balance-effects";
import { PREVIEWS } from "./previews-by-kind";

const TOO_LOW = "Accounts that go too low";

/**
 * Returns the facts that a request is based on now, with the accounts whose balance would become too low. They are stored with
 * the request and compared at the decision, so that an approver learns of changes in between.
 * @returns null for a kind of request that has nothing to compare
 */
export async function factsOf(db: Queryable, asked: Asked): Promise<Basis | null> {
  const { basis, moves } = PREVIEWS[asked.kind];
  if (!basis) return null;
  const found = await basis(db, asked);
  if (!moves) return found;
  const { short } = await effectsOfMoves(db, await moves(db, asked), { kind: asked.kind, rights: [] });
  return { ...found, [TOO_LOW]: short.join(", ") || "none" };
}

/** Returns a sentence for each fact that has changed. */
export function changesSince(before: Basis | null, now: Basis | null): string[] {
  if (!before || !now) return [];
  return Object.entries(now).flatMap(([name, value]) =>
    before[name] === undefined || before[name] === value
      ? []
      : [`${name}: ${before[name]} at the request, ${value} now.`],
  );
}
