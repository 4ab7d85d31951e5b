import "server-only";
import { fillPlaceholders, type Query, type SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { QueryResult, QueryResultRow } from "pg";
import type { Queryable } from "./client";

const dialect = new PgDialect();

/** A statement with placeholders (`sql.placeholder`), whose text Drizzle builds once instead of at each use. */
export type CompiledStatement = Query & { name: string };

/**
 * Builds a statement once for many uses.
 * @param name name of the prepared statement on each connection. Use only if the plan does not depend on the values: after five uses,
 * PostgreSQL may keep one plan for all values
 */
export const compileStatement = (name: string, statement: SQL): CompiledStatement => ({
  name,
  ...dialect.sqlToQuery(statement),
});

/** Runs a compiled statement. `values` contains its placeholders' values by name. */
export const runCompiled = <Row extends QueryResultRow>(
  db: Queryable,
  statement: CompiledStatement,
  values: Record<string, unknown>,
): Promise<QueryResult<Row>> => {
  const session = db._.session;
  return session
    .prepareQuery<{ execute: QueryResult<Row>; all: unknown; values: unknown }>(
      statement,
      undefined,
      statement.name,
      false,
    )
    .execute(values);
};

/** Returns name, text and parameters of a statement, as `pg` takes them. */
export const bindCompiled = ({ name, sql, params }: CompiledStatement, values: Record<string, unknown>) => ({
  name,
  text: sql,
  values: fillPlaceholders(params, values),
});
