import * as ast from "typescript/unstable/ast";
import { nodeKey, type SourceProgram, walkNodes } from "./program";
import { CALLBACK_METHODS, functionName, returnedExpressions, traceOneStepBack } from "./trace-back";

/** A call whose function is being followed. The call's arguments are the values of the function's parameters. */
export type CallFrame = { fn: ast.Node; args: readonly ast.Node[]; caller: CallFrame | null };

/**
 * An expression from which a value is computed.
 * @property path properties to read from the expression's value, outermost first; `*` is any element or any property
 * @property isPassed true for a call whose function was followed as well. Of the call itself, only its type counts then, which a generic
 * function's body lacks.
 * @property omit keys that the code removes on the way (`const { id, ...rest } = row`)
 */
export type ValueSource = {
  node: ast.Node;
  path: readonly string[];
  omit: readonly string[];
  frame: CallFrame | null;
  isPassed?: true;
};

const MAX_STEPS = 4_000;
const MAX_NESTED_TRACES = 4;

/**
 * Follows expressions back to the origin of their values: through variables, parameters, calls and callbacks of arrays.
 */
export class Tracer {
  private readonly calls = new Map<string, ast.CallExpression[]>();
  /** Calls of array methods with a named function: `rows.map(toRow)`. */
  private readonly callbacks = new Map<string, ast.CallExpression[]>();
  /** Calls that add to a collection, by the collection's name. */
  private readonly fills = new Map<string, ast.CallExpression[]>();

  private nesting = 0;

  /**
   * @param files source files in which calls of a function are looked for
   * @param tableByKeys SQL name of each table, by the table's keys in the schema: sorted, joined by commas
   */
  constructor(
    readonly program: SourceProgram,
    files: readonly ast.SourceFile[],
    readonly tableByKeys: ReadonlyMap<string, string> = new Map(),
  ) {
    for (const file of files)
      walkNodes(file, (node) => {
        if (!ast.isCallExpression(node)) return;
        const callee = node.expression;
        if (ast.isIdentifier(callee)) addCall(this.calls, callee.text, node);
        if (!ast.isPropertyAccessExpression(callee)) return;
        const [callback] = node.arguments;
        if (callback && ast.isIdentifier(callback) && CALLBACK_METHODS.has(callee.name.text))
          addCall(this.callbacks, callback.text, node);
        const collection = collectionOf(callee.expression);
        if (ast.isIdentifier(collection) && ["push", "unshift", "set", "add"].includes(callee.name.text))
          addCall(this.fills, collection.text, node);
      });
  }

  /** Returns the origins of a value: expressions that can't be followed further back. */
  sourcesOf(
    node: ast.Node,
    frame: CallFrame | null = null,
    path: readonly string[] = [],
    omit: readonly string[] = [],
  ) {
    const ends: ValueSource[] = [];
    const seenKeys = new Set<string>();
    const toTrace: ValueSource[] = [{ node, path, omit, frame }];
    for (let next = toTrace.pop(); next; next = toTrace.pop()) {
      const key = `${nodeKey(next.node)} ${next.path.join(".")} ${next.omit.join()} ${frameKey(next.frame)} ${next.isPassed}`;
      if (seenKeys.has(key)) continue;
      seenKeys.add(key);
      if (seenKeys.size > MAX_STEPS) throw new Error(`${nodeKey(node)} has too many sources.`);
      const previousSources = next.isPassed ? undefined : traceOneStepBack(this, next);
      if (previousSources) toTrace.push(...previousSources);
      else ends.push(next);
    }
    return ends;
  }

  /** Returns the calls of a function by its name, in any of the files. */
  callsOf(functionNode: ast.Node): ast.CallExpression[] {
    const key = nodeKey(functionNode);
    const named = this.calls.get(functionName(functionNode) ?? "") ?? [];
    return named.filter((call) => this.functionsOf(call.expression).some((each) => nodeKey(each) === key));
  }

  /** Returns the arrays whose elements a function receives as a callback. */
  listsPassedTo(functionNode: ast.Node): ast.Node[] {
    const key = nodeKey(functionNode);
    return (this.callbacks.get(functionName(functionNode) ?? "") ?? []).flatMap((call) => {
      const [callback] = call.arguments;
      const isCallback = callback && this.functionsOf(callback).some((each) => nodeKey(each) === key);
      return isCallback ? [(call.expression as ast.PropertyAccessExpression).expression] : [];
    });
  }

  /**
   * Returns the values that `push`, `set` and `add` put into the collection that a variable contains.
   * @property depth levels of nesting below the variable: 1 for its elements, 2 for elements of its elements
   */
  insertionsInto(variable: ast.VariableDeclaration): { node: ast.Node; depth: number }[] {
    const key = nodeKey(variable);
    return (this.fills.get(variable.name.getText()) ?? []).flatMap((call) => {
      const { name, expression } = call.expression as ast.PropertyAccessExpression;
      const isSameVariable = this.program
        .declarationsOf(collectionOf(expression))
        .some((each) => nodeKey(each) === key);
      const givenArguments = name.text === "set" ? call.arguments.slice(1) : [...call.arguments];
      return isSameVariable
        ? givenArguments.map((node) => ({ node, depth: ast.isIdentifier(expression) ? 1 : 2 }))
        : [];
    });
  }

  /** Returns the functions that a call can run, including those in parameters and properties. */
  calledBy(callee: ast.Node, frame: CallFrame | null): ast.Node[] {
    const named = this.functionsOf(callee);
    if (named.length || this.nesting >= MAX_NESTED_TRACES) return named;
    this.nesting++;
    const ends = this.sourcesOf(callee, frame).filter(({ path }) => path.length === 0);
    this.nesting--;
    return ends.flatMap(({ node }) => (returnedExpressions(node) ? [node] : this.functionsOf(node)));
  }

  /** Returns the functions that a name refers to. */
  functionsOf(name: ast.Node): ast.Node[] {
    return this.program.declarationsOf(name).flatMap((declaration) => {
      const functionNode = ast.isVariableDeclaration(declaration) ? declaration.initializer : declaration;
      return functionNode && returnedExpressions(functionNode) ? [functionNode] : [];
    });
  }
}

/** Returns the collection to which a call adds: `lists` for `lists` and for `lists.get(id)`. */
function collectionOf(filledNode: ast.Node): ast.Node {
  const isElement = ast.isCallExpression(filledNode) && ast.isPropertyAccessExpression(filledNode.expression);
  return isElement && filledNode.expression.name.text === "get" ? filledNode.expression.expression : filledNode;
}

function addCall(calls: Map<string, ast.CallExpression[]>, name: string, call: ast.CallExpression): void {
  const knownCalls = calls.get(name);
  if (knownCalls) knownCalls.push(call);
  else calls.set(name, [call]);
}

const frameKey = (frame: CallFrame | null): string =>
  frame ? `${nodeKey(frame.fn)}(${frame.args.map(nodeKey).join()})${frameKey(frame.caller)}` : "";
