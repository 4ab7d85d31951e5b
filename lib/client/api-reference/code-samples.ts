/** The subset of JSON Schema that the API's inputs use. */
export type JsonSchema = {
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minimum?: number;
  minItems?: number;
};
type Parameter = { name: string; in: string; required?: boolean; schema?: JsonSchema; example?: unknown };
type Content = Record<string, { schema?: JsonSchema }>;
/** A call in the OpenAPI document. */
export type OpenApiOperation = {
  parameters?: Parameter[];
  requestBody?: { content?: Content };
  responses?: Record<string, { content?: Content }>;
  security?: Record<string, string[]>[];
};

const JSON_TYPE = "application/json";
const FORMAT_EXAMPLES: Record<string, string> = {
  uuid: "019b76da-afb7-7382-afc4-c787ef06fa8f",
  "date-time": "2026-11-21T08:30:00.000Z",
  date: "2026-11-21",
  email: "ada@example.com",
};

/** Returns an example value of a schema: only required fields, the first choice of an enum, and "…" for free text. */
export function exampleFromSchema(schema: JsonSchema = {}): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return exampleFromSchema(either[0]);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(exampleFromSchema));
  switch (schema.type) {
    case "object":
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, exampleFromSchema(schema.properties?.[name])]),
      );
    case "array":
      return schema.minItems === 0 ? [] : [exampleFromSchema(schema.items)];
    case "integer":
    case "number":
      return Math.max(schema.minimum ?? 1, 0);
    case "boolean":
      return true;
    case "string":
      return FORMAT_EXAMPLES[schema.format ?? ""] ?? "…";
    default:
      return null;
  }
}

/**
 * Returns code that sends a call with its required inputs, for a shell and for TypeScript. Tokens and the parts of the path are
 * variables: `$KYC_ID` and `kycId`.
 */
export function codeSamples(url: string, method: string, path: string, operation: OpenApiOperation) {
  const { parameters = [], requestBody, responses, security = [] } = operation;
  const queryFields = parameters.filter(({ in: where, required }) => where === "query" && required);
  const query = new URLSearchParams(
    queryFields.map(({ name, schema }) => [name, String(exampleFromSchema(schema))]),
  ).toString();
  const address = url + path + (query && `?${query}`);
  const content = requestBody?.content ?? {};
  // For a call that receives a file, the OpenAPI document lists the file's media types first. The body of such a call is not JSON.
  const [type] = Object.keys(content);
  const schema = type === JSON_TYPE ? content[JSON_TYPE]?.schema : undefined;
  const body = schema && JSON.stringify(exampleFromSchema(schema), null, 2);
  const token = security.some((each) => "appKey" in each) ? "appKey" : security.length > 0 && "token";
  const hasKey = parameters.some(({ name }) => name === "Idempotency-Key");
  const isFile = !responses?.["200"]?.content?.[JSON_TYPE];

  const curl = [
    `curl ${method === "GET" ? "" : `-X ${method} `}"${address.replace(/\{(\w+)\}/g, (_, name) => `$${shellName(name)}`)}"`,
    token && `-H "Authorization: Bearer $${shellName(token)}"`,
    hasKey && '-H "Idempotency-Key: $(uuidgen)"',
    type && `-H "Content-Type: ${type}"`,
    type && (body ? `-d '${body.replaceAll("'", "'\\''")}'` : "--data-binary @file"),
    isFile && "-o answer",
  ];
  const headers = [
    token && `Authorization: \`Bearer \${${token}}\`,`,
    hasKey && '"Idempotency-Key": crypto.randomUUID(),',
    type && `"Content-Type": "${type}",`,
  ].filter((line) => line);
  const init = [
    method !== "GET" && `method: "${method}",`,
    headers.length > 0 && `headers: {\n${indented(headers.join("\n"))}\n},`,
    type && (body ? `body: JSON.stringify(${body.replace(/"([A-Za-z_$][\w$]*)":/g, "$1:")}),` : "body: file,"),
  ].filter((line) => line);
  const typescript = [
    `const response = await fetch(\`${address.replaceAll("{", "${")}\`${init.length ? `, {\n${indented(init.join("\n"))}\n}` : ""});`,
    isFile ? "const file = await response.blob();" : "const { data } = await response.json();",
  ];
  return { curl: curl.filter((line) => line).join(" \\\n  "), TypeScript: typescript.join("\n") };
}

const shellName = (name: string) => name.replace(/[A-Z]/g, "_$&").toUpperCase();
const indented = (lines: string) => lines.replace(/^/gm, "  ");
