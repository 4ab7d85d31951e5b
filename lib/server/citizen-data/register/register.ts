import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { ACCOUNT_TABLES } from "./account-tables";
import { ACTIVITY_TABLES } from "./activity-tables";
import type { PersonalTable } from "./personal-table";

/** All tables with personal data of citizens, in the order of the copy. */
export const PERSONAL_TABLES: readonly PersonalTable[] = [...ACCOUNT_TABLES, ...ACTIVITY_TABLES];

/** Returns the SQL condition: the row belongs to the citizen. */
export const isRowOfCitizen = ({ whereCitizen }: Pick<PersonalTable, "whereCitizen">, userId: string): SQL =>
  sql.join(
    whereCitizen.split(":user").map((part) => sql.raw(part)),
    sql`${userId}::uuid`,
  );
