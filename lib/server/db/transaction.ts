import "server-only";
import { sql } from "drizzle-orm";
import { NodePgSession, NodePgTransaction } from "drizzle-orm/node-postgres";
import { PgDialect, type PgTransactionConfig } from "drizzle-orm/pg-core";
import type { Database, Transaction } from "./client";
import { bindCompiled, type CompiledStatement, runCompiled } from "./compiled-statement";
import type { PooledClient, TimeoutPool } from "./timeout-pool";

type Values = Record<string, unknown>;
const dialect = new PgDialect();
/** Maps each open transaction to its connection. */
const clientByTransaction = new WeakMap<Transaction, PooledClient>();

/**
 * Returns a function that runs transactions and replaces Drizzle's function. Drizzle does not release the connection if `begin` fails, so
 * each timeout would shrink the pool permanently; Drizzle also needs a round trip for `begin`. The returned function sends `begin` with
 * the first statement. If the rollback fails because the connection broke, it closes the connection and throws the error of `run`. It
 * throws if PostgreSQL rolled back instead of committing.
 */
export function transactionOn(pool: TimeoutPool): Database["transaction"] {
  return async (run, config) => {
    const client = await pool.connect();
    const begin = { text: beginOf(config) };
    let isBroken = false;
    try {
      const tx: Transaction = new NodePgTransaction(dialect, new NodePgSession(client, dialect, undefined), undefined);
      clientByTransaction.set(tx, client);
      client.sendWithNext(begin);
      const result = await run(tx);
      const { command } = await tx.execute(sql`commit`);
      // PostgreSQL answers COMMIT with ROLLBACK, without an error, if `run` caught a statement's error outside a savepoint.
      if (command === "ROLLBACK") throw new Error("A statement of the transaction failed, so nothing was committed.");
      return result;
    } catch (error) {
      const isBegun = !client.discardUnsent().includes(begin);
      if (isBegun)
        await client.query("rollback").catch(() => {
          isBroken = true;
        });
      throw error;
    } finally {
      client.release(isBroken);
    }
  };
}

function beginOf({ isolationLevel, accessMode }: PgTransactionConfig = {}): string {
  return ["begin", isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(" ");
}

/**
 * Sends a statement whose result is not needed in the same round trip as the transaction's next statement, or as its commit. If the
 * sent statement fails, the next statement throws the error. Do not use this before a savepoint, which would catch the error.
 */
export async function sendWithNext(tx: Transaction, statement: CompiledStatement, values: Values): Promise<void> {
  const client = clientByTransaction.get(tx);
  if (client) client.sendWithNext(bindCompiled(statement, values));
  else await runCompiled(tx, statement, values); // A nested transaction.
}
