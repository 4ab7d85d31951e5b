import "server-only";
import type { Queryable } from "@/lib/server/db/client";
import type { Asked, Basis } from "./approval-preview";
import { effectsOfMoves } from "./balance-effects";
import { PREVIEWS } from "./previews-by-kind";

const TOO_LOW = "Accounts that go too low";

/**
 * What a request is based on at this moment, with the accounts that would go too low by it. Kept when it is asked and
 * compared when it is decided, so that nobody approves another thing than was asked for without being told.
 * @returns null for a kind of request that has nothing to compare
 */
export async function basisOf(db: Queryable, asked: Asked): Promise<Basis | null> {
  const { basis, moves } = PREVIEWS[asked.kind];
  if (!basis) return null;
  const found = await basis(db, asked);
  if (!moves) return found;
  const { short } = await effectsOfMoves(db, await moves(db, asked), { kind: asked.kind, rights: [] });
  return { ...found, [TOO_LOW]: short.join(", ") || "none" };
}

/** What is otherwise by now, a sentence each. */
export function changesSince(before: Basis | null, now: Basis | null): string[] {
  if (!before || !now) return [];
  return Object.entries(now).flatMap(([name, value]) =>
    before[name] === undefined || before[name] === value
      ? []
      : [`${name}: ${before[name]} when this was asked, ${value} now.`],
  );
}
