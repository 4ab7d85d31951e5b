import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bodyLimit, MAX_BODY_BYTES, type Route } from "@/lib/contract/route";
import { routes } from "@/lib/contract/routes";
import { APP_KEY, makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { type JsonSchema, listDocumentedCalls, SAMPLE_ID, sampleValue } from "@/lib/server/testing/documented-calls";
import { createConcurrencyLimit } from "./concurrency-limit";
import { handleRequest } from "./http-handler";
import { MAX_JSON_DEPTH, maxJsonValuesOf, parseJsonBody } from "./json";
import { routeOf } from "./route-of";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const UNKNOWN_TOKEN = "a-token-that-nobody-was-given-1234567890";
const routesByGroup: Record<string, Record<string, Route>> = routes;
const allRoutes = Object.values(routesByGroup).flatMap((group) => Object.values(group));
const MAX_SCHEMA_DEPTH = 12;

/** Returns the size of the largest valid value of a schema with realistic text: bytes, number of names and values, and nesting depth. */
function largestInput(schema: JsonSchema | undefined, depth = 0): { bytes: number; values: number; depth: number } {
  const scalarSize = (bytes: number) => ({ bytes, values: 1, depth: 0 });
  if (!schema || depth > MAX_SCHEMA_DEPTH) return scalarSize(50);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return maximumInput(alternatives.map((way) => largestInput(way, depth + 1)));
  if (schema.enum || schema.const !== undefined)
    return scalarSize(
      Math.max(...[schema.const, ...(schema.enum ?? [])].map((value) => JSON.stringify(value ?? null).length)),
    );
  if (schema.type === "string") return scalarSize(2 + 3 * (schema.maxLength ?? 40));
  if (schema.type === "array") {
    const item = largestInput(schema.items, depth + 1);
    const count = schema.maxItems ?? 1;
    return { bytes: 2 + count * (item.bytes + 1), values: count * (item.values + 1), depth: item.depth + 1 };
  }
  if (schema.type !== "object") return scalarSize(20);
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    ...largestInput(field, depth + 1),
  }));
  return {
    bytes: 2 + fields.reduce((sum, { name, bytes }) => sum + name.length + 4 + bytes, 0),
    values: fields.reduce((sum, { values }) => sum + values + 1, 0),
    depth: 1 + Math.max(0, ...fields.map((field) => field.depth)),
  };
}
const maximumInput = (all: ReturnType<typeof largestInput>[]) => ({
  bytes: Math.max(...all.map(({ bytes }) => bytes)),
  values: Math.max(...all.map(({ values }) => values)),
  depth: Math.max(...all.map(({ depth }) => depth)),
});

describe("the body limit of a route", () => {
  it("every route has a body limit that fits the largest input of its schema, and is at most 1 MB", async () => {
    const tooLowLimits: unknown[] = [];
    for (const { call, body } of await listDocumentedCalls()) {
      const [group = "", name = ""] = call.split(".");
      const limit = bodyLimit(routesByGroup[group]?.[name] as Route);
      const { bytes, values, depth } = largestInput(body?.["application/json"]?.schema);
      if (limit > MAX_BODY_BYTES || depth > MAX_JSON_DEPTH) tooLowLimits.push([call, limit, depth]);
      // Skips routes with the highest limit, whose largest input may exceed the limit: a client must split such an input into several
      // requests.
      if (limit < MAX_BODY_BYTES && bytes > limit) tooLowLimits.push([call, "bytes", bytes, limit]);
      if (values > maxJsonValuesOf(limit)) tooLowLimits.push([call, "values", values, maxJsonValuesOf(limit)]);
    }
    expect(tooLowLimits).toEqual([]);
  });

  it("every public write has a body limit of 4 KB", () => {
    const publicWrites = allRoutes.filter(({ policy, method }) => policy === "public" && method !== "GET");
    expect(publicWrites.length).toBeGreaterThan(5);
    expect(publicWrites.filter((route) => bodyLimit(route) > 4_096)).toEqual([]);
  });
});

describe("the path of a request", () => {
  it("routeOf finds the route of a request's path, whatever the values of its parameters", () => {
    for (const route of allRoutes) {
      const address = route.path.replace(/\{\w+\}/g, SAMPLE_ID);
      expect([address, routeOf(route.method, address).route?.path]).toEqual([address, route.path]);
      expect(routeOf(route.method, `${address}/`).route).toBe(route);
      expect(routeOf(route.method, `${address}/nothing/more/here/at/all`).route).toBeNull();
    }
    expect(routeOf("GET", "/kyc/").route?.path).toBe("/kyc");
    expect(routeOf("GET", "/kyc//thumbnails")).toEqual({ route: null, name: null, methods: [] });
    expect(routeOf("GET", "/kyc").name).toBe("kyc.list");
  });

  it("returns 405 with the allowed methods if a path does not support the method", async () => {
    const admin = await makeAdmin(app);
    for (const method of ["PUT", "HEAD", "OPTIONS", "DELETE"]) {
      const refused = await handleRequest(
        new Request("http://test/api/v1/kyc", { method, headers: { authorization: `Bearer ${admin.token}` } }),
      );
      expect([method, refused.status, refused.headers.get("allow")]).toEqual([method, 405, "GET, POST"]);
      expect(await refused.json()).toEqual({
        status: 405,
        message: "Use GET or POST here.",
        code: "METHOD_NOT_ALLOWED",
      });
    }
    expect((await app.call("PUT", "/no/such/call")).status).toBe(404);
  });

  it("returns 414 for a path and query longer than 16 KB", async () => {
    const admin = await makeAdmin(app);
    const longUri = await app.call("GET", `/kyc?q=${"x".repeat(20_000)}`, { token: admin.token });
    expect(longUri).toMatchObject({
      status: 414,
      json: { code: "URI_TOO_LONG", message: expect.stringMatching(/\.$/) },
    });
  });
});

const jsonWithManyNames = (count: number) => `{${Array.from({ length: count }, (_, n) => `"k${n}":1`).join(",")}}`;

/** Returns a chunked body without a declared length. Counts the chunks that are read. */
function chunkStream(count: number, chunk: string) {
  const accepted = { pieces: 0 };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (accepted.pieces++ < count) controller.enqueue(Buffer.from(chunk));
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return { taken: accepted, stream };
}
async function sendInChunks(url: string, { token, stream }: { token?: string; stream: ReadableStream }) {
  const headers = {
    "content-type": "application/json",
    "transfer-encoding": "chunked",
    "idempotency-key": "in-pieces-1",
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const request = { method: "POST", body: stream, headers, duplex: "half" } as RequestInit;
  const response = await handleRequest(new Request(`http://test/api/v1${url}`, request));
  return { status: response.status, json: (await response.json()) as { message: string } };
}

describe("a body", () => {
  it("a request body is rejected unread if its declared length is too large, otherwise as soon as the bytes received exceed the limit", async () => {
    const body = { email: "ada@example.com", password: "x".repeat(5_000) };
    const answered = await app.call("POST", "/auth/admin/login", { body });
    expect(answered).toMatchObject({
      status: 413,
      json: { message: "The request is larger than 4 KB. Send less per request." },
    });
    const { taken: accepted, stream } = chunkStream(1_000, "x".repeat(1_024));
    expect((await sendInChunks("/auth/admin/login", { stream })).status).toBe(413);
    expect(accepted.pieces).toBeLessThan(10);
  });

  it.each([
    ["without a token", "/ireports/assignments", undefined],
    ["with a token that nobody was given", "/ireports/assignments", UNKNOWN_TOKEN],
    ["in the citizen app's API without its key", "/app/reports", UNKNOWN_TOKEN],
  ])("the request body of an unauthenticated client is not read: %s", async (_, url, token) => {
    const { taken: accepted, stream } = chunkStream(4, '{"a":1}');
    expect((await sendInChunks(url, { token, stream })).status).toBe(401);
    expect(accepted.pieces).toBe(0);
  });

  it("a request body without a declared length is read in chunks, from an admin and from the citizen app", async () => {
    const admin = await makeAdmin(app);
    for (const [url, token] of [
      ["/ireports/assignments", admin.token],
      ["/app/reports", APP_KEY],
    ] as const) {
      const { taken: accepted, stream } = chunkStream(2, '{"surprise":1');
      expect((await sendInChunks(url, { token, stream })).status).toBe(400);
      expect(accepted.pieces).toBeGreaterThan(1);
    }
  });

  it.each([
    ["nested too deeply", `${'{"a":['.repeat(40)}${"]}".repeat(40)}`, /nested too deeply/],
    ["of too many names", (limit: number) => jsonWithManyNames(maxJsonValuesOf(limit) / 2 + 1), /names and values/],
    ["of half a JSON", '{"reason":"half', /can't be read/],
    ["that is not UTF-8", Buffer.from([0x22, 0xff, 0xfe, 0x22]), /can't be read/],
  ])(
    "a request is refused before its call runs, even with an Idempotency-Key, if it has a body %s",
    async (_, raw, words) => {
      const admin = await makeAdmin(app);
      const requests = [
        ["POST", "/auth/admin/login", undefined, 4_096],
        ["PATCH", `/kyc/${SAMPLE_ID}/decision`, admin.token, 65_536],
        ["POST", "/wallets/movements", admin.token, 65_536],
        ["POST", "/app/payments", APP_KEY, 65_536],
      ] as const;
      for (const [method, url, token, limit] of requests) {
        const bytes = Buffer.from(typeof raw === "function" ? raw(limit) : raw);
        const sent = {
          token,
          raw: new Uint8Array(bytes),
          headers: { "idempotency-key": "odd-body-1" },
        };
        const refused = await app.call(method, url, sent);
        expect([url, refused.status, refused.json.message]).toEqual([url, 400, expect.stringMatching(words)]);
      }
    },
  );

  it("a JSON body is limited in its number of values and its nesting depth; brackets and commas inside strings do not count", () => {
    const punctuation = JSON.stringify({ text: `\\",:[{${'"[{,:\\'.repeat(500)}` });
    expect(parseJsonBody(Buffer.from(punctuation), 4_096)).toEqual(JSON.parse(punctuation));
    const deepestArray = `${"[".repeat(MAX_JSON_DEPTH)}${"]".repeat(MAX_JSON_DEPTH)}`;
    expect(parseJsonBody(Buffer.from(deepestArray), 4_096)).toEqual(JSON.parse(deepestArray));
    expect(() => parseJsonBody(Buffer.from(`[${deepestArray}]`), 4_096)).toThrow("nested too deeply");
    const arrayOf = (count: number) => Buffer.from(JSON.stringify(Array.from({ length: count }, () => 1)));
    expect(parseJsonBody(arrayOf(257), 4_096)).toHaveLength(257);
    expect(() => parseJsonBody(arrayOf(258), 4_096)).toThrow("more than 256 names and values");
  });
});

describe("unauthenticated requests", () => {
  const wait = () => new Promise((resolve) => setTimeout(resolve, 1));

  it("unauthenticated requests run concurrently up to a limit; further ones are queued in order of arrival, or get 503 if the queue is full", async () => {
    const limited = createConcurrencyLimit({ maxRunning: 2, maxWaiting: 4, maxPerCaller: 3 });
    const finishers: (() => void)[] = [];
    const started: string[] = [];
    const ask = (address: string) =>
      limited(address, () => {
        started.push(address);
        return new Promise<string>((end) => finishers.push(() => end(address)));
      });
    const requestsOfA = ["a", "a", "a", "a", "a"].map(ask);
    expect(started).toEqual(["a", "a"]);
    await expect(ask("a")).rejects.toMatchObject({ status: 503, data: { retry_after: 5 } });
    const requestOfB = ask("b");
    await expect(ask("c")).rejects.toMatchObject({ status: 503 });
    for (let n = 0; n < 6; n++) {
      expect(started.length - n).toBeLessThanOrEqual(2);
      finishers[n]?.();
      await wait();
    }
    expect(await Promise.all([...requestsOfA, requestOfB])).toEqual(["a", "a", "a", "a", "a", "b"]);
    await expect(limited("d", () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
    expect(await limited("d", async () => "free again")).toBe("free again");
  });

  it("an unauthenticated request leaves the queue when its signal aborts", async () => {
    const limited = createConcurrencyLimit({ maxRunning: 1, maxPerCaller: 1 });
    let finish = () => {};
    const running = limited("a", () => new Promise<void>((end) => (finish = end)));
    const client = new AbortController();
    const ask = () => limited("a", async () => "ran", client.signal);
    const waiting = ask();
    client.abort();
    await expect(waiting).rejects.toMatchObject({ status: 503 });
    await expect(ask()).rejects.toMatchObject({ status: 503 });
    const next = limited("a", async () => "next");
    finish();
    expect(await next).toBe("next");
    await running;
  });

  it("serves signed-in admins without delay during a flood of sign-ins, and refuses excess sign-ins with 503", async () => {
    const admin = await makeAdmin(app);
    const body = { email: "nobody@example.com", password: "not the password" };
    const flood = Array.from({ length: 120 }, () => app.call("POST", "/auth/admin/login", { body }));
    const signedIn = await app.call("GET", "/users", { token: admin.token });
    expect(signedIn.status).toBe(200);
    const answers = await Promise.all(flood);
    const rejected = answers.filter(({ status }) => status === 503);
    expect(rejected.length).toBeGreaterThanOrEqual(120 - 4 - 50);
    expect(rejected[0]?.headers.get("retry-after")).toBe("5");
    expect(answers.filter(({ status }) => ![401, 429, 503].includes(status))).toEqual([]);
  }, 60_000);
});

describe("a name", () => {
  it("the API accepts only one line in a name, but several lines in a note", async () => {
    const admin = await makeAdmin(app);
    const refused: string[] = [];
    const accepted: string[] = [];
    for (const { call, path, method, body } of await listDocumentedCalls()) {
      const schema = body?.["application/json"]?.schema;
      const token = path.startsWith("/app/") ? APP_KEY : admin.token;
      for (const [name, field] of Object.entries(schema?.properties ?? {})) {
        if (field.type !== "string" || field.format || field.pattern || field.enum) continue;
        const sent = { ...(sampleValue(schema) as object), [name]: "Bassey\r\nBcc: all@example.com" };
        const url = path.replace(/\{\w+\}/g, SAMPLE_ID);
        const headers = {
          "idempotency-key": `lines-${call}-${name}`.replaceAll(/[._]/g, "-"),
          "x-forwarded-for": call,
        };
        const { json } = await app.call(method, url, { token, body: sent, headers });
        const isRefused = /one line|Leave|Use|Enter|Choose|not/.test(json.fields?.[name] ?? "");
        (isRefused ? refused : accepted).push(`${call} ${name}`);
      }
    }
    expect(refused).toEqual(
      expect.arrayContaining(["rp.createAdmin first_name", "rp.createRole name", "event.create title"]),
    );
    expect(
      accepted.filter((field) => /(^| |_)(name|title|label|venue|organiser|sponsor|ward|bank|gate|tag)$/.test(field)),
    ).toEqual([]);
    expect(accepted).toEqual(
      expect.arrayContaining(["user.addNote text", "kyc.note text", "rp.createRole description"]),
    );
  }, 60_000);
});
