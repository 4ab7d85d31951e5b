import { connectDatabase } from "@/lib/server/db/client";
import { deliverOutboxKind } from "@/lib/server/outbox/deliver";

/** Runs a server that sends due broadcasts until it is killed. Reports its memory in bytes every second. */
const databaseUrl = process.env.DATABASE_URL;
if (!databaseUrl) throw new Error("DATABASE_URL is missing.");
const { db } = connectDatabase(databaseUrl, 4);
setInterval(() => process.send?.({ rss: process.memoryUsage().rss }), 1_000);
process.on("disconnect", () => process.exit());
for (;;) {
  await deliverOutboxKind("broadcast", db);
  await new Promise((resolve) => setTimeout(resolve, 50));
}
