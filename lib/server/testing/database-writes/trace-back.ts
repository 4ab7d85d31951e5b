import * as ast from "typescript/unstable/ast";
import { nodeKey } from "./program";
import type { CallFrame, Tracer, ValueSource } from "./tracer";

/** Array methods that pass each element to a callback as its first argument. */
export const CALLBACK_METHODS = new Set([
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
/** Methods whose result is the data of the list, map or text they are called on: `rows.filter(…)`. */
const PASS_THROUGH_METHODS = new Set([
  "filter",
  "slice",
  "sort",
  "toSorted",
  "reverse",
  "toReversed",
  "concat",
  "values",
  "replace",
]);
/** Methods that return one element of the array or map they are called on: `rows.find(…)`. */
const SINGLE_ELEMENT_METHODS = new Set(["find", "at", "pop", "shift", "get"]);

/** Functions whose result is the data of their first argument: `structuredClone(row)`. */
const PASS_THROUGH_CALLS = new Set(["JSON.parse", "JSON.stringify", "structuredClone", "Object.freeze"]);

/**
 * Follows an expression one step back.
 * @returns the expressions from which its value is computed; undefined if the expression can't be followed
 */
export function traceOneStepBack(tracer: Tracer, source: ValueSource): ValueSource[] | undefined {
  const { node, path, frame } = source;
  const nextSource = (next: ast.Node | undefined, pathAfterSignIn = path, nextFrame = frame): ValueSource[] =>
    next ? [{ ...source, node: next, path: pathAfterSignIn, frame: nextFrame }] : [];
  if (ast.isParenthesizedExpression(node) || ast.isSatisfiesExpression(node) || ast.isNonNullExpression(node))
    return nextSource(node.expression);
  // If the expression behind an `await` or a cast can't be followed, stops at the `await` or cast, whose type is more precise.
  if (ast.isAwaitExpression(node) || ast.isAsExpression(node)) {
    const [innerSource] = nextSource(node.expression);
    return innerSource && (isLiteral(innerSource.node) ? [innerSource] : traceOneStepBack(tracer, innerSource));
  }
  if (ast.isConditionalExpression(node)) return [...nextSource(node.whenTrue), ...nextSource(node.whenFalse)];
  if (ast.isBinaryExpression(node)) {
    const operator = node.operatorToken.kind;
    if (operator === ast.SyntaxKind.AmpersandAmpersandToken) return nextSource(node.right);
    if (operator === ast.SyntaxKind.QuestionQuestionToken || operator === ast.SyntaxKind.BarBarToken)
      return [...nextSource(node.left), ...nextSource(node.right)];
    return;
  }
  if (ast.isPropertyAccessExpression(node)) return nextSource(node.expression, [node.name.text, ...path]);
  if (ast.isElementAccessExpression(node)) {
    const key = node.argumentExpression;
    return nextSource(node.expression, [key && ast.isStringLiteral(key) ? key.text : "*", ...path]);
  }
  if (ast.isObjectLiteralExpression(node)) return path.length ? traceObject(node, source) : undefined;
  if (ast.isArrayLiteralExpression(node) && path.length)
    return node.elements.flatMap((each) =>
      ast.isSpreadElement(each) ? nextSource(each.expression) : nextSource(each, path.slice(1)),
    );
  if (ast.isNewExpression(node) && path[0] === "*") {
    const [entries] = node.arguments ?? [];
    // A map is either read by its values, or as a list of pairs. Follows both possibilities.
    return isMap(node) ? [...nextSource(entries, ["*", ...path]), ...nextSource(entries)] : nextSource(entries);
  }
  if (ast.isSpreadElement(node)) return nextSource(node.expression, ["*", ...path]);
  if (ast.isCallExpression(node)) return traceCall(tracer, node, source);
  if (ast.isIdentifier(node)) return traceDeclarations(tracer, tracer.program.declarationsOf(node), source);
  if (ast.isShorthandPropertyAssignment(node)) {
    const symbol = tracer.program.checker.getShorthandAssignmentValueSymbol(node);
    return symbol && traceDeclarations(tracer, tracer.program.declarationsOfSymbol(symbol), source);
  }
  return;
}

const isMap = (node: ast.Node) => ast.isNewExpression(node) && node.expression.getText() === "Map";
const isLiteral = (node: ast.Node) =>
  ast.isObjectLiteralExpression(node) || ast.isArrayLiteralExpression(node) || ast.isStringLiteral(node);

/** Returns the value of the last property with the name, and the objects that are spread after it, which may override it. */
function traceObject(node: ast.ObjectLiteralExpression, source: ValueSource): ValueSource[] {
  const [key = "", ...restPath] = source.path;
  let found: ValueSource[] = [];
  for (const property of node.properties) {
    if (ast.isSpreadAssignment(property)) {
      found.push({ ...source, node: property.expression });
      continue;
    }
    if (key !== "*" && nodeName(property) !== key) continue;
    const value = ast.isPropertyAssignment(property) ? property.initializer : property;
    const valueSource = { ...source, node: value, path: restPath, omit: [] };
    found = key === "*" ? [...found, valueSource] : [valueSource];
  }
  return found;
}

/** Returns the name of a property or a declaration; undefined for a computed name or a pattern. */
export const nodeName = (namedNode: ast.Node): string | undefined => textOf((namedNode as { name?: ast.Node }).name);

const textOf = (name: ast.Node | undefined): string | undefined =>
  name && (ast.isIdentifier(name) || ast.isStringLiteral(name)) ? name.text : undefined;

function traceCall(tracer: Tracer, node: ast.CallExpression, source: ValueSource): ValueSource[] | undefined {
  const { path, frame } = source;
  const callee = node.expression;
  if (ast.isPropertyAccessExpression(callee)) {
    const method = callee.name.text;
    const calleeSource: ValueSource = { ...source, node: callee.expression };
    const [callback] = node.arguments;
    if ((method === "map" || method === "flatMap") && callback && path[0] === "*")
      return functionsAt(tracer, callback).flatMap((functionNode) =>
        (returnedExpressions(functionNode) ?? []).map((returnedNode) => {
          const isList = method === "flatMap" && isArray(tracer, returnedNode);
          return { ...source, node: returnedNode, path: isList ? path : path.slice(1) };
        }),
      );
    if (PASS_THROUGH_METHODS.has(method))
      return [
        calleeSource,
        ...(method === "concat" ? node.arguments.map((each) => ({ ...calleeSource, node: each })) : []),
      ];
    if (SINGLE_ELEMENT_METHODS.has(method)) return [{ ...calleeSource, path: ["*", ...path] }];
  }
  if (PASS_THROUGH_CALLS.has(callee.getText()) && node.arguments[0]) return [{ ...source, node: node.arguments[0] }];
  const returned = tracer.calledBy(callee, frame).flatMap((functionNode) =>
    (returnedExpressions(functionNode) ?? []).map((each) => ({
      ...source,
      node: each,
      frame: { fn: functionNode, args: [...node.arguments], caller: frame },
    })),
  );
  if (!returned.length || frameDepth(frame) >= MAX_FRAMES) return;
  return path.length ? [...returned, { ...source, isPassed: true }] : returned;
}

const MAX_FRAMES = 6;
const frameDepth = (frame: CallFrame | null): number => (frame ? 1 + frameDepth(frame.caller) : 0);

function functionsAt(tracer: Tracer, node: ast.Node): ast.Node[] {
  return ast.isIdentifier(node) ? tracer.functionsOf(node) : returnedExpressions(node) ? [node] : [];
}

function isArray(tracer: Tracer, node: ast.Node): boolean {
  const { checker } = tracer.program;
  const type = tracer.program.typeAt(node);
  return type !== undefined && checker.isArrayLikeType(type);
}

function traceDeclarations(
  tracer: Tracer,
  declarations: readonly ast.Node[],
  source: ValueSource,
): ValueSource[] | undefined {
  const found = declarations.map((declaration) => traceDeclaration(tracer, declaration, source));
  return found.length && found.every((each) => each) ? found.flatMap((each) => each ?? []) : undefined;
}

function traceDeclaration(tracer: Tracer, declaration: ast.Node, source: ValueSource): ValueSource[] | undefined {
  const { path } = source;
  if (ast.isVariableDeclaration(declaration)) {
    const loop = declaration.parent.parent;
    if (ast.isForOfStatement(loop)) return [{ ...source, node: loop.expression, path: ["*", ...path] }];
    if (!declaration.initializer) return;
    const insertions = path[0] === "*" && ast.isIdentifier(declaration.name) ? tracer.insertionsInto(declaration) : [];
    const initialSource = { ...source, node: declaration.initializer };
    const insertedSources = insertions.map(({ node, depth }) => ({ ...source, node, path: path.slice(depth) }));
    const pairSources = isMap(declaration.initializer)
      ? insertedSources.map((each) => ({ ...each, path: each.path.slice(1) }))
      : [];
    return [initialSource, ...insertedSources, ...pairSources];
  }
  if (ast.isBindingElement(declaration)) return traceBinding(tracer, declaration, source);
  if (ast.isParameterDeclaration(declaration)) return traceParameter(tracer, declaration, source);
  return;
}

function traceBinding(tracer: Tracer, declaration: ast.BindingElement, source: ValueSource): ValueSource[] | undefined {
  const pattern = declaration.parent as ast.BindingPattern;
  const isRest = declaration.dotDotDotToken !== undefined;
  const keyOfElement = (each: ast.BindingElement) => textOf(each.propertyName ?? each.name);
  const key = ast.isArrayBindingPattern(pattern) ? "*" : keyOfElement(declaration);
  const takenKeys = pattern.elements.flatMap((each) => keyOfElement(each) ?? []);
  const outerSource: ValueSource = isRest
    ? { ...source, omit: source.path.length ? source.omit : [...source.omit, ...takenKeys] }
    : { ...source, path: [key ?? "*", ...source.path] };
  const found = traceDeclaration(tracer, pattern.parent, outerSource) ?? [{ ...outerSource, node: pattern.parent }];
  return declaration.initializer ? [...found, { ...source, node: declaration.initializer }] : found;
}

function traceParameter(
  tracer: Tracer,
  declaration: ast.ParameterDeclaration,
  source: ValueSource,
): ValueSource[] | undefined {
  const functionNode = declaration.parent;
  const index = [...(functionNode as ast.FunctionDeclaration).parameters].findIndex(
    (each) => nodeKey(each) === nodeKey(declaration),
  );
  const traceArguments = (args: readonly ast.Node[], frame: CallFrame | null): ValueSource[] => {
    const givenArguments = declaration.dotDotDotToken ? args.slice(index) : args.slice(index, index + 1);
    const path = declaration.dotDotDotToken ? source.path.slice(1) : source.path;
    const found = givenArguments.map((node) => ({ ...source, node, path, frame }));
    return declaration.initializer && !givenArguments.length ? [{ ...source, node: declaration.initializer }] : found;
  };
  for (let frame = source.frame; frame; frame = frame.caller)
    if (nodeKey(frame.fn) === nodeKey(functionNode)) return traceArguments(frame.args, frame.caller);
  const call = functionNode.parent;
  if (ast.isCallExpression(call) && ast.isPropertyAccessExpression(call.expression)) {
    const isElement = CALLBACK_METHODS.has(call.expression.name.text) && index === 0;
    return isElement ? [{ ...source, node: call.expression.expression, path: ["*", ...source.path] }] : undefined;
  }
  const calls = tracer.callsOf(functionNode).flatMap((each) => traceArguments([...each.arguments], null));
  const listSources = index
    ? []
    : tracer.listsPassedTo(functionNode).map((node) => ({ ...source, node, path: ["*", ...source.path], frame: null }));
  return calls.length + listSources.length ? [...calls, ...listSources] : undefined;
}

/** Returns the name by which a function is called; undefined for a callback. */
export function functionName(functionNode: ast.Node): string | undefined {
  if (ast.isFunctionDeclaration(functionNode)) return nodeName(functionNode);
  return ast.isVariableDeclaration(functionNode.parent) ? nodeName(functionNode.parent) : undefined;
}

/** Returns the expressions that a function returns; undefined for anything without a body. */
export function returnedExpressions(functionNode: ast.Node): ast.Node[] | undefined {
  if (
    !ast.isFunctionDeclaration(functionNode) &&
    !ast.isArrowFunction(functionNode) &&
    !ast.isFunctionExpression(functionNode)
  )
    return;
  const { body } = functionNode;
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
