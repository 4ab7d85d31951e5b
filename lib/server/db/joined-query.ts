import "server-only";
import { type Connection, Query, type QueryConfig, type QueryResult } from "pg";

// Methods and options of `pg` 8.23 that its types leave out.
declare module "pg" {
  interface Query {
    prepare(connection: Connection): void;
    handleRowDescription(message: unknown): void;
    handleDataRow(message: unknown): void;
    handleCommandComplete(message: unknown, connection: Connection): void;
  }
  interface QueryConfig {
    queryMode?: "extended";
  }
}

export type Statement = { text: string; values?: unknown[] };

/**
 * A statement that is sent in the same message as `earlier` ones, in one round trip. The server runs them in order, each
 * with its own snapshot. If one fails, the server skips the following ones, and this query receives the error. Results of
 * the earlier ones are discarded.
 */
export class JoinedQuery extends Query {
  private earlierLeft: number;

  constructor(
    private readonly earlier: readonly Statement[],
    config: QueryConfig,
    onResult: (error: Error | undefined, result: QueryResult) => void,
  ) {
    super({ ...config, queryMode: "extended" }, onResult);
    this.earlierLeft = earlier.length;
  }

  override prepare(connection: Connection) {
    // Leaves out the message Sync, after which the server would run the next statement although this one failed.
    const withoutSync: Connection = Object.create(connection, { sync: { value: () => {} } });
    for (const statement of this.earlier) new Query({ ...statement, queryMode: "extended" }).prepare(withoutSync);
    super.prepare(connection);
  }

  override handleRowDescription(message: unknown) {
    if (this.earlierLeft === 0) super.handleRowDescription(message);
  }

  override handleDataRow(message: unknown) {
    if (this.earlierLeft === 0) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection) {
    if (this.earlierLeft > 0) this.earlierLeft--;
    else super.handleCommandComplete(message, connection);
  }
}
