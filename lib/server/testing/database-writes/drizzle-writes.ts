import * as ast from "typescript/unstable/ast";
import { SymbolFlags } from "typescript/unstable/sync";
import { walkNodes } from "./program";
import { nodeName } from "./trace-back";
import type { CallFrame, Tracer, ValueSource } from "./tracer";
import { stringLiteralsOf, typesAtPropertyPath } from "./types";

/**
 * One write to one column.
 * @property table SQL name of the column's table
 * @property key the column's key in the schema, or its SQL name; `*` for all columns of the table
 * @property texts string constants in the SQL that sets the column: `a` and `b` for `case when x then 'a' else 'b' end`
 * @property values expressions from which the column's value comes
 */
export type ColumnWrite = {
  table: string;
  key: string;
  inserts: boolean;
  texts: readonly string[];
  values: readonly ValueSource[];
};

/** Finds writes through Drizzle: `insert(t).values(v)`, `update(t).set(v)` and `onConflictDoUpdate({ set: v })`. */
export function findDrizzleWrites(tracer: Tracer, file: ast.SourceFile): ColumnWrite[] {
  const found: ColumnWrite[] = [];
  walkNodes(file, (node) => {
    if (!ast.isCallExpression(node) || !ast.isPropertyAccessExpression(node.expression)) return;
    const method = node.expression.name.text;
    const [argument] = node.arguments;
    if (!argument || !["values", "set", "onConflictDoUpdate"].includes(method)) return;
    const target = writeTarget(node.expression.expression);
    if (!target) return;
    const path =
      method === "onConflictDoUpdate" ? ["set"] : method === "values" && isList(tracer, argument) ? ["*"] : [];
    for (const { table, frame } of tablesOf(tracer, target)) {
      for (const [key, values] of writtenKeysOf(tracer, argument, frame, path))
        found.push({ table, key, inserts: method === "values", texts: [], values });
    }
  });
  return found;
}

/** Returns the argument of the `insert(…)` or `update(…)` at the start of a chain of calls. */
function writeTarget(callChain: ast.Node): ast.Node | undefined {
  if (!ast.isCallExpression(callChain) || !ast.isPropertyAccessExpression(callChain.expression)) return;
  const { name, expression } = callChain.expression;
  return name.text === "insert" || name.text === "update" ? callChain.arguments[0] : writeTarget(expression);
}

/** Returns the table that an expression stands for. For a parameter, returns the tables that callers pass. */
function tablesOf(
  tracer: Tracer,
  target: ast.Node,
  frame: CallFrame | null = null,
): { table: string; frame: CallFrame | null }[] {
  const tables = sqlTableNames(tracer, target);
  if (tables.length) return tables.map((table) => ({ table, frame }));
  const withoutCast = ast.isAsExpression(target) ? target.expression : target;
  const parameter = tracer.program.declarationsOf(withoutCast).find(ast.isParameterDeclaration);
  if (!parameter) return [];
  const functionNode = parameter.parent as ast.FunctionDeclaration;
  const index = [...functionNode.parameters].findIndex(({ pos }) => pos === parameter.pos);
  return tracer.callsOf(functionNode).flatMap((call) => {
    const argumentGiven = call.arguments[index];
    return argumentGiven
      ? tablesOf(tracer, argumentGiven, { fn: functionNode, args: [...call.arguments], caller: null })
      : [];
  });
}

/** Returns the name in `const t = pgTable("name", …)`. */
function declaredTable(node: ast.Node): string | undefined {
  const call = ast.isVariableDeclaration(node) ? node.initializer : undefined;
  if (!call || !ast.isCallExpression(call) || call.expression.getText() !== "pgTable") return;
  const [name] = call.arguments;
  return name && ast.isStringLiteral(name) ? name.text : undefined;
}

/** Returns the SQL names of the tables that an expression may stand for. Empty if the expression's type allows any table. */
export function sqlTableNames(tracer: Tracer, node: ast.Node): string[] {
  const declaredTables = tracer.program.declarationsOf(node).flatMap((each) => declaredTable(each) ?? []);
  if (declaredTables.length) return declaredTables;
  const type = tracer.program.typeAt(node);
  return type
    ? typesAtPropertyPath(tracer.program.checker, type, ["_", "name"]).flatMap((name) => stringLiteralsOf(name.type))
    : [];
}

/** Returns true if an argument is an array. Looks at the argument's type last, because the type checker takes milliseconds for it. */
function isList(tracer: Tracer, node: ast.Node): boolean {
  if (ast.isObjectLiteralExpression(node)) return false;
  if (ast.isArrayLiteralExpression(node)) return true;
  if (
    ast.isCallExpression(node) &&
    ast.isPropertyAccessExpression(node.expression) &&
    /^(flatM|m)ap$/.test(node.expression.name.text)
  )
    return true;
  const type = tracer.program.typeAt(node);
  return type !== undefined && tracer.program.checker.isArrayLikeType(type);
}

/** Returns the keys of an object, or of an array's elements (`path` is `["*"]`), and the sources of each value. */
function writtenKeysOf(
  tracer: Tracer,
  argument: ast.Node,
  frame: CallFrame | null,
  path: readonly string[],
): Map<string, ValueSource[]> {
  const keys = new Map<string, ValueSource[]>();
  const addKey = (key: string, source: ValueSource) => keys.set(key, [...(keys.get(key) ?? []), source]);
  const visitSources = (sources: readonly ValueSource[]): void => {
    for (const source of sources) {
      const { node, frame, omit } = source;
      if (source.isPassed) continue;
      if (ast.isCallExpression(node) && node.expression.getText() === "Object.fromEntries") {
        for (const { key, of } of keysOfEntries(tracer, node, frame)) addKey(key, of);
        continue;
      }
      if (!ast.isObjectLiteralExpression(node) || source.path.length) {
        for (const key of keysOfType(tracer, source)) addKey(key, { ...source, path: [...source.path, key], omit: [] });
        continue;
      }
      for (const property of node.properties) {
        if (ast.isSpreadAssignment(property)) {
          visitSources(tracer.sourcesOf(property.expression, frame, [], omit));
          continue;
        }
        const key = nodeName(property);
        if (key === undefined || omit.includes(key)) continue;
        addKey(key, {
          node: ast.isPropertyAssignment(property) ? property.initializer : property,
          path: [],
          omit: [],
          frame,
        });
      }
    }
  };
  visitSources(tracer.sourcesOf(argument, frame, path));
  return keys;
}

/**
 * Returns the keys of the object that `Object.fromEntries(…)` creates, and the source of each value. The keys are `a` for
 * `Object.entries({ a: 1 }).filter(…)`, and `a` and `b` for `KEYS.map((key) => [key, 1])` if `KEYS` has the type `("a" | "b")[]`.
 */
function keysOfEntries(
  tracer: Tracer,
  call: ast.CallExpression,
  frame: CallFrame | null,
): { key: string; of: ValueSource }[] {
  const found = new Map<string, ValueSource>();
  const { checker } = tracer.program;
  const visitSources = (node: ast.Node): void => {
    if (!ast.isCallExpression(node) || !ast.isPropertyAccessExpression(node.expression)) return;
    const [entries] = node.arguments;
    if (node.expression.getText() === "Object.entries" && entries) {
      for (const [key, [of]] of writtenKeysOf(tracer, entries, frame, [])) if (of) found.set(key, of);
      return;
    }
    const list = node.expression.expression;
    const type = tracer.program.typeAt(list);
    for (const end of type ? typesAtPropertyPath(checker, type, ["*"]) : [])
      for (const key of stringLiteralsOf(end.type)) found.set(key, { node, path: [], omit: [], frame });
    visitSources(list);
  };
  const [argument] = call.arguments;
  for (const { node } of argument ? tracer.sourcesOf(argument, frame) : []) visitSources(node);
  return [...found].map(([key, of]) => ({ key, of }));
}

const SCHEMA_PATH = /\/lib\/server\/db\/schema\/|\/drizzle-orm\//;

/**
 * Returns the keys of a source's type, if the source is not an object literal. Omits optional keys of a type that is derived from the
 * schema (`$inferInsert`), because such a type has a key for every column.
 */
function keysOfType(tracer: Tracer, { node, path, omit }: ValueSource): string[] {
  const { checker } = tracer.program;
  const type = tracer.program.typeAt(node);
  const resolvedTypes = type ? typesAtPropertyPath(checker, type, path) : [];
  return resolvedTypes
    .flatMap(({ type }) => (type.isObjectType() || type.isIntersectionType() ? checker.getPropertiesOfType(type) : []))
    .filter(({ name, flags, declarations }) => {
      const isOfSchema = !declarations.length || declarations.some(({ path }) => SCHEMA_PATH.test(path));
      return !omit.includes(name) && !(isOfSchema && flags & SymbolFlags.Optional);
    })
    .map(({ name }) => name);
}
