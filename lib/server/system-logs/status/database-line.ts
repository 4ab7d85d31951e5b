import "server-only";
import { sql } from "drizzle-orm";
import { pluralize } from "@/lib/format";
import { database, type Queryable } from "@/lib/server/db/client";
import { usesEmbeddedDatabase } from "@/lib/server/db/embedded-flag";
import { checkReplica } from "@/lib/server/db/replica";
import { formatSize } from "./format-size";
import { documentOf, type Line, toLine } from "./status-line";

/** Requests that wait for a connection from which on the pool is a bottleneck. */
const WAITING_LIMIT = 10;

type ServerFacts = { version: string; bytes: string; connections: number; limit: number; replicas: number };

/** Reads version and size of the database, and the state of this process's pool. */
export async function databaseLine(db: Queryable): Promise<Line> {
  const { rows } = await db.execute<ServerFacts>(sql`
    select current_setting('server_version') as version, pg_database_size(current_database())::text as bytes,
      (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
      current_setting('max_connections')::int as limit,
      (select count(*)::int from pg_stat_replication) as replicas`);
  const [server] = rows;
  if (!server) throw new Error("The database returned no version.");
  const { totalCount, idleCount, waitingCount } = database().pool;
  const facts = [
    { label: "PostgreSQL", value: `${server.version}${usesEmbeddedDatabase() ? ", embedded" : ""}` },
    { label: "Size", value: formatSize(Number(server.bytes)) },
    { label: "Connections", value: `${server.connections} of ${server.limit}` },
    {
      label: "Pool of this server",
      value: `${totalCount - idleCount} in use, ${idleCount} idle, ${pluralize(waitingCount, "request")} waiting`,
    },
    { label: "Streaming replicas", value: String(server.replicas) },
  ];
  const replicaFault = await checkReplica(db);
  if (replicaFault !== null)
    facts.push({ label: "Read replica", value: replicaFault ? `Not in use. ${replicaFault}` : "In use" });
  const lastSuccessAt = new Date();
  if (replicaFault)
    return toLine("failing", {
      facts,
      lastSuccessAt,
      next: {
        text: "Reads use the primary. Check the replica and its replication.",
        document: documentOf("trouble", "Reads do not use the replica"),
      },
    });
  if (waitingCount < WAITING_LIMIT) return toLine("working", { facts, lastSuccessAt });
  return toLine("failing", {
    facts,
    lastSuccessAt,
    next: {
      text: "Raise DATABASE_POOL_SIZE, or look for slow statements.",
      document: documentOf("setting", "DATABASE_POOL_SIZE"),
    },
  });
}
