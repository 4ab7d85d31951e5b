import "server-only";
import { Client } from "pg";
import { isMissingSocket } from "./availability";

/** Time limit in ms of a database probe, which opens a connection and runs one statement. */
export const PROBE_LIMIT_MS = 2_000;
const TICK_MS = 100;

/** Runs one statement on a connection of its own, because a busy pool does not mean that the database is unreachable. */
export async function probeDatabase<Row extends Record<string, unknown>>(url: string, statement: string) {
  const client = new Client({ connectionString: url });
  client.on("error", () => {});
  const limit = startLimit();
  const query = async () => {
    await client.connect();
    return (await client.query<Row>(statement)).rows;
  };
  try {
    const rows = await Promise.race([query(), limit.exceeded]);
    // Does not wait until the connection is closed, because that could take longer than the time limit allows.
    client.end().catch(() => {});
    return rows;
  } catch (error) {
    // Closes the socket without PostgreSQL's Terminate message, because the database may not respond.
    client.connection.stream.destroy();
    throw error;
  } finally {
    limit.stop();
  }
}

/**
 * Rejects after the time limit. Counts timer ticks instead of elapsed time: if this process is too busy to read the response, it must not
 * report the database as slow.
 */
function startLimit() {
  let timer: NodeJS.Timeout | undefined;
  const exceeded = new Promise<never>((_resolve, reject) => {
    let ticks = PROBE_LIMIT_MS / TICK_MS;
    timer = setInterval(() => {
      if (--ticks <= 0) reject(new Error("timeout"));
    }, TICK_MS);
  });
  return { exceeded, stop: () => clearInterval(timer) };
}

const NO_ANSWER = `The database does not answer within ${PROBE_LIMIT_MS / 1_000} seconds.`;
const CLOSED = "The database closes new connections.";
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "The database accepts no connections at the address of DATABASE_URL.",
  ECONNRESET: CLOSED,
  EACCES: "This process has no right to use the database's socket.",
  ENOTFOUND: "The host name in DATABASE_URL is unknown.",
  EAI_AGAIN: "The host name in DATABASE_URL can't be looked up.",
  EHOSTUNREACH: "There is no network route to the database.",
  ENETUNREACH: "There is no network route to the database.",
  ETIMEDOUT: NO_ANSWER,
  "28P01": "The database refuses the password in DATABASE_URL.",
  "28000": "The database refuses the user in DATABASE_URL, or connections from this server.",
  "3D000": "The database that DATABASE_URL names does not exist.",
  "42501": "The user in DATABASE_URL has no right to use this database.",
  "53300": "The database has no connection left.",
  "57P01": "The database is shutting down.",
  "57P03": "The database is starting or shutting down.",
};

/** Describes why the database can't be used, for operators. Contains no address, user or database name. */
export function describeDatabaseFault(error: unknown): string {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (isMissingSocket(cause)) return "There is no socket of a database in the folder that DATABASE_URL names.";
    const reason = "code" in cause && REASONS[String(cause.code)];
    if (reason) return reason;
    if (/timeout|timed out/i.test(cause.message)) return NO_ANSWER;
    if (/Connection terminated/.test(cause.message)) return CLOSED;
    if (/SSL|TLS|certificate/i.test(cause.message)) return "The TLS connection to the database fails.";
    // Node tries all addresses of a host name and reports their errors together. Describes the first error.
    if (cause instanceof AggregateError && cause.errors.length) return describeDatabaseFault(cause.errors[0]);
  }
  return "The database can't be reached.";
}
