import type { Client, Connection, Submittable } from "pg";

/** What `pg` has for COPY and its types leave out. */
type Wire = Connection & {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
};

/** One COPY statement on the wire. Rows go in as text in COPY's own format, or come out and are counted. */
class Copy implements Submittable {
  bytes = 0;
  private error: Error | null = null;
  constructor(
    private readonly text: string,
    private readonly rows: Buffer | null,
    private readonly done: (error: Error | null, bytes: number) => void,
  ) {}
  submit(connection: Connection) {
    (connection as Wire).query(this.text);
  }
  handleCopyInResponse(connection: Wire) {
    if (this.rows) connection.sendCopyFromChunk(this.rows);
    connection.endCopyFrom();
  }
  handleCopyData({ chunk }: { chunk: Buffer }) {
    this.bytes += chunk.length;
  }
  handleCommandComplete() {}
  handleError(error: Error) {
    this.error = error;
    this.done(error, this.bytes);
  }
  handleReadyForQuery() {
    if (!this.error) this.done(null, this.bytes);
  }
}

const run = (client: Client, text: string, rows: Buffer | null) =>
  new Promise<number>((resolve, reject) => {
    client.query(new Copy(text, rows, (error, bytes) => (error ? reject(error) : resolve(bytes))));
  });

/** Adds lines of tab-separated columns, `\N` for null, each with its line feed. */
export const copyIn = (client: Client, table: string, columns: string, lines: readonly string[]) =>
  lines.length ? run(client, `copy ${table} (${columns}) from stdin`, Buffer.from(lines.join(""))) : Promise.resolve(0);

/** Reads a query's rows to the end. @returns bytes */
export const copyOut = (client: Client, query: string) => run(client, `copy (${query}) to stdout`, null);
