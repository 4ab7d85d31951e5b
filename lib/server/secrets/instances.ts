import "server-only";
import { sql } from "drizzle-orm";
import { currentSecret } from "@/lib/server/base/secret-keys";
import type { Database } from "@/lib/server/db/client";
import { APPLICATION_NAME_PREFIX } from "@/lib/server/db/client";
import { RotationError } from "./rotate";

/**
 * Refuses to begin a rotation while a running instance can't read the new secret. Each instance lists the keys that it knows in the
 * application name of its connections. Ignores connections without activity for a minute, which a pooler may keep open.
 * @throws RotationError
 */
export async function refuseInstancesWithoutNewSecret(db: Database): Promise<void> {
  const { rows } = await db.execute<{ address: string }>(
    sql`select distinct coalesce(host(client_addr), 'this machine') as address from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and application_name like ${`${APPLICATION_NAME_PREFIX}%`} and application_name not like ${`%${currentSecret().keyId}%`}
        and state_change > now() - interval '1 minute'`,
  );
  if (rows.length)
    throw new RotationError(
      `An instance that does not know this APP_SECRET uses the database, from ${rows.map(({ address }) => address).join(", ")}. Restart every instance with APP_SECRET and APP_SECRET_PREVIOUS, wait a minute, and run the command again.`,
    );
}
