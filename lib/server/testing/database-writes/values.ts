import * as ast from "typescript/unstable/ast";
import { walk } from "./program";
import type { Source, Tracer } from "./tracer";
import { type TypeAt, textsOf, walkType } from "./types";

/** Returns the constants in an SQL text. */
export const quoted = (sql: string): string[] => [...sql.matchAll(/'([^']*)'/g)].map(([, text = ""]) => text);

const CONTRACT = /\/lib\/contract\//;

/**
 * Returns the texts of a column that a value can be.
 * A type that lists some of the column's texts counts as proof. A type that lists all of them proves nothing, unless it is
 * declared in the contract: then a request contains the value.
 * @param all the texts that the column accepts
 * @returns also the columns that the value is copied from, as "table.key"
 */
export function valuesOf(
  tracer: Tracer,
  value: Source,
  all: readonly string[],
): { values: Set<string>; copies: Set<string> } {
  const values = new Set<string>();
  const copies = new Set<string>();
  const add = (texts: Iterable<string>, to = values) => {
    for (const text of texts) to.add(text);
  };
  for (const source of tracer.sourcesOf(value.node, value.frame, value.path)) {
    const { node, path } = source;
    if (path.length === 0 && (ast.isStringLiteral(node) || ast.isNoSubstitutionTemplateLiteral(node))) {
      add([node.text]);
      continue;
    }
    if (path.length === 0 && !source.isPassed) {
      add(constantsIn(node));
      for (const inner of interpolatedIn(node)) {
        const found = valuesOf(tracer, { ...source, node: inner }, all);
        add(found.values);
        add(found.copies, copies);
      }
    }
    const { texts, isOfContract, column } = typed(tracer, source);
    if (column) copies.add(column);
    const isProof = isOfContract || all.length === 1 || !all.every((each) => texts.includes(each));
    if (isProof && !source.isPassed) add(texts);
  }
  return { values, copies };
}

/** Returns the constants of the SQL templates in an expression. */
function constantsIn(node: ast.Node): string[] {
  const found: string[] = [];
  if (ast.isCallExpression(node) || ast.isTaggedTemplateExpression(node))
    walk(node, (each) => {
      if (ast.isTaggedTemplateExpression(each)) found.push(...quoted(each.template.getText()));
    });
  return found;
}

const interpolatedIn = (node: ast.Node): ast.Node[] =>
  ast.isTaggedTemplateExpression(node) && ast.isTemplateExpression(node.template)
    ? node.template.templateSpans.map(({ expression }) => expression)
    : [];

/** Returns the string literals of the source's type, and where the property that it reads is declared. */
function typed(tracer: Tracer, { node, path }: Source): { texts: string[]; isOfContract: boolean; column?: string } {
  const type = tracer.program.typeAt(node);
  const ends = type ? walkType(tracer.program.checker, type, path) : [];
  const declared = ends.flatMap(({ property }) => property?.declarations ?? []);
  return {
    texts: ends.flatMap((end) => textsOf(end.type)),
    isOfContract: CONTRACT.test(declared[0]?.path ?? ""),
    column: ends.map((end) => columnAt(tracer, end)).find((each) => each),
  };
}

/**
 * Returns "table.key" if a property belongs to a row: it is declared in the columns of a `pgTable("table", { … })`, or its object
 * has the keys of a table (`$inferSelect` loses where they are declared).
 */
function columnAt(tracer: Tracer, { property, owner }: TypeAt): string | undefined {
  if (!property || !owner) return;
  const [declared] = property.declarations.flatMap((each) => tracer.program.nodeOf(each) ?? []);
  const call = declared && ast.isPropertyAssignment(declared) ? declared.parent.parent : undefined;
  if (call && ast.isCallExpression(call) && call.expression.getText() === "pgTable") {
    const [table] = call.arguments;
    return table && ast.isStringLiteral(table) ? `${table.text}.${property.name}` : undefined;
  }
  const keys = tracer.program.checker.getPropertiesOfType(owner).map(({ name }) => name);
  const table = tracer.tableByKeys.get(keys.sort().join());
  return table && `${table}.${property.name}`;
}
