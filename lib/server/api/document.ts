import "server-only";
import { type OpenAPI, OpenAPIGenerator } from "@orpc/openapi";
import { ZodToJsonSchemaConverter } from "@orpc/zod/zod4";
import type { AccessPolicy } from "@/lib/contract/access";
import { SESSION_END_REASONS } from "@/lib/contract/auth.values";
import type { CallMeta } from "@/lib/contract/common";
import { DOCUMENT_TYPES } from "@/lib/contract/uploads.values";
import { env } from "@/lib/env";
import { MODULES } from "@/lib/modules";
import { router } from "@/lib/server/router";
import { documentedWebhookEvents } from "@/lib/server/webhooks/document-events";
import { ERROR_CODES } from "./error-codes";

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

const ERROR_SCHEMA: OpenAPI.SchemaObject = {
  type: "object",
  required: ["status", "message", "code"],
  properties: {
    status: { type: "integer" },
    message: { type: "string", description: "A sentence for people, with the next step." },
    code: { enum: ERROR_CODES.map(({ code }) => code), description: "Explained at /api/v1/docs#errors." },
    fields: { type: "object", additionalProperties: { type: "string" } },
    current: { description: "With 409: the current record." },
    retry_after: { type: "integer", description: "With 429 and 503: seconds to wait." },
    sign_in: {
      type: "object",
      properties: { reference: { type: "string" }, expires_at: { type: "string" } },
      description: "With 429 of a sign-in: reference for the code, which is mailed only if the password was right.",
    },
    ended: { enum: [...SESSION_END_REASONS], description: "With 401: why the session of this token ended." },
  },
};

let cachedDocument: ReturnType<typeof makeDocument> | undefined;

/**
 * Returns the OpenAPI 3.1 document of the implemented calls, with response envelope and policies from the contract. Built once per process,
 * because building takes a second of CPU and anyone may request it.
 */
export function apiDocument() {
  cachedDocument ??= makeDocument();
  return cachedDocument;
}

async function makeDocument() {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const document = await generator.generate(router, {
    info: {
      title: "Cross River Pay back office API",
      version: "1",
      description: "Responses are `{ status, message, data }`, errors `{ status, message, code, fields? }`.",
    },
    servers: [{ url: `${env().appOrigin}/api/v1` }],
    components: {
      securitySchemes: {
        session: { type: "http", scheme: "bearer", description: "An admin's session token." },
        appKey: {
          type: "http",
          scheme: "bearer",
          description: "A key of the citizen app's server, made in App Configurations or set in APP_API_KEYS.",
        },
      },
      schemas: { Refusal: ERROR_SCHEMA },
    },
  });
  for (const [path, methods] of Object.entries(document.paths ?? {}))
    for (const [method, operation] of Object.entries(methods ?? {})) describeCall(path, method, operation as Operation);
  document.tags = [
    { name: CITIZEN_APP_TAG, description: "For the citizen app's server, which names the citizen that it acts for." },
    { name: PUBLIC_TAG, description: "Published content for everyone: cached, with ETag and CORS." },
  ];
  return { ...document, webhooks: documentedWebhookEvents() };
}

const CITIZEN_APP_TAG = "Citizen app";
const PUBLIC_TAG = "Public";

/**
 * Returns a call's OpenAPI tag: "Citizen app" or "Public" for calls of these two APIs, otherwise the module or the group in the call's
 * name.
 */
function tagOf(path: string, call: string): string {
  if (path.startsWith("/app/")) return CITIZEN_APP_TAG;
  if (path.startsWith("/public/")) return PUBLIC_TAG;
  const group = call.split(".")[0] ?? "";
  const slug = group.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const words = slug.replaceAll("-", " ");
  return MODULES.find((module) => module.slug === slug)?.name ?? words.charAt(0).toUpperCase() + words.slice(1);
}

function describeCall(path: string, method: string, operation: Operation) {
  const call = operation.operationId ?? "";
  const meta = callMetaOf(call);
  const policy = meta.policy ?? "signed-in";
  const wantsKey = meta.idempotent || (policy === "app" && method !== "get" && !meta.reads);
  operation.tags = [tagOf(path, call)];
  operation.description = describePolicy(policy) + (wantsKey ? " Needs an Idempotency-Key." : "");
  if (wantsKey) operation.parameters = [...(operation.parameters ?? []), IDEMPOTENCY_KEY];
  if (meta.upload) operation.requestBody = { required: true, content: FILE_BODY };
  operation.security = policy === "public" ? [] : [policy === "app" ? { appKey: [] } : { session: [] }];
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
    "400": { description: "The input is invalid; `fields` names each invalid field.", ...refusal },
    ...Object.fromEntries(
      Object.entries(refusalsOf(path, policy)).map(([status, description]) => [status, { description, ...refusal }]),
    ),
  };
}

/** Returns the errors, by status, that any call with this policy may return in addition to its own. */
function refusalsOf(path: string, policy: AccessPolicy): Record<string, string> {
  if (path.startsWith("/public/")) return {};
  const tooMany = { "429": "Too many attempts; `retry_after` is the seconds to wait." };
  if (policy === "public") return tooMany;
  if (policy !== "app") return { "401": "No session, or it has ended.", "403": "The right is missing." };
  return {
    "401": "No key of the citizen app, or one that has ended.",
    "403": "The key is limited to other calls.",
    "404": "No such citizen or record, or the record belongs to another citizen.",
    "409": "The account is closed, or the record has changed; `current` is the current record.",
    ...tooMany,
    "503": "There is no key of the citizen app, or the service can't be reached.",
  };
}

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: true,
  schema: { type: "string", pattern: "^[\\w-]{8,100}$" },
  description: "Identifies this request: a retry with the same key has no second effect.",
};

function callMetaOf(call: string): CallMeta {
  const [group = "", name = ""] = call.split(".");
  const calls: Record<string, Record<string, { "~orpc": { meta: CallMeta } }>> = router;
  return calls[group]?.[name]?.["~orpc"].meta ?? {};
}

const FILE_BODY = {
  ...Object.fromEntries(DOCUMENT_TYPES.map((type) => [type, { schema: { type: "string", format: "binary" } }])),
  "application/json": {
    schema: {
      type: "object",
      properties: { direct_upload: { type: "string", format: "uuid", description: "Id of a file in the bucket." } },
      required: ["direct_upload"],
    },
  },
};

function describePolicy(policy: AccessPolicy): string {
  if (policy === "public") return "Needs no session.";
  if (policy === "signed-in") return "Needs a session.";
  if (policy === "app") return "Needs a key of the citizen app.";
  return `Needs the right “${policy.flag}” in ${policy.feature}.`;
}
