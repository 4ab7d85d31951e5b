import "server-only";
import type { Queryable } from "@/lib/server/db/client";

/** A record that uses a group; `href` is the URL of its page. */
export type GroupUse = { what: string; name: string; href: string };
type FindUses = (db: Queryable, groupId: string) => Promise<GroupUse[]>;

const usageFinders = new Set<FindUses>();

/** Registers a module's search for records that use a group; a group in use can't be deleted. @returns a function to unregister */
export function registerGroupUse(find: FindUses): () => void {
  usageFinders.add(find);
  return () => usageFinders.delete(find);
}

/** Returns the records of all modules that use a group. */
export async function findGroupUses(db: Queryable, groupId: string): Promise<GroupUse[]> {
  const uses: GroupUse[] = [];
  for (const find of usageFinders) uses.push(...(await find(db, groupId)));
  return uses;
}
