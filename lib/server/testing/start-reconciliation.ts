import { sql } from "drizzle-orm";
import type { TestApp } from "./app";

/** Starts reconciliation on a Lagos day, as adding the first bank account does. Works once per database. */
export const startReconciliation = (app: TestApp, startsOn: string) =>
  app.db.execute(
    sql`update reconciliation_settings set starts_on = ${startsOn}::date, closed_until = ${startsOn}::date - 1`,
  );
