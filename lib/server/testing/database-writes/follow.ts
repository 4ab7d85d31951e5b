import * as ast from "typescript/unstable/ast";
import { keyOf } from "./program";
import type { Frame, Source, Tracer } from "./tracer";

/** Array methods that pass each element to a callback as its first argument. */
export const CALLS_BACK = new Set([
  "map",
  "flatMap",
  "filter",
  "forEach",
  "some",
  "every",
  "find",
  "findIndex",
  "sort",
]);
/** Methods that return elements, or the text, of the object they are called on. */
const KEEPS = new Set(["filter", "slice", "sort", "toSorted", "reverse", "toReversed", "concat", "values", "replace"]);
/** Methods that return one element of the object they are called on. */
const TAKES_ONE = new Set(["find", "at", "pop", "shift", "get"]);

/** Functions that return the data of their first argument. */
const PASSES = new Set(["JSON.parse", "JSON.stringify", "structuredClone", "Object.freeze"]);

/** Follows an expression one step back. @returns the expressions that its value comes from; undefined if there are none */
export function follow(tracer: Tracer, source: Source): Source[] | undefined {
  const { node, path, frame } = source;
  const to = (next: ast.Node | undefined, nextPath = path, nextFrame = frame): Source[] =>
    next ? [{ ...source, node: next, path: nextPath, frame: nextFrame }] : [];
  if (ast.isParenthesizedExpression(node) || ast.isSatisfiesExpression(node) || ast.isNonNullExpression(node))
    return to(node.expression);
  // Stays at the `await` or the cast if nothing can be followed: its type is more precise than that of the inner expression.
  if (ast.isAwaitExpression(node) || ast.isAsExpression(node)) {
    const [inner] = to(node.expression);
    return inner && (isLiteral(inner.node) ? [inner] : follow(tracer, inner));
  }
  if (ast.isConditionalExpression(node)) return [...to(node.whenTrue), ...to(node.whenFalse)];
  if (ast.isBinaryExpression(node)) {
    const operator = node.operatorToken.kind;
    if (operator === ast.SyntaxKind.AmpersandAmpersandToken) return to(node.right);
    if (operator === ast.SyntaxKind.QuestionQuestionToken || operator === ast.SyntaxKind.BarBarToken)
      return [...to(node.left), ...to(node.right)];
    return;
  }
  if (ast.isPropertyAccessExpression(node)) return to(node.expression, [node.name.text, ...path]);
  if (ast.isElementAccessExpression(node)) {
    const key = node.argumentExpression;
    return to(node.expression, [key && ast.isStringLiteral(key) ? key.text : "*", ...path]);
  }
  if (ast.isObjectLiteralExpression(node)) return path.length ? ofObject(node, source) : undefined;
  if (ast.isArrayLiteralExpression(node) && path.length)
    return node.elements.flatMap((each) => (ast.isSpreadElement(each) ? to(each.expression) : to(each, path.slice(1))));
  if (ast.isNewExpression(node) && path[0] === "*") {
    const [entries] = node.arguments ?? [];
    // A map may be read by its values or as a list of pairs.
    return isMap(node) ? [...to(entries, ["*", ...path]), ...to(entries)] : to(entries);
  }
  if (ast.isSpreadElement(node)) return to(node.expression, ["*", ...path]);
  if (ast.isCallExpression(node)) return ofCall(tracer, node, source);
  if (ast.isIdentifier(node)) return ofDeclarations(tracer, tracer.program.declarationsOf(node), source);
  if (ast.isShorthandPropertyAssignment(node)) {
    const symbol = tracer.program.checker.getShorthandAssignmentValueSymbol(node);
    return symbol && ofDeclarations(tracer, tracer.program.declarationsOfSymbol(symbol), source);
  }
  return;
}

const isMap = (node: ast.Node) => ast.isNewExpression(node) && node.expression.getText() === "Map";
const isLiteral = (node: ast.Node) =>
  ast.isObjectLiteralExpression(node) || ast.isArrayLiteralExpression(node) || ast.isStringLiteral(node);

/** Returns the last property with the name, and objects that are spread after it. */
function ofObject(node: ast.ObjectLiteralExpression, source: Source): Source[] {
  const [key = "", ...rest] = source.path;
  let found: Source[] = [];
  for (const property of node.properties) {
    if (ast.isSpreadAssignment(property)) {
      found.push({ ...source, node: property.expression });
      continue;
    }
    if (key !== "*" && nameOf(property) !== key) continue;
    const value = ast.isPropertyAssignment(property) ? property.initializer : property;
    const read = { ...source, node: value, path: rest, omit: [] };
    found = key === "*" ? [...found, read] : [read];
  }
  return found;
}

/** Returns the name of a property or a declaration; undefined for a computed name or a pattern. */
export const nameOf = (named: ast.Node): string | undefined => textOf((named as { name?: ast.Node }).name);

const textOf = (name: ast.Node | undefined): string | undefined =>
  name && (ast.isIdentifier(name) || ast.isStringLiteral(name)) ? name.text : undefined;

function ofCall(tracer: Tracer, node: ast.CallExpression, source: Source): Source[] | undefined {
  const { path, frame } = source;
  const callee = node.expression;
  if (ast.isPropertyAccessExpression(callee)) {
    const method = callee.name.text;
    const on: Source = { ...source, node: callee.expression };
    const [callback] = node.arguments;
    if ((method === "map" || method === "flatMap") && callback && path[0] === "*")
      return functionsAt(tracer, callback).flatMap((fn) =>
        (returnsOf(fn) ?? []).map((returned) => {
          const isList = method === "flatMap" && isArray(tracer, returned);
          return { ...source, node: returned, path: isList ? path : path.slice(1) };
        }),
      );
    if (KEEPS.has(method))
      return [on, ...(method === "concat" ? node.arguments.map((each) => ({ ...on, node: each })) : [])];
    if (TAKES_ONE.has(method)) return [{ ...on, path: ["*", ...path] }];
  }
  if (PASSES.has(callee.getText()) && node.arguments[0]) return [{ ...source, node: node.arguments[0] }];
  const returned = tracer.calledBy(callee, frame).flatMap((fn) =>
    (returnsOf(fn) ?? []).map((each) => ({
      ...source,
      node: each,
      frame: { fn, args: [...node.arguments], caller: frame },
    })),
  );
  if (!returned.length || depthOf(frame) >= MAX_FRAMES) return;
  return path.length ? [...returned, { ...source, isPassed: true }] : returned;
}

const MAX_FRAMES = 6;
const depthOf = (frame: Frame | null): number => (frame ? 1 + depthOf(frame.caller) : 0);

function functionsAt(tracer: Tracer, node: ast.Node): ast.Node[] {
  return ast.isIdentifier(node) ? tracer.functionsOf(node) : returnsOf(node) ? [node] : [];
}

function isArray(tracer: Tracer, node: ast.Node): boolean {
  const { checker } = tracer.program;
  const type = tracer.program.typeAt(node);
  return type !== undefined && checker.isArrayLikeType(type);
}

function ofDeclarations(tracer: Tracer, declarations: readonly ast.Node[], source: Source): Source[] | undefined {
  const found = declarations.map((declared) => ofDeclaration(tracer, declared, source));
  return found.length && found.every((each) => each) ? found.flatMap((each) => each ?? []) : undefined;
}

function ofDeclaration(tracer: Tracer, declared: ast.Node, source: Source): Source[] | undefined {
  const { path } = source;
  if (ast.isVariableDeclaration(declared)) {
    const loop = declared.parent.parent;
    if (ast.isForOfStatement(loop)) return [{ ...source, node: loop.expression, path: ["*", ...path] }];
    if (!declared.initializer) return;
    const put = path[0] === "*" && ast.isIdentifier(declared.name) ? tracer.putInto(declared) : [];
    const begun = { ...source, node: declared.initializer };
    const filled = put.map(({ node, depth }) => ({ ...source, node, path: path.slice(depth) }));
    const pairs = isMap(declared.initializer) ? filled.map((each) => ({ ...each, path: each.path.slice(1) })) : [];
    return [begun, ...filled, ...pairs];
  }
  if (ast.isBindingElement(declared)) return ofBinding(tracer, declared, source);
  if (ast.isParameterDeclaration(declared)) return ofParameter(tracer, declared, source);
  return;
}

function ofBinding(tracer: Tracer, declared: ast.BindingElement, source: Source): Source[] | undefined {
  const pattern = declared.parent as ast.BindingPattern;
  const isRest = declared.dotDotDotToken !== undefined;
  const keyOfElement = (each: ast.BindingElement) => textOf(each.propertyName ?? each.name);
  const key = ast.isArrayBindingPattern(pattern) ? "*" : keyOfElement(declared);
  const taken = pattern.elements.flatMap((each) => keyOfElement(each) ?? []);
  const outer: Source = isRest
    ? { ...source, omit: source.path.length ? source.omit : [...source.omit, ...taken] }
    : { ...source, path: [key ?? "*", ...source.path] };
  const found = ofDeclaration(tracer, pattern.parent, outer) ?? [{ ...outer, node: pattern.parent }];
  return declared.initializer ? [...found, { ...source, node: declared.initializer }] : found;
}

function ofParameter(tracer: Tracer, declared: ast.ParameterDeclaration, source: Source): Source[] | undefined {
  const fn = declared.parent;
  const index = [...(fn as ast.FunctionDeclaration).parameters].findIndex((each) => keyOf(each) === keyOf(declared));
  const of = (args: readonly ast.Node[], frame: Frame | null): Source[] => {
    const given = declared.dotDotDotToken ? args.slice(index) : args.slice(index, index + 1);
    const path = declared.dotDotDotToken ? source.path.slice(1) : source.path;
    const found = given.map((node) => ({ ...source, node, path, frame }));
    return declared.initializer && !given.length ? [{ ...source, node: declared.initializer }] : found;
  };
  for (let frame = source.frame; frame; frame = frame.caller)
    if (keyOf(frame.fn) === keyOf(fn)) return of(frame.args, frame.caller);
  const call = fn.parent;
  if (ast.isCallExpression(call) && ast.isPropertyAccessExpression(call.expression)) {
    const isElement = CALLS_BACK.has(call.expression.name.text) && index === 0;
    return isElement ? [{ ...source, node: call.expression.expression, path: ["*", ...source.path] }] : undefined;
  }
  const calls = tracer.callsOf(fn).flatMap((each) => of([...each.arguments], null));
  const lists = index
    ? []
    : tracer.listsGivenTo(fn).map((node) => ({ ...source, node, path: ["*", ...source.path], frame: null }));
  return calls.length + lists.length ? [...calls, ...lists] : undefined;
}

/** Returns the name by which a function is called; undefined for a callback. */
export function functionName(fn: ast.Node): string | undefined {
  if (ast.isFunctionDeclaration(fn)) return nameOf(fn);
  return ast.isVariableDeclaration(fn.parent) ? nameOf(fn.parent) : undefined;
}

/** Returns the expressions that a function returns; undefined for anything without a body. */
export function returnsOf(fn: ast.Node): ast.Node[] | undefined {
  if (!ast.isFunctionDeclaration(fn) && !ast.isArrowFunction(fn) && !ast.isFunctionExpression(fn)) return;
  const { body } = fn;
  if (!body) return;
  if (body.kind !== ast.SyntaxKind.Block) return [body];
  const found: ast.Node[] = [];
  const visit = (node: ast.Node): void => {
    if (ast.isReturnStatement(node) && node.expression) found.push(node.expression);
    if (!ast.isFunctionLikeDeclaration(node)) node.forEachChild(visit);
  };
  body.forEachChild(visit);
  return found;
}
