import { connectDatabase } from "@/lib/server/db/client";
import { runCancellations } from "@/lib/server/event/run-cancellations";

/** Runs a server that refunds the orders of cancelled events until it is killed. */
const databaseUrl = process.env.DATABASE_URL;
if (!databaseUrl) throw new Error("DATABASE_URL is missing.");
const { db } = connectDatabase(databaseUrl, 4);
process.on("disconnect", () => process.exit());
for (;;) {
  await runCancellations(db);
  await new Promise((resolve) => setTimeout(resolve, 50));
}
