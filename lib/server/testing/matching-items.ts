import { sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { Database } from "@/lib/server/db/client";
import { bankAccounts } from "@/lib/server/db/schema/bank-statements";
import { reconciliationItems, reconciliationMatches } from "@/lib/server/db/schema/reconciliation";

type NewItem = typeof reconciliationItems.$inferInsert;
/** Values of a reconciliation item in a test. Values that are left out get defaults that depend on the item's side. */
export type TestReconciliationItem = Partial<Omit<NewItem, "id" | "sourceKey">> & Pick<NewItem, "side" | "amount">;

const DEFAULT_KINDS = { bank: "statement_line", provider: "payment", ledger: "movement" } as const;

/**
 * Adds a bank account to a database in which reconciliation has started. Returns functions that add, read and delete reconciliation items.
 * An item is due on its own day.
 * @param day day of items for which `add` gets no day
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
    /**
     * Adds reconciliation items, each under a key that names it in the test.
     * @returns the items' ids by key
     */
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
    /** Returns a line `rule: key key …` for each match, and a line `key: finding/cause/counterpart` for each unmatched item, sorted. */
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
    /** Deletes all items and matches. Disables triggers that forbid this. */
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
