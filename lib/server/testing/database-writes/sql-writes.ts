import * as ast from "typescript/unstable/ast";
import { type ColumnWrite, sqlTableNames } from "./drizzle-writes";
import { walkNodes } from "./program";
import { parseSqlWrites, type SqlWrite } from "./sql-text";
import type { Tracer, ValueSource } from "./tracer";
import { stringLiteralsOf, typesAtPropertyPath } from "./types";
import { sqlStringConstants } from "./values";

const PLACEHOLDER = /«(\d+)»/g;

/** Finds writes in the SQL of a file: in `sql` templates and in strings. */
export function findSqlWrites(tracer: Tracer, file: ast.SourceFile): ColumnWrite[] {
  const found: ColumnWrite[] = [];
  walkNodes(file, (node) => {
    if (ast.isTemplateExpression(node)) {
      const interpolated = node.templateSpans.map(({ expression }) => expression);
      const text = node.head.text + node.templateSpans.map(({ literal }, at) => `«${at}»${literal.text}`).join("");
      found.push(...parseSqlWrites(text).flatMap((write) => resolveWrite(tracer, write, interpolated)));
    } else if (ast.isStringLiteral(node) || ast.isNoSubstitutionTemplateLiteral(node))
      found.push(...parseSqlWrites(node.text).flatMap((write) => resolveWrite(tracer, write, [])));
  });
  return found;
}

function resolveWrite(tracer: Tracer, write: SqlWrite, interpolated: readonly ast.Node[]): ColumnWrite[] {
  const at = (placeholder: string) =>
    placeholder.startsWith("«") ? interpolated[Number(placeholder.slice(1, -1))] : undefined;
  const tables = namesOrPlaceholder(write.table, at(write.table), (node) => tablesAt(tracer, node));
  const columns = write.all ? [{ column: "*", expression: "", statement: "" }] : write.columns;
  return columns.flatMap(({ column, expression, statement }) => {
    const keys = namesOrPlaceholder(column, at(column), (node) => columnsAt(tracer, node));
    // If the query computes the value, the value may be any constant or interpolation of the statement.
    const own = /[«']/.test(expression) ? expression : statement;
    const values = [...own.matchAll(PLACEHOLDER)].flatMap(([placeholder]) => sourcesAt(at(placeholder)));
    return tables.flatMap((table) =>
      keys.map((key) => ({ table, key, inserts: write.inserts, texts: sqlStringConstants(own), values })),
    );
  });
}

const namesOrPlaceholder = (name: string, node: ast.Node | undefined, read: (node: ast.Node) => string[]) =>
  node ? read(node) : name.startsWith("«") ? [] : [name];

function tablesAt(tracer: Tracer, node: ast.Node): string[] {
  const named = sqlTableNames(tracer, node);
  return named.length ? named : tracer.sourcesOf(node).flatMap((source) => literalsAt(tracer, source, ["_", "name"]));
}

/** Returns the keys of the columns in an interpolation: `table.key`, or `sql.identifier(…)` with the column's name. */
function columnsAt(tracer: Tracer, node: ast.Node): string[] {
  return tracer.sourcesOf(node).flatMap((source) => {
    if (!ast.isTaggedTemplateExpression(source.node)) return source.path.slice(-1);
    const found: string[] = [];
    walkNodes(source.node, (each) => {
      if (!ast.isCallExpression(each) || !each.expression.getText().endsWith("identifier") || !each.arguments[0])
        return;
      for (const { path } of tracer.sourcesOf(each.arguments[0], source.frame))
        found.push(...(path.at(-1) === "name" ? path.slice(-2, -1) : []));
    });
    return found;
  });
}

function literalsAt(tracer: Tracer, { node, path }: ValueSource, extraPath: readonly string[]): string[] {
  const { checker } = tracer.program;
  const type = tracer.program.typeAt(node);
  return type
    ? typesAtPropertyPath(checker, type, [...path, ...extraPath]).flatMap((end) => stringLiteralsOf(end.type))
    : [];
}

const FUNCTION_PATTERN = /\bcreate\s+(?:or\s+replace\s+)?function\s+(\w+)[^$]*\$\$([\s\S]*?)\$\$/gi;
const TRIGGER_PATTERN =
  /\bcreate\s+(?:constraint\s+)?trigger\s[\s\S]*?\son\s+(\w+)[\s\S]*?execute\s+function\s+(\w+)/gi;
const ASSIGNMENT_PATTERN = /\bnew\.(\w+)\s*:=\s*([^;]*)/gi;

/**
 * Returns a function's body, followed by the bodies of the functions that it calls. A computed value may be any constant in these bodies.
 */
function withCalledBodies(body: string, bodies: ReadonlyMap<string, string>): string {
  const calledBodies = new Set([body]);
  for (const each of calledBodies)
    for (const [name, otherBody] of bodies) if (each.includes(`${name}(`)) calledBodies.add(otherBody);
  return [...calledBodies].join("\n");
}

/** Finds writes of the functions that migrations create. Ignores the inserts and updates of the migrations themselves. */
export function findDatabaseFunctionWrites(migrations: readonly string[]): ColumnWrite[] {
  const text = migrations.join(";\n").replace(/--[^\n]*/g, "");
  const bodies = new Map([...text.matchAll(FUNCTION_PATTERN)].map(([, name = "", body = ""]) => [name, body]));
  const own = [...bodies.values()].flatMap((body) =>
    parseSqlWrites(body).flatMap(({ table, inserts, all, columns }) => {
      const named = all ? [{ column: "*", expression: "" }] : columns;
      return named.map(({ column, expression }) => {
        const texts = sqlStringConstants(expression);
        return {
          table,
          key: column,
          inserts,
          texts: texts.length ? texts : sqlStringConstants(withCalledBodies(body, bodies)),
          values: [],
        };
      });
    }),
  );
  const triggers = [...text.matchAll(TRIGGER_PATTERN)].flatMap(([, table = "", name = ""]) =>
    [...(bodies.get(name) ?? "").matchAll(ASSIGNMENT_PATTERN)].map(([, key = "", value = ""]) => ({
      table,
      key,
      value,
    })),
  );
  return [
    ...own,
    ...triggers.map(({ table, key, value }) => ({
      table,
      key,
      inserts: false,
      texts: sqlStringConstants(value),
      values: [],
    })),
  ];
}

/** Returns the sources of an interpolation, including arguments of `sql.param(…)` and callbacks of arrays. */
function sourcesAt(node: ast.Node | undefined): ValueSource[] {
  if (!node) return [];
  const found: ValueSource[] = [{ node, path: [], omit: [], frame: null }];
  walkNodes(node, (each) => {
    if (each !== node && (ast.isCallExpression(each) || ast.isArrowFunction(each)))
      found.push({ node: each, path: [], omit: [], frame: null });
  });
  return found;
}
