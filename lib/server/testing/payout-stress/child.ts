import { connectDatabase } from "@/lib/server/db/client";
import { runPayouts } from "@/lib/server/grant/run-payouts";

/** Runs a server that pays the rows of payout batches until it is killed. Reports its memory in MB every 500 ms. */
const databaseUrl = process.env.DATABASE_URL;
if (!databaseUrl) throw new Error("DATABASE_URL is missing.");
const { db } = connectDatabase(databaseUrl, 4);
process.on("disconnect", () => process.exit());
setInterval(() => process.send?.({ megabytes: process.memoryUsage().rss / 1_048_576 }), 500);
for (;;) {
  await runPayouts(db);
  await new Promise((resolve) => setTimeout(resolve, 50));
}
