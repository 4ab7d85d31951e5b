import * as ast from "typescript/unstable/ast";
import { tableNames, type Write } from "./drizzle-writes";
import { walk } from "./program";
import { type SqlWrite, sqlWrites } from "./sql-text";
import type { Source, Tracer } from "./tracer";
import { textsOf, walkType } from "./types";
import { quoted } from "./values";

const MARK = /«(\d+)»/g;

/** Finds writes in the SQL of a file: in `sql` templates and in strings. */
export function sqlWritesOf(tracer: Tracer, file: ast.SourceFile): Write[] {
  const found: Write[] = [];
  walk(file, (node) => {
    if (ast.isTemplateExpression(node)) {
      const inserted = node.templateSpans.map(({ expression }) => expression);
      const text = node.head.text + node.templateSpans.map(({ literal }, at) => `«${at}»${literal.text}`).join("");
      found.push(...sqlWrites(text).flatMap((write) => resolve(tracer, write, inserted)));
    } else if (ast.isStringLiteral(node) || ast.isNoSubstitutionTemplateLiteral(node))
      found.push(...sqlWrites(node.text).flatMap((write) => resolve(tracer, write, [])));
  });
  return found;
}

function resolve(tracer: Tracer, write: SqlWrite, inserted: readonly ast.Node[]): Write[] {
  const at = (mark: string) => (mark.startsWith("«") ? inserted[Number(mark.slice(1, -1))] : undefined);
  const tables = namesAt(write.table, at(write.table), (node) => tablesAt(tracer, node));
  const columns = write.all ? [{ column: "*", expression: "", statement: "" }] : write.columns;
  return columns.flatMap(({ column, expression, statement }) => {
    const keys = namesAt(column, at(column), (node) => columnsAt(tracer, node));
    // A value that the query computes can be any constant or interpolation of the statement.
    const own = /[«']/.test(expression) ? expression : statement;
    const values = [...own.matchAll(MARK)].flatMap(([mark]) => sourcesAt(at(mark)));
    return tables.flatMap((table) =>
      keys.map((key) => ({ table, key, inserts: write.inserts, texts: quoted(own), values })),
    );
  });
}

const namesAt = (name: string, node: ast.Node | undefined, read: (node: ast.Node) => string[]) =>
  node ? read(node) : name.startsWith("«") ? [] : [name];

function tablesAt(tracer: Tracer, node: ast.Node): string[] {
  const named = tableNames(tracer, node);
  return named.length ? named : tracer.sourcesOf(node).flatMap((source) => literalsAt(tracer, source, ["_", "name"]));
}

/** Returns the keys of the columns in an interpolation: `table.key`, or `sql.identifier(…)` with the column's name. */
function columnsAt(tracer: Tracer, node: ast.Node): string[] {
  return tracer.sourcesOf(node).flatMap((source) => {
    if (!ast.isTaggedTemplateExpression(source.node)) return source.path.slice(-1);
    const found: string[] = [];
    walk(source.node, (each) => {
      if (!ast.isCallExpression(each) || !each.expression.getText().endsWith("identifier") || !each.arguments[0])
        return;
      for (const { path } of tracer.sourcesOf(each.arguments[0], source.frame))
        found.push(...(path.at(-1) === "name" ? path.slice(-2, -1) : []));
    });
    return found;
  });
}

function literalsAt(tracer: Tracer, { node, path }: Source, more: readonly string[]): string[] {
  const { checker } = tracer.program;
  const type = tracer.program.typeAt(node);
  return type ? walkType(checker, type, [...path, ...more]).flatMap((end) => textsOf(end.type)) : [];
}

const FUNCTION = /\bcreate\s+(?:or\s+replace\s+)?function\s+(\w+)[^$]*\$\$([\s\S]*?)\$\$/gi;
const TRIGGER = /\bcreate\s+(?:constraint\s+)?trigger\s[\s\S]*?\son\s+(\w+)[\s\S]*?execute\s+function\s+(\w+)/gi;
const ASSIGNED = /\bnew\.(\w+)\s*:=\s*([^;]*)/gi;

/** Returns a function's body with those of the functions it calls: a computed value can be any of their constants. */
function withCalled(body: string, bodies: ReadonlyMap<string, string>): string {
  const called = new Set([body]);
  for (const each of called) for (const [name, other] of bodies) if (each.includes(`${name}(`)) called.add(other);
  return [...called].join("\n");
}

/** Finds writes of the functions that migrations create. Ignores the inserts and updates of the migrations themselves. */
export function functionWrites(migrations: readonly string[]): Write[] {
  const text = migrations.join(";\n").replace(/--[^\n]*/g, "");
  const bodies = new Map([...text.matchAll(FUNCTION)].map(([, name = "", body = ""]) => [name, body]));
  const own = [...bodies.values()].flatMap((body) =>
    sqlWrites(body).flatMap(({ table, inserts, all, columns }) => {
      const named = all ? [{ column: "*", expression: "" }] : columns;
      return named.map(({ column, expression }) => {
        const texts = quoted(expression);
        return {
          table,
          key: column,
          inserts,
          texts: texts.length ? texts : quoted(withCalled(body, bodies)),
          values: [],
        };
      });
    }),
  );
  const triggers = [...text.matchAll(TRIGGER)].flatMap(([, table = "", name = ""]) =>
    [...(bodies.get(name) ?? "").matchAll(ASSIGNED)].map(([, key = "", value = ""]) => ({ table, key, value })),
  );
  return [
    ...own,
    ...triggers.map(({ table, key, value }) => ({ table, key, inserts: false, texts: quoted(value), values: [] })),
  ];
}

/** Returns the sources of an interpolation, including arguments of `sql.param(…)` and callbacks of arrays. */
function sourcesAt(node: ast.Node | undefined): Source[] {
  if (!node) return [];
  const found: Source[] = [{ node, path: [], omit: [], frame: null }];
  walk(node, (each) => {
    if (each !== node && (ast.isCallExpression(each) || ast.isArrowFunction(each)))
      found.push({ node: each, path: [], omit: [], frame: null });
  });
  return found;
}
