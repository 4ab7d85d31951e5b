import "server-only";
import { OpenAPIGenerator } from "@orpc/openapi";
import { ZodToJsonSchemaConverter } from "@orpc/zod/zod4";
import type { Policy } from "@/lib/contract/access";
import { env } from "@/lib/env";
import { router } from "./router";

type Schema = Record<string, unknown>;
type Operation = {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: unknown[];
  parameters?: unknown[];
  requestBody?: unknown;
  responses?: Record<string, unknown>;
};

const ERROR_SCHEMA = {
  type: "object",
  required: ["status", "message", "code"],
  properties: {
    status: { type: "integer" },
    message: { type: "string", description: "A sentence for the person, which says what to do next." },
    code: { type: "string" },
    fields: { type: "object", additionalProperties: { type: "string" } },
    current: { description: "With 409: the record as it is now." },
    retry_after: { type: "integer", description: "With 429 and 503: seconds to wait." },
  },
};

/** OpenAPI 3.1 of the calls that are implemented: the envelope and the policies are written in from the contract. */
export async function apiDocument() {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const document = await generator.generate(router, {
    info: {
      title: "Cross River Pay back office API",
      version: "1",
      description: "Answers are `{ status, message, data }`, refusals `{ status, message, code, fields? }`.",
    },
    servers: [{ url: `${env().appOrigin}/api/v1` }],
    components: {
      securitySchemes: { session: { type: "http", scheme: "bearer" } },
      schemas: { Refusal: ERROR_SCHEMA as never },
    },
  });
  for (const [path, methods] of Object.entries(document.paths ?? {}))
    for (const operation of Object.values(methods ?? {})) complete(path, operation as Operation);
  return document;
}

function complete(_path: string, operation: Operation) {
  const call = operation.operationId ?? "";
  const policy = policyOf(call);
  operation.tags = [call.split(".")[0] ?? ""];
  operation.description = describePolicy(policy) + (isIdempotent(call) ? " Needs an Idempotency-Key." : "");
  if (takesFile(call)) operation.requestBody = { required: true, content: FILE_BODY };
  operation.security = policy === "public" ? [] : [{ session: [] }];
  const ok = operation.responses?.["200"] as { content?: Record<string, { schema?: Schema }> } | undefined;
  const json = ok?.content?.["application/json"];
  if (json?.schema)
    json.schema = {
      type: "object",
      required: ["status", "message", "data"],
      properties: { status: { const: 200 }, message: { type: "string" }, data: json.schema },
    };
  const refusal = { content: { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } } };
  operation.responses = {
    ...operation.responses,
    "400": { description: "The input is not usable; `fields` says where.", ...refusal },
    ...(policy === "public"
      ? { "429": { description: "Too many tries; `retry_after` says how long to wait.", ...refusal } }
      : {
          "401": { description: "No session, or it has ended.", ...refusal },
          "403": { description: "The right is missing.", ...refusal },
        }),
  };
}

type Meta = { policy?: Policy; upload?: true; idempotent?: true };

function metaOf(call: string): Meta {
  const [group = "", name = ""] = call.split(".");
  const calls = router as unknown as Record<string, Record<string, { "~orpc": { meta: Meta } }>>;
  return calls[group]?.[name]?.["~orpc"].meta ?? {};
}

const policyOf = (call: string): Policy => metaOf(call).policy ?? "signed-in";
/** It moves money: without a key it is refused. */
const isIdempotent = (call: string) => metaOf(call).idempotent === true;
const takesFile = (call: string) => metaOf(call).upload === true;

const FILE_BODY = Object.fromEntries(
  ["image/jpeg", "image/png", "image/webp", "application/pdf"].map((type) => [
    type,
    { schema: { type: "string", format: "binary" } },
  ]),
);

function describePolicy(policy: Policy): string {
  if (policy === "public") return "Needs no session.";
  if (policy === "signed-in") return "Needs a session.";
  if (policy === "app") return "Needs a key of the citizen app.";
  return `Needs the right “${policy.flag}” in ${policy.feature}.`;
}
