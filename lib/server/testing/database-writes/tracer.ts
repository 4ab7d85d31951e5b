import * as ast from "typescript/unstable/ast";
import { CALLS_BACK, follow, functionName, returnsOf } from "./follow";
import { keyOf, type SourceProgram, walk } from "./program";

/** A call whose function is being followed: its arguments are the parameters' values. */
export type Frame = { fn: ast.Node; args: readonly ast.Node[]; caller: Frame | null };

/**
 * An expression that a value comes from.
 * @property path properties to read from it, outermost first; `*` is any element or any property
 * @property isPassed true for a call that was followed into: only its type is read, which a generic function lacks
 * @property omit keys that were taken out on the way (`const { id, ...rest } = row`)
 */
export type Source = {
  node: ast.Node;
  path: readonly string[];
  omit: readonly string[];
  frame: Frame | null;
  isPassed?: true;
};

const MAX_STEPS = 4_000;
const MAX_NESTED = 4;

/** Follows expressions to where their values come from: through variables, parameters, calls and callbacks of arrays. */
export class Tracer {
  private readonly calls = new Map<string, ast.CallExpression[]>();
  /** Calls of array methods that take a function by its name: `rows.map(toRow)`. */
  private readonly callbacks = new Map<string, ast.CallExpression[]>();
  /** Calls that add something to a collection, by the collection's name. */
  private readonly fills = new Map<string, ast.CallExpression[]>();

  private nesting = 0;

  /**
   * @param files the files whose calls count as callers
   * @param tableByKeys SQL names of tables by their keys in the schema: sorted, joined by commas
   */
  constructor(
    readonly program: SourceProgram,
    files: readonly ast.SourceFile[],
    readonly tableByKeys: ReadonlyMap<string, string> = new Map(),
  ) {
    for (const file of files)
      walk(file, (node) => {
        if (!ast.isCallExpression(node)) return;
        const callee = node.expression;
        if (ast.isIdentifier(callee)) note(this.calls, callee.text, node);
        if (!ast.isPropertyAccessExpression(callee)) return;
        const [callback] = node.arguments;
        if (callback && ast.isIdentifier(callback) && CALLS_BACK.has(callee.name.text))
          note(this.callbacks, callback.text, node);
        const collection = collectionOf(callee.expression);
        if (ast.isIdentifier(collection) && ["push", "unshift", "set", "add"].includes(callee.name.text))
          note(this.fills, collection.text, node);
      });
  }

  /** Returns the expressions at which following ends. */
  sourcesOf(node: ast.Node, frame: Frame | null = null, path: readonly string[] = [], omit: readonly string[] = []) {
    const ends: Source[] = [];
    const seen = new Set<string>();
    const waiting: Source[] = [{ node, path, omit, frame }];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const key = `${keyOf(next.node)} ${next.path.join(".")} ${next.omit.join()} ${frameKey(next.frame)} ${next.isPassed}`;
      if (seen.has(key)) continue;
      seen.add(key);
      if (seen.size > MAX_STEPS) throw new Error(`${keyOf(node)} has too many sources.`);
      const before = next.isPassed ? undefined : follow(this, next);
      if (before) waiting.push(...before);
      else ends.push(next);
    }
    return ends;
  }

  /** Returns the calls of a function by its name, in any of the files. */
  callsOf(fn: ast.Node): ast.CallExpression[] {
    const key = keyOf(fn);
    const named = this.calls.get(functionName(fn) ?? "") ?? [];
    return named.filter((call) => this.functionsOf(call.expression).some((each) => keyOf(each) === key));
  }

  /** Returns the arrays whose elements a function receives as a callback. */
  listsGivenTo(fn: ast.Node): ast.Node[] {
    const key = keyOf(fn);
    return (this.callbacks.get(functionName(fn) ?? "") ?? []).flatMap((call) => {
      const [callback] = call.arguments;
      const isIt = callback && this.functionsOf(callback).some((each) => keyOf(each) === key);
      return isIt ? [(call.expression as ast.PropertyAccessExpression).expression] : [];
    });
  }

  /**
   * Returns what `push`, `set` and `add` put into the collection of a variable.
   * @property depth how many `*` a path from the variable to it has: 2 after `lists.get(id)?.push(…)`
   */
  putInto(variable: ast.VariableDeclaration): { node: ast.Node; depth: number }[] {
    const key = keyOf(variable);
    return (this.fills.get(variable.name.getText()) ?? []).flatMap((call) => {
      const { name, expression } = call.expression as ast.PropertyAccessExpression;
      const isOwn = this.program.declarationsOf(collectionOf(expression)).some((each) => keyOf(each) === key);
      const given = name.text === "set" ? call.arguments.slice(1) : [...call.arguments];
      return isOwn ? given.map((node) => ({ node, depth: ast.isIdentifier(expression) ? 1 : 2 })) : [];
    });
  }

  /** Returns the functions that a call can run, including those in parameters and properties. */
  calledBy(callee: ast.Node, frame: Frame | null): ast.Node[] {
    const named = this.functionsOf(callee);
    if (named.length || this.nesting >= MAX_NESTED) return named;
    this.nesting++;
    const ends = this.sourcesOf(callee, frame).filter(({ path }) => path.length === 0);
    this.nesting--;
    return ends.flatMap(({ node }) => (returnsOf(node) ? [node] : this.functionsOf(node)));
  }

  /** Returns the functions that a name refers to. */
  functionsOf(name: ast.Node): ast.Node[] {
    return this.program.declarationsOf(name).flatMap((declared) => {
      const fn = ast.isVariableDeclaration(declared) ? declared.initializer : declared;
      return fn && returnsOf(fn) ? [fn] : [];
    });
  }
}

/** Returns the collection that is filled: `lists` for `lists` and for `lists.get(id)`. */
function collectionOf(filled: ast.Node): ast.Node {
  const isElement = ast.isCallExpression(filled) && ast.isPropertyAccessExpression(filled.expression);
  return isElement && filled.expression.name.text === "get" ? filled.expression.expression : filled;
}

function note(calls: Map<string, ast.CallExpression[]>, name: string, call: ast.CallExpression): void {
  const known = calls.get(name);
  if (known) known.push(call);
  else calls.set(name, [call]);
}

const frameKey = (frame: Frame | null): string =>
  frame ? `${keyOf(frame.fn)}(${frame.args.map(keyOf).join()})${frameKey(frame.caller)}` : "";
