import "server-only";
import { apiDocument } from "./document";
import type { JsonSchema } from "./json-schema-types";

type MediaTypes = Record<string, { schema?: JsonSchema }>;
type Parameter = { name: string; in: "path" | "query" | "header"; required?: boolean; schema?: JsonSchema };

/** A call of the OpenAPI document, with the fields that the API reference and the client generator need. */
export type DocumentedCall = {
  /** Name of the call in the contract, such as `kyc.list`. */
  name: string;
  /** HTTP method in upper case. */
  method: string;
  /** Path below /api/v1, with parameters in braces, such as `/kyc/{kycId}`. */
  path: string;
  /** Name of the call's module, or "Citizen app" or "Public". */
  group: string;
  summary: string;
  /** Parameters in path, query and headers. */
  parameters: Parameter[];
  /** Schema of the request body. Null without a body, or if the body is a file. */
  body: JsonSchema | null;
  /** Accepted content types if the request body is a file. */
  fileTypes: string[];
  /** Schema of the response's `data`. Null if the response is a file. */
  answer: JsonSchema | null;
};

/** Returns every implemented call, in the order of the OpenAPI document. */
export async function documentedCalls(): Promise<DocumentedCall[]> {
  const { paths = {} } = await apiDocument();
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, operation]) => toDocumentedCall(path, method, operation as Operation)),
  );
}

type Operation = {
  operationId: string;
  summary?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: { content?: MediaTypes };
  responses?: Record<string, { content?: MediaTypes }>;
};

function toDocumentedCall(path: string, method: string, operation: Operation): DocumentedCall {
  const { operationId, summary = "", tags = [], parameters = [], responses = {} } = operation;
  const bodyContent = operation.requestBody?.content ?? {};
  const { "application/json": json, ...files } = bodyContent;
  const fileTypes = Object.keys(files);
  return {
    name: operationId,
    method: method.toUpperCase(),
    path,
    group: tags[0] ?? "",
    summary,
    parameters,
    body: fileTypes.length ? null : (json?.schema ?? null),
    fileTypes,
    answer: responses["200"]?.content?.["application/json"]?.schema?.properties?.data ?? null,
  };
}
