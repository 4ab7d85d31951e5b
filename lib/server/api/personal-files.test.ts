import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { z } from "zod";
import { contract } from "@/lib/contract/contract";
import { makeAdmin, makeKycRequest, startTestApp, type TestApp } from "@/lib/server/testing/app";

vi.mock("@/lib/server/kyc/serve-document", async (original) => ({
  ...(await original<typeof import("@/lib/server/kyc/serve-document")>()),
  readKycThumbnails: async () => [],
}));

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** Calls that return files but need no audit row, as `group.call` or a whole group, with the reason. */
const EXEMPT_CALLS: Record<string, string> = {
  content: "pictures that admins upload to be published",
  "appConfig.exportTexts": "the app's own texts in one language",
  appConfig: "pictures that admins upload to be published",
  event: "covers that admins upload to be published",
  "exports.download": "leaves its row in a transaction of its own when the download ends",
};

/** Names of response fields that contain a picture as text. */
const PICTURE_FIELD = /(^|_)(image|thumbnail|photo|picture|cover|avatar|selfie|signature|data_uri)s?$/i;

type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: Schema | boolean;
};

/** Returns the paths of string fields in a response that may contain a picture. */
function pictureFieldsOf(schema: Schema | undefined, path: string[] = []): string[] {
  if (!schema) return [];
  const nested = [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, fieldSchema]) =>
      pictureFieldsOf(fieldSchema, [...path, name]),
    ),
    ...pictureFieldsOf(schema.items, path),
    ...[...(schema.anyOf ?? []), ...(schema.allOf ?? [])].flatMap((fieldSchema) => pictureFieldsOf(fieldSchema, path)),
    ...(typeof schema.additionalProperties === "object" ? pictureFieldsOf(schema.additionalProperties, path) : []),
  ];
  const isPicture = [schema.type].flat().includes("string") && PICTURE_FIELD.test(path.at(-1) ?? "");
  return isPicture ? [path.join("."), ...nested] : nested;
}

const calls = Object.entries(contract).flatMap(([group, groupCalls]) =>
  Object.entries(groupCalls).map(([name, { "~orpc": call }]) => {
    const output = call.outputSchema as z.ZodType;
    const schema = call.meta.file ? undefined : z.toJSONSchema(output, { unrepresentable: "any", io: "output" });
    return { name: `${group}.${name}`, meta: call.meta, pictures: pictureFieldsOf(schema as Schema | undefined) };
  }),
);

it("each call that returns a file or a picture is declared as `personalFile`, except those in a list with reasons", () => {
  const fileCalls = calls.filter(({ meta, pictures }) => meta.file || pictures.length);
  const exceptionOf = (name: string) => [name, name.split(".")[0] ?? ""].find((key) => key in EXEMPT_CALLS);
  const undeclaredCalls = fileCalls.filter(({ meta, name }) => !meta.personalFile && !exceptionOf(name));
  expect(undeclaredCalls.map(({ name }) => name)).toEqual([]);
  const usedExceptions = new Set(
    fileCalls.filter(({ meta }) => !meta.personalFile).map(({ name }) => exceptionOf(name)),
  );
  expect([...usedExceptions].sort()).toEqual(Object.keys(EXEMPT_CALLS).sort());
  expect(fileCalls.filter(({ meta }) => meta.personalFile).map(({ name }) => name)).toEqual([
    "grant.document",
    "grant.originalDocument",
    "ireport.photo",
    "ireport.thumbnails",
    "ireport.listThumbnails",
    "kyc.document",
    "kyc.originalDocument",
    "kyc.thumbnails",
    "transaction.evidenceFile",
  ]);
});

it("a call that shows files of people returns 500 and no picture if its handler writes no audit row", async () => {
  const officer = await makeAdmin(app);
  const { id } = await makeKycRequest(app);
  const { status } = await app.call("GET", `/kyc/${id}/thumbnails`, { token: officer.token });
  expect(status).toBe(500);
});
