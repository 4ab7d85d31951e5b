import "server-only";
import { eq, sql } from "drizzle-orm";
import type { InputOf } from "@/lib/contract/common";
import { type statementCalls as calls, statementLayout } from "@/lib/contract/reconciliation-statements";
import type { WriteContext } from "@/lib/server/api/context";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { statementLayouts } from "@/lib/server/db/schema/bank-statements";
import { toAdminRef } from "@/lib/server/records/admin-record";

/** Returns the saved columns of a bank's statement files. `layout` is null if none was saved, or if an older release saved another format. */
export async function readColumnLayout(db: Queryable, bankCode: string) {
  const [row] = await db
    .select()
    .from(statementLayouts)
    .innerJoin(admins, eq(admins.id, statementLayouts.savedBy))
    .where(eq(statementLayouts.bankCode, bankCode));
  const layout = statementLayout.safeParse(row?.statement_layouts.layout);
  if (!row || !layout.success) return { layout: null, saved_by: null, saved_at: null };
  return {
    layout: layout.data,
    saved_by: toAdminRef(row.admins),
    saved_at: row.statement_layouts.savedAt.toISOString(),
  };
}

/** Saves the columns of a bank's statement files, for all accounts of the bank. */
export async function saveColumnLayout(
  { tx, audit, admin }: WriteContext,
  { bankCode, layout }: InputOf<typeof calls.saveStatementLayout>,
) {
  const before = await readColumnLayout(tx, bankCode);
  await tx
    .insert(statementLayouts)
    .values({ bankCode, layout, savedBy: admin.id })
    .onConflictDoUpdate({
      target: statementLayouts.bankCode,
      set: { layout, savedBy: admin.id, savedAt: sql`now()` },
    });
  const values = (saved: typeof layout | null) => ({ bank_code: bankCode, columns: saved && JSON.stringify(saved) });
  audit({ record: null, before: values(before.layout), after: values(layout) });
  return readColumnLayout(tx, bankCode);
}
