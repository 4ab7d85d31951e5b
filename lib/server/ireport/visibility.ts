import "server-only";
import { eq, notInArray, or, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { allows, needs } from "@/lib/contract/access";
import type { SignedInAdmin } from "@/lib/server/api/context";
import type { Queryable } from "@/lib/server/db/client";
import { ireports } from "@/lib/server/db/schema/ireport";
import { ireportCategories } from "@/lib/server/db/schema/ireport-set-up";

/** What decides over what an admin sees. */
export type Viewer = Pick<SignedInAdmin, "id" | "rights">;

/** Whether reports of private categories, and these categories themselves, exist for this admin. */
export const seesHidden = ({ rights }: Pick<Viewer, "rights">) => allows(rights, needs("iReports", "approve"));

const parents = alias(ireportCategories, "parents");

/** Categories whose reports are hidden: private ones, and those below a private one. There are few. */
export async function hiddenCategories(db: Queryable): Promise<string[]> {
  const hidden = await db
    .select({ id: ireportCategories.id })
    .from(ireportCategories)
    .leftJoin(parents, eq(parents.id, ireportCategories.parentId))
    .where(or(eq(ireportCategories.private, true), eq(parents.private, true)));
  return hidden.map(({ id }) => id);
}

/**
 * The reports that exist for an admin: all for those who hold `approve`, otherwise those of no hidden category and their
 * own ones (docs/rules.md, iReports). Every query that answers an admin has it in its condition. The ids stand in the query
 * itself, so that it is planned like any other filter on categories.
 * @returns undefined where nothing is hidden from them.
 */
export async function visibleTo(db: Queryable, admin: Viewer): Promise<SQL | undefined> {
  if (seesHidden(admin)) return undefined;
  const hidden = await hiddenCategories(db);
  if (!hidden.length) return undefined;
  return or(notInArray(ireports.categoryId, hidden), eq(ireports.ownerId, admin.id));
}
