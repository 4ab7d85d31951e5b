import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BODY_MAX, bodyLimit, type Route } from "@/lib/contract/route";
import { routes } from "@/lib/contract/routes";
import { APP_KEY, makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { everyCall, fitting, ID, type Schema } from "@/lib/server/testing/calls";
import { createConcurrencyLimit } from "./concurrency-limit";
import { answer } from "./http-handler";
import { DEPTH_MAX, jsonOf, valuesWithin } from "./json";
import { routeOf } from "./route-of";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const STRANGER = "a-token-that-nobody-was-given-1234567890";
const declared: Record<string, Record<string, Route>> = routes;
const all = Object.values(declared).flatMap((group) => Object.values(group));
const MOST = 12;

/** Returns bytes, number of names and values, and depth of a schema's largest value in realistic text. */
function largest(schema: Schema | undefined, depth = 0): { bytes: number; values: number; depth: number } {
  const one = (bytes: number) => ({ bytes, values: 1, depth: 0 });
  if (!schema || depth > MOST) return one(50);
  const ways = schema.anyOf ?? schema.oneOf;
  if (ways) return most(ways.map((way) => largest(way, depth + 1)));
  if (schema.enum || schema.const !== undefined)
    return one(
      Math.max(...[schema.const, ...(schema.enum ?? [])].map((value) => JSON.stringify(value ?? null).length)),
    );
  if (schema.type === "string") return one(2 + 3 * (schema.maxLength ?? 40));
  if (schema.type === "array") {
    const item = largest(schema.items, depth + 1);
    const count = schema.maxItems ?? 1;
    return { bytes: 2 + count * (item.bytes + 1), values: count * (item.values + 1), depth: item.depth + 1 };
  }
  if (schema.type !== "object") return one(20);
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    ...largest(field, depth + 1),
  }));
  return {
    bytes: 2 + fields.reduce((sum, { name, bytes }) => sum + name.length + 4 + bytes, 0),
    values: fields.reduce((sum, { values }) => sum + values + 1, 0),
    depth: 1 + Math.max(0, ...fields.map((field) => field.depth)),
  };
}
const most = (all: ReturnType<typeof largest>[]) => ({
  bytes: Math.max(...all.map(({ bytes }) => bytes)),
  values: Math.max(...all.map(({ values }) => values)),
  depth: Math.max(...all.map(({ depth }) => depth)),
});

describe("the body limit of a route", () => {
  it("fits the largest input of its schema, and is at most 1 MB", async () => {
    const short: unknown[] = [];
    for (const { call, body } of await everyCall()) {
      const [group = "", name = ""] = call.split(".");
      const limit = bodyLimit(declared[group]?.[name] as Route);
      const { bytes, values, depth } = largest(body?.["application/json"]?.schema);
      if (limit > BODY_MAX || depth > DEPTH_MAX) short.push([call, limit, depth]);
      // All texts at maximum length at once do not have to fit: the client sends them in several requests.
      if (limit < BODY_MAX && bytes > limit) short.push([call, "bytes", bytes, limit]);
      if (values > valuesWithin(limit)) short.push([call, "values", values, valuesWithin(limit)]);
    }
    expect(short).toEqual([]);
  });

  it("is 4 KB for every public write", () => {
    const ofStrangers = all.filter(({ policy, method }) => policy === "public" && method !== "GET");
    expect(ofStrangers.length).toBeGreaterThan(5);
    expect(ofStrangers.filter((route) => bodyLimit(route) > 4_096)).toEqual([]);
  });
});

describe("the path of a request", () => {
  it("leads to its own route, whatever its parameters are", () => {
    for (const route of all) {
      const address = route.path.replace(/\{\w+\}/g, ID);
      expect([address, routeOf(route.method, address).route?.path]).toEqual([address, route.path]);
      expect(routeOf(route.method, `${address}/`).route).toBe(route);
      expect(routeOf(route.method, `${address}/nothing/more/here/at/all`).route).toBeNull();
    }
    expect(routeOf("GET", "/kyc/").route?.path).toBe("/kyc");
    expect(routeOf("GET", "/kyc//thumbnails")).toEqual({ route: null, methods: [] });
  });

  it("answers 405 with the allowed methods to other methods", async () => {
    const admin = await makeAdmin(app);
    for (const method of ["PUT", "HEAD", "OPTIONS", "DELETE"]) {
      const refused = await answer(
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

  it("is refused with 414 if longer than 16 KB", async () => {
    const admin = await makeAdmin(app);
    const long = await app.call("GET", `/kyc?q=${"x".repeat(20_000)}`, { token: admin.token });
    expect(long).toMatchObject({ status: 414, json: { code: "URI_TOO_LONG", message: expect.stringMatching(/\.$/) } });
  });
});

const manyNames = (count: number) => `{${Array.from({ length: count }, (_, n) => `"k${n}":1`).join(",")}}`;

/** Returns a chunked body without a declared length, which counts the chunks that are read. */
function pieces(count: number, piece: string) {
  const taken = { pieces: 0 };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (taken.pieces++ < count) controller.enqueue(Buffer.from(piece));
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return { taken, stream };
}
async function sendInPieces(url: string, { token, stream }: { token?: string; stream: ReadableStream }) {
  const headers = {
    "content-type": "application/json",
    "transfer-encoding": "chunked",
    "idempotency-key": "in-pieces-1",
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const request = { method: "POST", body: stream, headers, duplex: "half" } as RequestInit;
  const response = await answer(new Request(`http://test/api/v1${url}`, request));
  return { status: response.status, json: (await response.json()) as { message: string } };
}

describe("a body", () => {
  it("is refused unread if its declared length is too large, else as soon as it exceeds the limit", async () => {
    const body = { email: "ada@example.com", password: "x".repeat(5_000) };
    const told = await app.call("POST", "/auth/admin/login", { body });
    expect(told).toMatchObject({
      status: 413,
      json: { message: "The request is larger than 4 KB. Send less per request." },
    });
    const { taken, stream } = pieces(1_000, "x".repeat(1_024));
    expect((await sendInPieces("/auth/admin/login", { stream })).status).toBe(413);
    expect(taken.pieces).toBeLessThan(10);
  });

  it.each([
    ["without a token", "/ireports/assignments", undefined],
    ["with a token that nobody was given", "/ireports/assignments", STRANGER],
    ["in the citizen app's API without its key", "/app/reports", STRANGER],
  ])("is not read from an unauthenticated client: %s", async (_, url, token) => {
    const { taken, stream } = pieces(4, '{"a":1}');
    expect((await sendInPieces(url, { token, stream })).status).toBe(401);
    expect(taken.pieces).toBe(0);
  });

  it("is read in chunks from an admin and from the app", async () => {
    const admin = await makeAdmin(app);
    for (const [url, token] of [
      ["/ireports/assignments", admin.token],
      ["/app/reports", APP_KEY],
    ] as const) {
      const { taken, stream } = pieces(2, '{"surprise":1');
      expect((await sendInPieces(url, { token, stream })).status).toBe(400);
      expect(taken.pieces).toBeGreaterThan(1);
    }
  });

  it.each([
    ["nested too deeply", `${'{"a":['.repeat(40)}${"]}".repeat(40)}`, /nested too deeply/],
    ["of too many names", (limit: number) => manyNames(valuesWithin(limit) / 2 + 1), /names and values/],
    ["of half a JSON", '{"reason":"half', /can't be read/],
    ["that is not UTF-8", Buffer.from([0x22, 0xff, 0xfe, 0x22]), /can't be read/],
  ])("%s is refused before it is processed, also with an Idempotency-Key", async (_, raw, words) => {
    const admin = await makeAdmin(app);
    const asked = [
      ["POST", "/auth/admin/login", undefined, 4_096],
      ["PATCH", `/kyc/${ID}/decision`, admin.token, 65_536],
      ["POST", "/wallets/movements", admin.token, 65_536],
      ["POST", "/app/payments", APP_KEY, 65_536],
    ] as const;
    for (const [method, url, token, limit] of asked) {
      const bytes = Buffer.from(typeof raw === "function" ? raw(limit) : raw);
      const sent = {
        token,
        raw: new Uint8Array(bytes),
        headers: { "idempotency-key": "odd-body-1" },
      };
      const refused = await app.call(method, url, sent);
      expect([url, refused.status, refused.json.message]).toEqual([url, 400, expect.stringMatching(words)]);
    }
  });

  it("is limited by its structure; brackets and commas inside strings do not count", () => {
    const signs = JSON.stringify({ text: `\\",:[{${'"[{,:\\'.repeat(500)}` });
    expect(jsonOf(Buffer.from(signs), 4_096)).toEqual(JSON.parse(signs));
    const deepest = `${"[".repeat(DEPTH_MAX)}${"]".repeat(DEPTH_MAX)}`;
    expect(jsonOf(Buffer.from(deepest), 4_096)).toEqual(JSON.parse(deepest));
    expect(() => jsonOf(Buffer.from(`[${deepest}]`), 4_096)).toThrow("nested too deeply");
    const list = (count: number) => Buffer.from(JSON.stringify(Array.from({ length: count }, () => 1)));
    expect(jsonOf(list(257), 4_096)).toHaveLength(257);
    expect(() => jsonOf(list(258), 4_096)).toThrow("more than 256 names and values");
  });
});

describe("unauthenticated requests", () => {
  const wait = () => new Promise((resolve) => setTimeout(resolve, 1));

  it("run up to a limit, the others queue in order, and get 503 when the queue is full", async () => {
    const inTurn = createConcurrencyLimit({ maxRunning: 2, maxWaiting: 4, maxPerAddress: 3 });
    const ends: (() => void)[] = [];
    const begun: string[] = [];
    const ask = (address: string) =>
      inTurn(address, () => {
        begun.push(address);
        return new Promise<string>((end) => ends.push(() => end(address)));
      });
    const first = ["a", "a", "a", "a", "a"].map(ask);
    expect(begun).toEqual(["a", "a"]);
    await expect(ask("a")).rejects.toMatchObject({ status: 503, data: { retry_after: 5 } });
    const other = ask("b");
    await expect(ask("c")).rejects.toMatchObject({ status: 503 });
    for (let n = 0; n < 6; n++) {
      expect(begun.length - n).toBeLessThanOrEqual(2);
      ends[n]?.();
      await wait();
    }
    expect(await Promise.all([...first, other])).toEqual(["a", "a", "a", "a", "a", "b"]);
    await expect(inTurn("d", () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
    expect(await inTurn("d", async () => "free again")).toBe("free again");
  });

  it("do not delay signed-in admins; beyond the queue they get 503 with Retry-After", async () => {
    const admin = await makeAdmin(app);
    const body = { email: "nobody@example.com", password: "not the password" };
    const flood = Array.from({ length: 120 }, () => app.call("POST", "/auth/admin/login", { body }));
    const signedIn = await app.call("GET", "/users", { token: admin.token });
    expect(signedIn.status).toBe(200);
    const answers = await Promise.all(flood);
    const away = answers.filter(({ status }) => status === 503);
    expect(away.length).toBeGreaterThanOrEqual(120 - 4 - 50);
    expect(away[0]?.headers.get("retry-after")).toBe("5");
    expect(answers.filter(({ status }) => ![401, 429, 503].includes(status))).toEqual([]);
  }, 60_000);
});

describe("a name", () => {
  it("must be one line; a note may have several", async () => {
    const admin = await makeAdmin(app);
    const refused: string[] = [];
    const taken: string[] = [];
    for (const { call, path, method, body } of await everyCall()) {
      const schema = body?.["application/json"]?.schema;
      const token = path.startsWith("/app/") ? APP_KEY : admin.token;
      for (const [name, field] of Object.entries(schema?.properties ?? {})) {
        if (field.type !== "string" || field.format || field.pattern || field.enum) continue;
        const sent = { ...(fitting(schema) as object), [name]: "Bassey\r\nBcc: all@example.com" };
        const url = path.replace(/\{\w+\}/g, ID);
        const headers = {
          "idempotency-key": `lines-${call}-${name}`.replaceAll(/[._]/g, "-"),
          "x-forwarded-for": call,
        };
        const { json } = await app.call(method, url, { token, body: sent, headers });
        const isRefused = /one line|Leave|Use|Enter|Choose|not/.test(json.fields?.[name] ?? "");
        (isRefused ? refused : taken).push(`${call} ${name}`);
      }
    }
    expect(refused).toEqual(
      expect.arrayContaining(["rp.createAdmin first_name", "rp.createRole name", "event.create title"]),
    );
    expect(
      taken.filter((field) => /(^| |_)(name|title|label|venue|organiser|sponsor|ward|bank|gate|tag)$/.test(field)),
    ).toEqual([]);
    expect(taken).toEqual(expect.arrayContaining(["user.addNote text", "kyc.note text", "rp.createRole description"]));
  }, 60_000);
});
