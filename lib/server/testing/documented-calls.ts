import { apiDocument } from "@/lib/server/api/document";

/** Part of JSON Schema that the OpenAPI document uses. */
export type JsonSchema = {
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  required?: string[];
  items?: JsonSchema;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
};
type Operation = {
  operationId?: string;
  parameters?: { name: string; in: "path" | "query" | "header"; required?: boolean; schema?: JsonSchema }[];
  requestBody?: { content?: Record<string, { schema?: JsonSchema }> };
};

/** Id in a valid format that belongs to no record. */
export const SAMPLE_ID = "00000000-0000-7000-8000-000000000000";

/** Returns a value that the schema accepts. */
export function sampleValue(schema: JsonSchema = {}): unknown {
  const firstVariant = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (firstVariant) return sampleValue(firstVariant);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.type === "object") return sampleRequiredFields(schema);
  if (schema.type === "array") return Array.from({ length: schema.minItems ?? 0 }, () => sampleValue(schema.items));
  if (schema.type === "boolean") return true;
  if (schema.type === "integer" || schema.type === "number") return Math.max(1, schema.minimum ?? 1);
  if (schema.format === "uuid") return SAMPLE_ID;
  if (schema.format === "date") return "2026-01-01";
  if (schema.format === "date-time") return "2026-01-01T00:00:00Z";
  if (schema.format === "email") return "nobody@example.com";
  return "x".repeat(Math.max(3, schema.minLength ?? 0));
}
/** Returns an object with a valid value for each required field. */
export const sampleRequiredFields = ({ properties = {}, required = [] }: JsonSchema) =>
  Object.fromEntries(required.map((name) => [name, sampleValue(properties[name])]));

/** Returns every implemented call as the OpenAPI document describes it. */
export async function listDocumentedCalls() {
  const document = await apiDocument();
  return Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, operation]) => {
      const { operationId = path, parameters = [], requestBody } = operation as Operation;
      // Omits headers: Idempotency-Key is not an input of the call itself.
      const askedParameters = parameters.filter(({ in: location }) => location !== "header");
      return {
        call: operationId,
        path,
        method: method.toUpperCase(),
        parameters: askedParameters,
        body: requestBody?.content,
      };
    }),
  );
}
/** A call as the OpenAPI document describes it. */
export type DocumentedCall = Awaited<ReturnType<typeof listDocumentedCalls>>[number];
