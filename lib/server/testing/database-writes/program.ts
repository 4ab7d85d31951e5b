import { readFileSync } from "node:fs";
import path from "node:path";
import { isIdentifier, type Node, type SourceFile } from "typescript/unstable/ast";
import {
  API,
  type Checker,
  type NodeHandle,
  SymbolFlags,
  type Type,
  type Symbol as TypeSymbol,
} from "typescript/unstable/sync";

const PROJECT_ROOT = process.cwd();
const CONFIG_FILE = path.join(PROJECT_ROOT, "tsconfig.database-writes.json");

/**
 * Source files with their types. File names are relative to the repository. Uses the API of TypeScript 7.0, which is still unstable (its
 * import path says so): an update of TypeScript may require changes here and in `types.ts`.
 */
export class SourceProgram {
  private readonly api: API;
  private readonly types = new Map<string, Type | undefined>();
  private readonly declarations = new Map<string, Node[]>();
  private readonly snapshot: ReturnType<API["updateSnapshot"]>;

  /** @param extraFiles texts by file name, for files that exist only in this program, or that replace a file on disk */
  constructor(names: readonly string[], extraFiles: Readonly<Record<string, string>> = {}) {
    const { compilerOptions } = JSON.parse(readFileSync("tsconfig.json", "utf8"));
    const files = [...names, ...Object.keys(extraFiles)].map((name) => path.join(PROJECT_ROOT, name));
    const texts = new Map(Object.entries(extraFiles).map(([name, text]) => [path.join(PROJECT_ROOT, name), text]));
    texts.set(
      CONFIG_FILE,
      JSON.stringify({ compilerOptions: { ...compilerOptions, plugins: [], incremental: false }, files }),
    );
    this.api = new API({
      cwd: PROJECT_ROOT,
      fs: { readFile: (file) => texts.get(file), fileExists: (file) => texts.has(file) || undefined },
    });
    this.snapshot = this.api.updateSnapshot({ openProjects: [CONFIG_FILE] });
  }

  get project() {
    const project = this.snapshot.getProject(CONFIG_FILE);
    if (!project) throw new Error("TypeScript opened no project.");
    return project;
  }

  get checker(): Checker {
    return this.project.checker;
  }

  files(names: readonly string[]): SourceFile[] {
    return names.map((name) => {
      const file = this.project.program.getSourceFile(path.join(PROJECT_ROOT, name));
      if (!file) throw new Error(`${name} is not part of the program.`);
      return file;
    });
  }

  /** Returns the type of an expression. Cached, because the checker runs in another process. */
  typeAt(node: Node): Type | undefined {
    const key = nodeKey(node);
    if (!this.types.has(key)) this.types.set(key, this.checker.getTypeAtLocation(node));
    return this.types.get(key);
  }

  /** Returns where a name is declared, and follows imports. Returns an empty list for expressions that are no names. */
  declarationsOf(node: Node): Node[] {
    if (!isIdentifier(node)) return [];
    const key = nodeKey(node);
    const cached = this.declarations.get(key);
    if (cached) return cached;
    const symbol = this.checker.getSymbolAtLocation(node);
    const found = symbol ? this.declarationsOfSymbol(symbol) : [];
    this.declarations.set(key, found);
    return found;
  }

  declarationsOfSymbol(found: TypeSymbol): Node[] {
    const symbol = found.flags & SymbolFlags.Alias ? this.checker.getAliasedSymbol(found) : found;
    return symbol.declarations.flatMap((nodeHandle) => this.nodeOf(nodeHandle) ?? []);
  }

  nodeOf(nodeHandle: NodeHandle | undefined): Node | undefined {
    return nodeHandle?.resolve(this.project);
  }

  close(): void {
    this.snapshot.dispose();
    this.api.close();
  }
}

/** Calls `visit` for a node and everything below it. */
export function walkNodes(node: Node, visit: (node: Node) => void): void {
  visit(node);
  node.forEachChild((child) => walkNodes(child, visit));
}

/** Key of a node in maps, because the API may return several objects for one node. */
export const nodeKey = (node: Node): string => `${node.getSourceFile().fileName}:${node.pos}:${node.end}:${node.kind}`;
