import "server-only";
import { asc, eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { z } from "zod";
import type { IreportTemplate, ireportTemplateCreation, ireportTemplateUpdate } from "@/lib/contract/ireport-set-up";
import type { SignedInAdmin, WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { ireportCategories, ireportTemplates } from "@/lib/server/db/schema/ireport-set-up";
import {
  nameTakenConflict,
  refuseNameTaken,
  rejectStaleVersion,
  updateVersionedRecord,
} from "@/lib/server/records/version";
import { type CategoryNode, readCategoryTree, requireCategory, visibleCategory } from "./category-tree";

type Template = typeof ireportTemplates.$inferSelect;
type TemplateInput = z.output<typeof ireportTemplateCreation>;

/** Lists message templates by name. Omits those of private categories for admins without `approve`. */
export async function listReplyTemplates(db: Queryable, admin: SignedInAdmin): Promise<IreportTemplate[]> {
  const tree = await readCategoryTree(db);
  const rows = await db
    .select()
    .from(ireportTemplates)
    .orderBy(asc(sql`lower(${ireportTemplates.name})`));
  return rows.filter((row) => isVisibleTemplate(tree, admin, row)).map((row) => toTemplate(tree, row));
}

const isVisibleTemplate = (tree: ReadonlyMap<string, CategoryNode>, admin: SignedInAdmin, { categoryId }: Template) =>
  categoryId === null || visibleCategory(tree, admin, categoryId) !== undefined;

function toTemplate(tree: ReadonlyMap<string, CategoryNode>, row: Template): IreportTemplate {
  const category = row.categoryId === null ? undefined : tree.get(row.categoryId);
  return {
    id: row.id,
    name: row.name,
    text: row.text,
    category: category ? { id: category.id, name: category.name } : null,
    state: row.state,
    version: row.version,
  };
}

/** Creates a message template. @throws 400 for an unknown category; 409 if the name is taken */
export async function createReplyTemplate({ tx, admin, audit }: WriteContext, input: TemplateInput) {
  const category = await findCategory(tx, admin, input.category_id);
  const [created] = await tx
    .insert(ireportTemplates)
    .values({ id: uuid(), ...templateColumns(input) })
    .onConflictDoNothing()
    .returning();
  if (!created) throw nameTakenConflict("template", input.name.trim());
  audit({ record: templateRecord(created, category?.hidden), after: toAudit(created, category, category?.hidden) });
  return toTemplate(await readCategoryTree(tx), created);
}

/**
 * Changes a message template. @throws 404; 400 for an unknown category; 409 with the current template if changed; 409 if the name is taken
 */
export async function updateReplyTemplate(
  { tx, admin, audit }: WriteContext,
  input: z.output<typeof ireportTemplateUpdate>,
) {
  const { template, category: categoryBefore } = await lockTemplate(tx, admin, input);
  const category = await findCategory(tx, admin, input.category_id);
  await refuseNameTaken(tx, ireportTemplates, "template", { id: template.id, name: input.name.trim() });
  const changed = await updateVersionedRecord(tx, ireportTemplates, template.id, { ...templateColumns(input) });
  const hidden = categoryBefore?.hidden || category?.hidden;
  audit({
    record: templateRecord(changed, hidden),
    before: toAudit(template, categoryBefore, hidden),
    after: toAudit(changed, category, hidden),
  });
  return toTemplate(await readCategoryTree(tx), changed);
}

/** Deletes a message template. @throws 404; 409 with the current template if it has changed */
export async function deleteReplyTemplate(
  { tx, admin, audit }: WriteContext,
  input: { templateId: string; version: number },
) {
  const { template, category } = await lockTemplate(tx, admin, input);
  await tx.delete(ireportTemplates).where(eq(ireportTemplates.id, template.id));
  audit({ record: templateRecord(template, category?.hidden), before: toAudit(template, category, category?.hidden) });
  return { id: template.id };
}

const templateColumns = (input: TemplateInput) => ({
  name: input.name.trim(),
  text: input.text,
  categoryId: input.category_id,
  state: input.state,
});

/**
 * Returns the reference to a template for audit rows. Hides its name if the category is private, because the audit trail has readers who may not see
 * the category.
 */
const templateRecord = ({ id, name }: Template, hidden = false) => ({
  type: "ireport_template" as const,
  id,
  name: hidden ? "Template of a private category" : name,
});

const toAudit = ({ name, text, state }: Template, category: CategoryNode | undefined, hidden = false) => ({
  ...(hidden ? {} : { name, text, category: category?.name ?? null }),
  state,
});

/** Returns a template's category, and locks it against deletion until the commit. */
async function findCategory(
  tx: Transaction,
  admin: SignedInAdmin,
  id: string | null,
): Promise<CategoryNode | undefined> {
  if (id === null) return undefined;
  await tx
    .select({ id: ireportCategories.id })
    .from(ireportCategories)
    .where(eq(ireportCategories.id, id))
    .for("key share");
  return requireCategory(await readCategoryTree(tx), admin, "category_id", id);
}

async function lockTemplate(
  tx: Transaction,
  admin: SignedInAdmin,
  { templateId, version }: { templateId: string; version: number },
) {
  const [template] = await tx.select().from(ireportTemplates).where(eq(ireportTemplates.id, templateId)).for("update");
  const tree = await readCategoryTree(tx);
  if (!template || !isVisibleTemplate(tree, admin, template)) throw refuse.notFound("template");
  await rejectStaleVersion("template", template, version, async () => toTemplate(tree, template));
  return { template, category: template.categoryId === null ? undefined : tree.get(template.categoryId) };
}
