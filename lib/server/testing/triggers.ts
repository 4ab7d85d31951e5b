import { sql } from "drizzle-orm";
import type { Queryable } from "@/lib/server/db/client";

/**
 * Disables or enables the triggers of tables and of their partitions. Only the owner of the database can do this. Names the partitions,
 * because PostgreSQL passes `alter table … disable trigger` on to partitions only for row triggers.
 */
export const switchTriggers = (db: Queryable, how: "disable" | "enable", ...tables: string[]) =>
  db.execute(
    sql.raw(
      tables
        .map(
          (table) => `do $$ declare part regclass; begin
            for part in select '${table}'::regclass union all select inhrelid from pg_inherits where inhparent = '${table}'::regclass
            loop execute format('alter table %s ${how} trigger user', part); end loop; end $$`,
        )
        .join("; "),
    ),
  );
