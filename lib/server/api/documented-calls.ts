import "server-only";
import { apiDocument } from "./document";
import type { Shape } from "./shapes";

type Content = Record<string, { schema?: Shape }>;
type Parameter = { name: string; in: "path" | "query" | "header"; required?: boolean; schema?: Shape };

/** A call as its document has it, with what is read of that in one place. */
export type DocumentedCall = {
  /** As in the contract: `kyc.list`. */
  name: string;
  /** In capitals. */
  method: string;
  /** Below /v1, parameters in braces. */
  path: string;
  /** The module, or the door. */
  group: string;
  summary: string;
  /** What it needs: a right, a key, a session, an Idempotency-Key. */
  needs: string;
  /** Of path, query and header. */
  parameters: Parameter[];
  /** null: none, or a file. */
  body: Shape | null;
  /** Content types of a body that is a file. */
  fileTypes: string[];
  /** What is in `data`; null: a file. */
  answer: Shape | null;
  /** By status. */
  refusals: [status: string, words: string][];
};

/** Every call that is implemented, in the order of the document. */
export async function documentedCalls(): Promise<DocumentedCall[]> {
  const { paths = {} } = await apiDocument();
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, operation]) => callOf(path, method, operation as Operation)),
  );
}

type Operation = {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: { content?: Content };
  responses?: Record<string, { description?: string; content?: Content }>;
};

function callOf(path: string, method: string, operation: Operation): DocumentedCall {
  const { operationId, summary = "", description = "", tags = [], parameters = [], responses = {} } = operation;
  const sent = operation.requestBody?.content ?? {};
  const body = sent["application/json"]?.schema ?? null;
  return {
    name: operationId,
    method: method.toUpperCase(),
    path,
    group: tags[0] ?? "",
    summary,
    needs: description,
    parameters,
    body,
    fileTypes: body ? [] : Object.keys(sent),
    answer: responses["200"]?.content?.["application/json"]?.schema?.properties?.data ?? null,
    refusals: Object.entries(responses)
      .filter(([status]) => Number(status) >= 400)
      .map(([status, { description: words = "" }]) => [status, words]),
  };
}
