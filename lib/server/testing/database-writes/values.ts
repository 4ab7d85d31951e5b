import * as ast from "typescript/unstable/ast";
import { walkNodes } from "./program";
import type { Tracer, ValueSource } from "./tracer";
import { stringLiteralsOf, type TypeWithOrigin, typesAtPropertyPath } from "./types";

/** Returns the string constants in an SQL text. */
export const sqlStringConstants = (sql: string): string[] =>
  [...sql.matchAll(/'([^']*)'/g)].map(([, text = ""]) => text);

const CONTRACT_PATH = /\/lib\/contract\//;

/**
 * Returns which of a column's texts a value can be. If a type allows only some of the texts, these count as written. A type that allows
 * all of them proves nothing, unless it is declared in the contract: then requests contain the texts.
 * @param allowedTexts the texts that the column accepts
 * @returns also the columns that the value is copied from, as "table.key"
 */
export function traceValues(
  tracer: Tracer,
  value: ValueSource,
  allowedTexts: readonly string[],
): { values: Set<string>; copies: Set<string> } {
  const values = new Set<string>();
  const copies = new Set<string>();
  const addTexts = (texts: Iterable<string>, targetSet = values) => {
    for (const text of texts) targetSet.add(text);
  };
  for (const source of tracer.sourcesOf(value.node, value.frame, value.path)) {
    const { node, path } = source;
    if (path.length === 0 && (ast.isStringLiteral(node) || ast.isNoSubstitutionTemplateLiteral(node))) {
      addTexts([node.text]);
      continue;
    }
    if (path.length === 0 && !source.isPassed) {
      addTexts(literalsIn(node));
      for (const innerNode of interpolatedNodes(node)) {
        const found = traceValues(tracer, { ...source, node: innerNode }, allowedTexts);
        addTexts(found.values);
        addTexts(found.copies, copies);
      }
    }
    const { texts, isOfContract, column } = typeTexts(tracer, source);
    if (column) copies.add(column);
    const isConclusive =
      isOfContract || allowedTexts.length === 1 || !allowedTexts.every((each) => texts.includes(each));
    if (isConclusive && !source.isPassed) addTexts(texts);
  }
  return { values, copies };
}

/** Returns the constants of the SQL templates in an expression. */
function literalsIn(node: ast.Node): string[] {
  const found: string[] = [];
  if (ast.isCallExpression(node) || ast.isTaggedTemplateExpression(node))
    walkNodes(node, (each) => {
      if (ast.isTaggedTemplateExpression(each)) found.push(...sqlStringConstants(each.template.getText()));
    });
  return found;
}

const interpolatedNodes = (node: ast.Node): ast.Node[] =>
  ast.isTaggedTemplateExpression(node) && ast.isTemplateExpression(node.template)
    ? node.template.templateSpans.map(({ expression }) => expression)
    : [];

/** Returns the string literals in the type of a source, and the declaration of the property that the source reads. */
function typeTexts(
  tracer: Tracer,
  { node, path }: ValueSource,
): { texts: string[]; isOfContract: boolean; column?: string } {
  const type = tracer.program.typeAt(node);
  const resolvedTypes = type ? typesAtPropertyPath(tracer.program.checker, type, path) : [];
  const declared = resolvedTypes.flatMap(({ property }) => property?.declarations ?? []);
  return {
    texts: resolvedTypes.flatMap((end) => stringLiteralsOf(end.type)),
    isOfContract: CONTRACT_PATH.test(declared[0]?.path ?? ""),
    column: resolvedTypes.map((end) => columnAt(tracer, end)).find((each) => each),
  };
}

/**
 * Returns "table.key" if a property belongs to a row of a table. Recognises a property that is declared in the columns of a
 * `pgTable("table", { … })`, and an object that has exactly a table's keys, because `$inferSelect` loses the declarations.
 */
function columnAt(tracer: Tracer, { property, owner }: TypeWithOrigin): string | undefined {
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
