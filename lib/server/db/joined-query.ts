import "server-only";
import { type Connection, Query, type QueryResult } from "pg";

// Methods and options of `pg` 8.23 that its types leave out.
declare module "pg" {
  interface Query {
    /** Name of the prepared statement; empty or undefined if the connection keeps none. */
    name: string | undefined;
    text: string;
    prepare(connection: Connection): void;
    handleRowDescription(message: unknown): void;
    handleDataRow(message: unknown): void;
    handleCommandComplete(message: unknown, connection: Connection): void;
    handleError(error: Error, connection: Connection): void;
  }
  interface Connection {
    /** Texts of named statements that were sent, until the server has parsed them. */
    readonly submittedNamedStatements: Record<string, string>;
  }
  interface QueryConfig {
    queryMode?: "extended";
  }
}

/** A statement with its parameters; `name` if it is a prepared statement. */
export type SqlStatement = { name?: string; text: string; values?: unknown[] };

/**
 * A statement that is sent in the same message as the statements in `earlier`, in one round trip. The server runs all of them in order,
 * each with its own snapshot. If a statement fails, the server skips the following ones, and this query receives the error. Results of the
 * earlier statements are discarded.
 */
export class JoinedQuery extends Query {
  /** Statements that the server has not completed yet. The last one is the statement of this query itself. */
  private left: SqlStatement[];

  constructor(
    private readonly earlier: readonly SqlStatement[],
    config: SqlStatement,
    onResult: (error: Error | undefined, result: QueryResult) => void,
  ) {
    super({ ...config, queryMode: "extended" }, onResult);
    this.left = [...earlier, { name: config.name, text: config.text }];
  }

  override prepare(connection: Connection) {
    // Leaves out the message Sync, because after a Sync the server would run the next statement even if this statement failed.
    const withoutSync: Connection = Object.create(connection, { sync: { value: () => {} } });
    for (const statement of this.earlier) new Query({ ...statement, queryMode: "extended" }).prepare(withoutSync);
    super.prepare(connection);
    this.showCurrent();
  }

  /** Sets name and text to those of the running statement, because `pg` records parsed statements under them. */
  private showCurrent() {
    const [current] = this.left;
    if (current) Object.assign(this, { name: current.name, text: current.text });
  }

  private get isLast() {
    return this.left.length === 1;
  }

  override handleRowDescription(message: unknown) {
    if (this.isLast) super.handleRowDescription(message);
  }

  override handleDataRow(message: unknown) {
    if (this.isLast) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection) {
    if (this.isLast) return super.handleCommandComplete(message, connection);
    this.left.shift();
    this.showCurrent();
  }

  override handleError(error: Error, connection: Connection) {
    // The server skipped these statements without parsing them, so their text has to be sent again.
    for (const { name } of this.left) if (name) delete connection.submittedNamedStatements[name];
    super.handleError(error, connection);
  }
}
