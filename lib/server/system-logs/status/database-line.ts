import "server-only";
import { sql } from "drizzle-orm";
import { pluralize } from "@/lib/format";
import { database, type Queryable } from "@/lib/server/db/client";
import { usesEmbeddedDatabase } from "@/lib/server/db/embedded-flag";
import { readPartitions } from "@/lib/server/db/month-partitions";
import { checkReplica } from "@/lib/server/db/replica";
import { formatSize } from "./format-size";
import { documentationPathOf, type StatusLineContent, toStatusLine } from "./status-line";

/** The pool counts as a bottleneck if at least this many requests wait for a connection. */
const WAITING_LIMIT = 10;

type ServerFacts = { version: string; bytes: string; connections: number; limit: number; replicas: number };

const monthsAheadOf = (partitions: Awaited<ReturnType<typeof readPartitions>>) =>
  Math.min(...partitions.map(({ monthsAhead }) => monthsAhead));

/** Reads version and size of the database, and the state of this process's pool. */
export async function databaseLine(db: Queryable): Promise<StatusLineContent> {
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
  const partitions = await readPartitions(db);
  facts.push({ label: "Partitions", value: `Made for ${pluralize(monthsAheadOf(partitions), "coming month")}` });
  const replicaFault = await checkReplica(db);
  if (replicaFault !== null)
    facts.push({ label: "Read replica", value: replicaFault ? `Not in use. ${replicaFault}` : "In use" });
  const lastSuccessAt = new Date();
  if (replicaFault)
    return toStatusLine("failing", {
      facts,
      lastSuccessAt,
      next: {
        text: "Reads use the primary. Check the replica and its replication.",
        document: documentationPathOf("trouble", "Reads do not use the replica"),
      },
    });
  const tablesWithout = partitions.filter(({ monthsAhead, rowsOutside }) => monthsAhead === 0 || rowsOutside > 0);
  if (tablesWithout.length > 0)
    return toStatusLine("failing", {
      facts: [...facts, { label: "Without partitions", value: tablesWithout.map(({ table }) => table).join(", ") }],
      lastSuccessAt,
      next: {
        text: "Rows are stored, but their months can't be archived. Run npm run migrate and look for “make-partitions” in the log.",
        document: documentationPathOf("trouble", "Partitions are missing"),
      },
    });
  if (waitingCount < WAITING_LIMIT) return toStatusLine("working", { facts, lastSuccessAt });
  return toStatusLine("failing", {
    facts,
    lastSuccessAt,
    next: {
      text: "Raise DATABASE_POOL_SIZE, or look for slow statements.",
      document: documentationPathOf("setting", "DATABASE_POOL_SIZE"),
    },
  });
}
