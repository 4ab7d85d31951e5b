import { spawnSync } from "node:child_process";
import { transform } from "esbuild";
import { describe, expect, it } from "vitest";
import { codeSamples, exampleFromSchema, type OpenApiOperation } from "@/lib/client/api-reference/code-samples";
import { apiDocument } from "@/lib/server/api/document";

const API_URL = "https://pay.example/api/v1";

async function allSamples() {
  const { paths = {} } = await apiDocument();
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, operation]) => ({
      call: (operation as { operationId: string }).operationId,
      ...codeSamples(API_URL, method.toUpperCase(), path, operation as OpenApiOperation),
    })),
  );
}
const findSample = async (name: string) => (await allSamples()).find(({ call }) => call === name);

describe("the samples of the API reference", () => {
  it("code samples of a write send a JSON body and the session token", async () => {
    expect(await findSample("kyc.decide")).toMatchInlineSnapshot(`
      {
        "TypeScript": "const response = await fetch(\`https://pay.example/api/v1/kyc/\${kycId}/decision\`, {
        method: "PATCH",
        headers: {
          Authorization: \`Bearer \${token}\`,
          "Content-Type": "application/json",
        },
        body: JSON.stringify({
          version: 1,
          decision: "approved"
        }),
      });
      const { data } = await response.json();",
        "call": "kyc.decide",
        "curl": "curl -X PATCH "https://pay.example/api/v1/kyc/$KYC_ID/decision" \\
        -H "Authorization: Bearer $TOKEN" \\
        -H "Content-Type: application/json" \\
        -d '{
        "version": 1,
        "decision": "approved"
      }'",
      }
    `);
  });

  it("code samples of a citizen app's call send the app key and an idempotency key", async () => {
    expect(await findSample("ireport.file")).toMatchInlineSnapshot(`
      {
        "TypeScript": "const response = await fetch(\`https://pay.example/api/v1/app/reports\`, {
        method: "POST",
        headers: {
          Authorization: \`Bearer \${appKey}\`,
          "Idempotency-Key": crypto.randomUUID(),
          "Content-Type": "application/json",
        },
        body: JSON.stringify({
          category_id: "019b76da-afb7-7382-afc4-c787ef06fa8f",
          title: "…",
          text: "…"
        }),
      });
      const { data } = await response.json();",
        "call": "ireport.file",
        "curl": "curl -X POST "https://pay.example/api/v1/app/reports" \\
        -H "Authorization: Bearer $APP_KEY" \\
        -H "Idempotency-Key: $(uuidgen)" \\
        -H "Content-Type: application/json" \\
        -d '{
        "category_id": "019b76da-afb7-7382-afc4-c787ef06fa8f",
        "title": "…",
        "text": "…"
      }'",
      }
    `);
  });

  it("code samples of a download save the response as a file", async () => {
    expect(await findSample("exports.download")).toMatchInlineSnapshot(`
      {
        "TypeScript": "const response = await fetch(\`https://pay.example/api/v1/exports/\${token}\`);
      const file = await response.blob();",
        "call": "exports.download",
        "curl": "curl "https://pay.example/api/v1/exports/$TOKEN" \\
        -o answer",
      }
    `);
  });

  it("code samples of a public call send no token", async () => {
    expect(await findSample("appConfig.publicFaq")).toMatchObject({
      curl: `curl "${API_URL}/public/faq"`,
      TypeScript: `const response = await fetch(\`${API_URL}/public/faq\`);\nconst { data } = await response.json();`,
    });
  });

  it("code samples of an upload send the file as the body", async () => {
    const upload = (await allSamples()).find(({ curl }) => curl.includes("--data-binary"));
    expect(upload).toMatchInlineSnapshot(`
      {
        "TypeScript": "const response = await fetch(\`https://pay.example/api/v1/app-config/images\`, {
        method: "POST",
        headers: {
          Authorization: \`Bearer \${token}\`,
          "Content-Type": "image/jpeg",
        },
        body: file,
      });
      const { data } = await response.json();",
        "call": "appConfig.upload",
        "curl": "curl -X POST "https://pay.example/api/v1/app-config/images" \\
        -H "Authorization: Bearer $TOKEN" \\
        -H "Content-Type: image/jpeg" \\
        --data-binary @file",
      }
    `);
  });

  it("code samples of every call are valid Bash and TypeScript", async () => {
    const samples = await allSamples();
    expect(samples.length).toBeGreaterThan(300);
    const shell = spawnSync("bash", ["-n"], { input: samples.map(({ curl }) => curl).join("\n"), encoding: "utf8" });
    expect(shell.stderr).toBe("");
    const code = samples.map(({ TypeScript }) => `async () => {\n${TypeScript}\n};`).join("\n");
    await expect(transform(code, { loader: "ts" })).resolves.toMatchObject({ warnings: [] });
  });

  it.each([
    [{ anyOf: [{ type: "string", format: "uuid" }, { type: "null" }] }, "019b76da-afb7-7382-afc4-c787ef06fa8f"],
    [{ type: "array", items: { enum: ["sms", "push"] } }, ["sms"]],
    [{ type: "integer", minimum: Number.MIN_SAFE_INTEGER }, 0],
    [{ allOf: [{ const: 1 }] }, {}],
    [{ type: "object", required: ["a"], properties: { a: { const: "b" }, c: { type: "string" } } }, { a: "b" }],
  ])("code samples show, for an input with the schema %j, the example %j", (schema, value) => {
    expect(exampleFromSchema(schema)).toEqual(value);
  });
});
