import "server-only";
import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { type ClientBase, type Connection, escapeLiteral, type Submittable } from "pg";

/** Methods of `pg` for COPY that its types leave out. */
type CopyConnection = Connection & {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
};

/** One COPY statement of the wire protocol. Input is sent in one chunk; output arrives line by line. */
class CopyStatement implements Submittable {
  private error: Error | null = null;
  constructor(
    private readonly text: string,
    private readonly lines: { into?: Buffer; out?: (line: Buffer) => void },
    /** Keeps the callback that `pg` assigns to this property, because it clears the timer of `query_timeout`. */
    private readonly callback: (error: Error | null) => void,
  ) {}
  submit(connection: Connection) {
    (connection as CopyConnection).query(this.text);
  }
  handleCopyInResponse(connection: CopyConnection) {
    if (this.lines.into) connection.sendCopyFromChunk(this.lines.into);
    connection.endCopyFrom();
  }
  handleCopyData({ chunk }: { chunk: Buffer }) {
    this.lines.out?.(chunk);
  }
  handleCommandComplete() {}
  handleError(error: Error) {
    this.error = error;
    this.callback(error);
  }
  handleReadyForQuery() {
    if (!this.error) this.callback(null);
  }
}

const copy = (client: ClientBase, text: string, lines: CopyStatement["lines"]) =>
  new Promise<void>((resolve, reject) => {
    client.query(new CopyStatement(text, lines, (error) => (error ? reject(error) : resolve())));
  });

/** Inserts rows with COPY. Each line has tab-separated columns and ends with a line feed; `\N` is null. */
export async function copyIntoTable(client: ClientBase, table: string, columns: string, lines: readonly string[]) {
  if (lines.length) await copy(client, `copy ${table} (${columns}) from stdin`, { into: Buffer.from(lines.join("")) });
}

/** Inserts parameters as literals quoted by `pg`, because COPY accepts no parameters. */
function withLiterals(query: SQL): string {
  const { sql: text, params } = new PgDialect().sqlToQuery(query);
  const literals = params.map((value) => {
    if (value === null || (typeof value === "object" && !(value instanceof Date)))
      throw new Error("A filter compares with text, numbers and instants.");
    return escapeLiteral(value instanceof Date ? value.toISOString() : String(value));
  });
  return text.replace(/\$(\d+)/g, (_, number) => literals[number - 1] ?? "");
}

/**
 * Reads all rows of a query with COPY.
 * @param onLine receives each row with its line feed, in a buffer that the next row overwrites
 * @param options of COPY, such as `format csv`
 */
export const copyOut = (client: ClientBase, query: SQL, onLine: (line: Buffer) => void, options = "format text") =>
  copy(client, `copy (${withLiterals(query)}) to stdout (${options})`, { out: onLine });
