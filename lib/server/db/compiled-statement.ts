import "server-only";
import { fillPlaceholders, type Query, type SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { QueryResult, QueryResultRow } from "pg";
import type { Queryable } from "./client";

const dialect = new PgDialect();

/** A statement with placeholders (`sql.placeholder`), whose text Drizzle builds once instead of at each use. */
export type CompiledStatement = Query & { name: string };

/**
 * @param name under which each connection keeps the parsed statement. Only for statements whose plan does not depend on
 * their values: after five uses, PostgreSQL may keep one plan for all values
 */
export const compileStatement = (name: string, statement: SQL): CompiledStatement => ({
  name,
  ...dialect.sqlToQuery(statement),
});

/** Runs a statement. Values are those of its placeholders, by name. */
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
