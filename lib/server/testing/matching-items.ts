import { sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { Database } from "@/lib/server/db/client";
import { bankAccounts } from "@/lib/server/db/schema/bank-statements";
import { reconciliationItems, reconciliationMatches } from "@/lib/server/db/schema/reconciliation";

type NewItem = typeof reconciliationItems.$inferInsert;
/** A reconciliation item of a test. Values that are left out have defaults by side. */
export type TestReconciliationItem = Partial<Omit<NewItem, "id" | "sourceKey">> & Pick<NewItem, "side" | "amount">;

const DEFAULT_KINDS = { bank: "statement_line", provider: "payment", ledger: "movement" } as const;

/**
 * Adds a bank account to a database in which reconciliation has started. Returns functions that add, read and delete items. Items are due
 * on their day.
 * @param day day of items without one
 */
export async function createReconciliationItemWriter(db: Database, day: string) {
  const accountId = uuid();
  await db.insert(bankAccounts).values({
    id: accountId,
    name: `Account ${accountId}`,
    bankCode: "058",
    bankName: "GTBank",
    accountNumber: accountId,
  });
  return {
    /** Adds items by key. @returns their ids by key */
    async add<K extends string>(items: Record<K, TestReconciliationItem>): Promise<Record<K, number>> {
      const entries = Object.entries<TestReconciliationItem>(items);
      const rows = await db
        .insert(reconciliationItems)
        .values(
          entries.map(([key, item]) => ({
            kind: DEFAULT_KINDS[item.side],
            day,
            accountingDay: day,
            dueOn: item.day ?? day,
            ...(item.side === "bank" && { accountId }),
            ...(item.side === "provider" && { provider: "paystack" as const }),
            ...item,
            sourceKey: key,
          })),
        )
        .returning({ id: reconciliationItems.id, key: reconciliationItems.sourceKey });
      return Object.fromEntries(rows.map(({ id, key }) => [key, id])) as Record<K, number>;
    },
    /** Returns a line `rule: key key …` for each match, and a line `key: finding/cause/counterpart` for each open item, sorted. */
    async read(): Promise<string[]> {
      const { rows } = await db.execute<{ text: string }>(sql`
        select m.rule || ': ' || string_agg(i.source_key, ' ' order by i.source_key) as text
        from ${reconciliationMatches} m join ${reconciliationItems} i on i.match_id = m.id group by m.id, m.rule
        union all
        select i.source_key || ': ' || concat_ws('/', coalesce(i.finding, '-'), i.cause, c.source_key)
        from ${reconciliationItems} i left join ${reconciliationItems} c on c.id = i.counterpart_id
        where i.match_id is null and not i.is_split`);
      return rows.map(({ text }) => text).sort();
    },
    /** Deletes all items and matches, as the owner of the database can. */
    async clear() {
      await db.execute(sql`alter table reconciliation_items disable trigger user`);
      await db.execute(sql`alter table reconciliation_matches disable trigger user`);
      await db.execute(sql`delete from reconciliation_movements`);
      await db.execute(sql`delete from reconciliation_items`);
      await db.execute(sql`delete from reconciliation_matches`);
      await db.execute(sql`alter table reconciliation_items enable trigger user`);
      await db.execute(sql`alter table reconciliation_matches enable trigger user`);
    },
  };
}
