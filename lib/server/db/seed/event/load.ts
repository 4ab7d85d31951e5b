import "server-only";
import { sql } from "drizzle-orm";
import type { Transaction } from "@/lib/server/db/client";
import { approvals } from "@/lib/server/db/schema/approvals";
import { events, ticketScans, ticketTypes } from "@/lib/server/db/schema/event";
import { cancellationSteps } from "@/lib/server/db/schema/event-cancellation";
import { inChunks } from "@/lib/server/db/seed/ledger";
import type { PastEvent } from "./model";

/** Inserts events, ticket types, orders and tickets. Their payments must have been inserted before. */
export async function loadEvents(tx: Transaction, all: readonly PastEvent[]): Promise<void> {
  await tx.insert(events).values(all.map(({ row }) => row));
  await tx.insert(ticketTypes).values(all.flatMap(({ types }) => types.map(({ row }) => row)));
  const sales = all.flatMap((event) => event.sales);
  await insertRows(
    tx,
    "event_orders",
    sales.map(({ order }) => order),
  );
  await insertRows(
    tx,
    "event_order_items",
    sales.flatMap(({ order, items }) =>
      items.map(({ type, quantity }) => ({
        orderId: order.id,
        ticketTypeId: type.row.id,
        quantity,
        price: type.row.price,
      })),
    ),
  );
  await insertRows(
    tx,
    "tickets",
    sales.flatMap(({ tickets }) => tickets),
  );
  await tx.insert(ticketScans).values(all.flatMap(({ scans }) => scans));
  await tx.insert(cancellationSteps).values(all.flatMap(({ steps }) => steps));
  await tx.insert(approvals).values(all.flatMap((event) => event.approvals));
}

const columnNameOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Inserts many rows with few statements. Each row must have every column of the table. */
export async function insertRows(
  tx: Transaction,
  table: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const columnRows = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [columnNameOf(name), value])),
  );
  for (const chunk of inChunks(columnRows))
    await tx.execute(sql`insert into ${sql.identifier(table)}
      select * from jsonb_populate_recordset(null::${sql.identifier(table)}, ${JSON.stringify(chunk)}::jsonb)`);
}
