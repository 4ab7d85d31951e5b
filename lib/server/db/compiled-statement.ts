import "server-only";
import { fillPlaceholders, type Query, type SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { QueryResult, QueryResultRow } from "pg";
import type { Queryable } from "./client";

const dialect = new PgDialect();

/** A statement with placeholders (`sql.placeholder`), whose text Drizzle builds once instead of at each use. */
export type CompiledStatement = () => Query;

/** @param build called at the first use, because it may read settings */
export function compileStatement(build: () => SQL): CompiledStatement {
  let query: Query | undefined;
  return () => {
    query ??= dialect.sqlToQuery(build());
    return query;
  };
}

/** Runs a statement. Values are those of its placeholders, by name. */
export const runCompiled = <Row extends QueryResultRow>(
  db: Queryable,
  statement: CompiledStatement,
  values: Record<string, unknown>,
): Promise<QueryResult<Row>> => {
  const session = db._.session;
  return session
    .prepareQuery<{ execute: QueryResult<Row>; all: unknown; values: unknown }>(
      statement(),
      undefined,
      undefined,
      false,
    )
    .execute(values);
};

/** Returns text and parameters of a statement, to be sent as it is. */
export function bindCompiled(statement: CompiledStatement, values: Record<string, unknown>) {
  const { sql, params } = statement();
  return { text: sql, values: fillPlaceholders(params, values) };
}
