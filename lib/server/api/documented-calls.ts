import "server-only";
import { apiDocument } from "./document";
import type { Shape } from "./shapes";

type Content = Record<string, { schema?: Shape }>;
type Parameter = { name: string; in: "path" | "query" | "header"; required?: boolean; schema?: Shape };

/** A call of the OpenAPI document, with the parts that the API reference and the client generator need. */
export type DocumentedCall = {
  /** Name in the contract: `kyc.list`. */
  name: string;
  /** HTTP method in upper case. */
  method: string;
  /** Below /api/v1, with parameters in braces. */
  path: string;
  /** The module's name, "Citizen app" or "Public". */
  group: string;
  summary: string;
  /** Parameters of path, query and headers. */
  parameters: Parameter[];
  /** Null without a body, or if the body is a file. */
  body: Shape | null;
  /** Accepted content types if the body is a file. */
  fileTypes: string[];
  /** The schema of `data`; null if the answer is a file. */
  answer: Shape | null;
};

/** Returns every implemented call, in the document's order. */
export async function documentedCalls(): Promise<DocumentedCall[]> {
  const { paths = {} } = await apiDocument();
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, operation]) => callOf(path, method, operation as Operation)),
  );
}

type Operation = {
  operationId: string;
  summary?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: { content?: Content };
  responses?: Record<string, { content?: Content }>;
};

function callOf(path: string, method: string, operation: Operation): DocumentedCall {
  const { operationId, summary = "", tags = [], parameters = [], responses = {} } = operation;
  const sent = operation.requestBody?.content ?? {};
  const body = sent["application/json"]?.schema ?? null;
  return {
    name: operationId,
    method: method.toUpperCase(),
    path,
    group: tags[0] ?? "",
    summary,
    parameters,
    body,
    fileTypes: body ? [] : Object.keys(sent),
    answer: responses["200"]?.content?.["application/json"]?.schema?.properties?.data ?? null,
  };
}
