import "server-only";
import { connect as connectSocket } from "node:net";
import { Client, Pool, type PoolClient, type QueryConfig, type QueryResult } from "pg";
import { log } from "@/lib/server/base/log";
import { traceQuery } from "@/lib/server/base/tracing";
import { JoinedQuery, type SqlStatement } from "./joined-query";
import { currentWaitBudget, type WaitBudget } from "./wait-budget";

/** Client-side limit in ms of statements outside API calls. The server cancels most slow statements earlier (client.ts). */
const STATEMENT_LIMIT_MS = 20_000;
const CANCEL_TIMEOUT_MS = 2_000;
/** Code of PostgreSQL's CancelRequest message, sent instead of a protocol version. */
const CANCEL_REQUEST = 80_877_102;
/** SQLSTATE of "cached plan must not change result type". */
const OUTDATED_PLAN = "0A000";

type ClientOptions = ConstructorParameters<typeof Client>[0] & { statementMs?: number };

/** Matches SQL text with several commands. PostgreSQL accepts such a text only without parameters, and alone in its message. */
const SEVERAL_COMMANDS = /;\s*\S/;

/**
 * Connection that enforces the time limit of the API call that uses it (wait-budget.ts). On timeout, asks the server to cancel the query
 * and closes the connection, so that the next query does not wait for the hung one. The open transaction is rolled back.
 */
export class TimeoutClient extends Client {
  // Fields of `pg` that its types leave out.
  declare readonly processID: number | null;
  declare readonly secretKey: number | null;
  private readonly statementMs: number;
  private watch?: { time?: WaitBudget; end: () => void };
  private earlier: SqlStatement[] = [];
  /** True if the connection may keep named (prepared) statements. Set by `keepStatementsIfDirect`. */
  private keepsStatements = false;

  constructor(options?: ClientOptions) {
    super(options);
    this.statementMs = options?.statementMs ?? STATEMENT_LIMIT_MS;
    // Ends the timer when no query is running or queued, or when the connection has ended.
    for (const event of ["drain", "end"] as const) this.on(event, () => this.watch?.end());
    this.connection.on("errorMessage", this.closeIfOutdated);
    this.query = (given: unknown, ...others: unknown[]) => {
      const queryArgs = [this.withoutNameIfPooled(given), ...others];
      this.startTimer();
      if (this.earlier.length > 0)
        return this.queryWithEarlier(queryArgs[0] as string | QueryConfig, queryArgs[1] as unknown[] | undefined);
      return traceQuery(queryArgs[0], () => Reflect.apply(Client.prototype.query, this, queryArgs));
    };
  }

  /** Sends a statement together with the next query, which saves a round trip. If the statement fails, the next query throws its error. */
  sendWithNext(statement: SqlStatement) {
    this.earlier.push(this.withoutNameIfPooled(statement));
  }

  /**
   * Lets the connection keep named statements, unless a pooler such as PgBouncer is in between, because a pooler may run each transaction
   * in another server process. A pooler is recognised by its own process id, which it sends for cancel requests.
   * @param backendPid process id that the server itself reports
   */
  keepStatementsIfDirect(backendPid: number) {
    this.keepsStatements = backendPid === this.processID;
  }

  private withoutNameIfPooled<T>(query: T): T {
    const isNamed = !this.keepsStatements && typeof query === "object" && query !== null && "name" in query;
    return isNamed ? { ...query, name: undefined } : query;
  }

  /** Closes the connection if one of its named statements no longer fits the tables because a migration changed them. */
  private closeIfOutdated = ({ code }: { code?: string }) => {
    if (this.keepsStatements && code === OUTDATED_PLAN) this.connection.stream.destroy();
  };

  /** Removes and returns the statements passed to `sendWithNext` that were not sent yet. */
  discardUnsent(): SqlStatement[] {
    return this.earlier.splice(0);
  }

  private async queryWithEarlier(given: string | QueryConfig, values?: unknown[]): Promise<QueryResult> {
    const earlier = this.discardUnsent();
    const config = { ...(typeof given === "string" ? { text: given } : given), ...(values && { values }) };
    if (config.values?.length || !SEVERAL_COMMANDS.test(config.text)) return this.sendJoined(earlier, config);
    const last = earlier.pop();
    if (last) await this.sendJoined(earlier, last);
    return Reflect.apply(Client.prototype.query, this, [config]);
  }

  private sendJoined(earlier: readonly SqlStatement[], config: QueryConfig): Promise<QueryResult> {
    const text = [...earlier, config].map((statement) => statement.text).join("; ");
    return traceQuery(
      text,
      () =>
        new Promise((resolve, reject) => {
          const query = new JoinedQuery(earlier, config, (error, result) => (error ? reject(error) : resolve(result)));
          Reflect.apply(Client.prototype.query, this, [query]);
        }),
    );
  }

  private startTimer() {
    const budget = currentWaitBudget();
    // Statements of one call share a timer, because the time that the call has left only decreases.
    if (budget && this.watch?.time === budget) return;
    this.watch?.end();
    const limit = budget ? budget.left : this.statementMs;
    if (!limit) return;
    const stopWait = budget?.wait();
    const timer = setTimeout(() => this.cancelAndClose(limit), Math.max(1, limit));
    const watch = {
      time: budget,
      end: () => {
        clearTimeout(timer);
        stopWait?.();
        if (this.watch === watch) this.watch = undefined;
      },
    };
    this.watch = watch;
  }

  private cancelAndClose(limit: number) {
    log.warn({ ms: Math.round(limit) }, "the database did not answer in time: its connection is closed");
    this.cancel();
    this.connection.stream.destroy();
  }

  /** Sends the cancel request on a separate connection, as the protocol requires. */
  private cancel() {
    const { processID, secretKey } = this;
    if (!processID || secretKey === null) return;
    const request = Buffer.alloc(16);
    for (const [index, value] of [16, CANCEL_REQUEST, processID, secretKey].entries())
      request.writeInt32BE(value, 4 * index);
    const { host, port } = this;
    const socket = host.startsWith("/") ? connectSocket(`${host}/.s.PGSQL.${port}`) : connectSocket(port, host);
    socket.on("error", () => {});
    socket.setTimeout(CANCEL_TIMEOUT_MS, () => socket.destroy());
    socket.on("connect", () => socket.end(request));
    socket.resume();
  }
}

/** A pool connection with the methods that join statements (`TimeoutClient`). */
export type PooledClient = PoolClient & Pick<TimeoutClient, "sendWithNext" | "discardUnsent">;
type OnConnect = (error: Error | undefined, client: PoolClient | undefined, release: (error?: Error) => void) => void;

/** Pool in which waiting for a connection also counts towards the call's limit. */
export class TimeoutPool extends Pool {
  /** @param options `statementMs`: limit of a statement outside API calls, in ms; 0 for none. */
  constructor(options: ConstructorParameters<typeof Pool>[0] & { statementMs: number }) {
    super({ ...options, Client: TimeoutClient } as typeof options);
  }

  override connect(): Promise<PooledClient>;
  override connect(callback: OnConnect): void;
  // biome-ignore lint/suspicious/noConfusingVoidType: as `pg` has it
  override connect(callback?: OnConnect): Promise<PooledClient> | void {
    // Uses a promise to keep the caller's async context, which a callback would replace.
    const client = connectWithinBudget(super.connect() as Promise<PooledClient>);
    if (!callback) return client;
    client.then(
      (connected) => callback(undefined, connected, connected.release),
      (error: Error) => callback(error, undefined, () => {}),
    );
  }
}

/** Waits for a connection within the call's limit. A connection that arrives later is returned to the pool. @throws on timeout */
async function connectWithinBudget(connecting: Promise<PooledClient>): Promise<PooledClient> {
  const budget = currentWaitBudget();
  if (!budget) return connecting;
  const stopWait = budget.wait();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), Math.max(0, budget.left));
  });
  try {
    const winner = await Promise.race([connecting, timeout]);
    if (winner !== "late") return winner;
    connecting.then(
      (client) => client.release(),
      () => {},
    );
    throw new Error("timeout exceeded when trying to connect");
  } finally {
    clearTimeout(timer);
    stopWait();
  }
}
