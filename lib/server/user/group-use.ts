import "server-only";
import type { Queryable } from "@/lib/server/db/client";

/** A record that would break without a group; `href` is its page. */
export type GroupUse = { what: string; name: string; href: string };
type FindUses = (db: Queryable, groupId: string) => Promise<GroupUse[]>;

const finders = new Set<FindUses>();

/**
 * A module whose records name groups says here where they do; a group in use is not deleted.
 * @returns ends the registration
 */
export function registerGroupUse(find: FindUses): () => void {
  finders.add(find);
  return () => finders.delete(find);
}

export async function usesOfGroup(db: Queryable, groupId: string): Promise<GroupUse[]> {
  const uses: GroupUse[] = [];
  for (const find of finders) uses.push(...(await find(db, groupId)));
  return uses;
}
