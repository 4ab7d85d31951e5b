import { execFileSync, spawn } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { v7 as uuid } from "uuid";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type ApiError, citizenAppClient } from "@/docs/client/citizen-app-client";
import { clientCalls } from "@/lib/server/app-api/client-calls";
import { ireportCategories } from "@/lib/server/db/schema/ireport-set-up";
import { paymentMethods } from "@/lib/server/db/schema/transaction";
import { APP_KEY, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { serveApi } from "@/lib/server/testing/http";

const FILE = "docs/client/citizen-app-client.ts";
const MARK = "// Generated from the contract by `npm run client`. Do not edit below this line.\n";
const source = readFileSync(FILE, "utf8");
const byHand = source.slice(0, source.indexOf(MARK));

const formatted = (code: string) =>
  execFileSync("node_modules/.bin/biome", ["format", `--stdin-file-path=${FILE}`], { input: code, encoding: "utf8" });

it("the client has all calls of the contract (if it does not, run npm run client)", async () => {
  const renewed = formatted(`${byHand}${MARK}\n${await clientCalls()}\n`);
  await expect(renewed, `${FILE} differs from the contract. Run: npm run client`).toMatchFileSnapshot(
    `${process.cwd()}/${FILE}`,
  );
});

it("has fewer than 300 handwritten lines", () => {
  expect(source).toContain(MARK);
  expect(byHand.split("\n").length).toBeLessThan(300);
});

describe("the client outside this project", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "citizen-app-client-"));
    const [, sample = ""] = /```ts\n([\s\S]*?)```/.exec(readFileSync("docs/client/README.md", "utf8")) ?? [];
    copyFileSync(FILE, path.join(folder, "citizen-app-client.ts"));
    writeFileSync(path.join(folder, "sample.ts"), sample);
    writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** @returns the compiler's errors; empty if there are none */
  function compiled(file: string, options: object): string {
    const config = path.join(folder, "tsconfig.json");
    const compilerOptions = { ...AS_STRICT_AS_CAN_BE, ...options };
    writeFileSync(config, JSON.stringify({ compilerOptions, files: [file] }));
    try {
      return execFileSync("node_modules/.bin/tsc", ["-p", config], { encoding: "utf8" });
    } catch (failed) {
      return String((failed as { stdout?: unknown }).stdout);
    }
  }
  const AS_STRICT_AS_CAN_BE = {
    target: "es2022",
    module: "nodenext",
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noPropertyAccessFromIndexSignature: true,
    noImplicitOverride: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    verbatimModuleSyntax: true,
    isolatedModules: true,
    // Node can run the file directly, so it must not contain syntax that needs a transformation.
    erasableSyntaxOnly: true,
  };

  it("compiles with only the types of a browser", () => {
    expect(compiled("citizen-app-client.ts", { lib: ["es2022", "dom"], types: [], noEmit: true })).toBe("");
  });

  it("compiles with the README's example for Node, which works as described", async () => {
    const typeRoots = [path.resolve("node_modules/@types")];
    expect(compiled("sample.ts", { lib: ["es2022"], types: ["node"], typeRoots, outDir: folder })).toBe("");
    const { said } = await run("sample.js", { API_KEY: APP_KEY });
    expect(said).toMatch(/^Filed as \S+, due \d{4}-\d\d-\d\dT.+Z\n$/);
    expect((await run("sample.js", { API_KEY: APP_KEY, CITIZEN: "nobody" })).said).toContain(
      "Show these at the fields",
    );
    expect((await run("sample.js", { API_KEY: APP_KEY, CITIZEN: uuid() })).said).toContain("Show this: This user");
  }, 60_000);

  async function run(file: string, env: Record<string, string>) {
    const program = spawn(process.execPath, [path.join(folder, file)], {
      env: { ...process.env, API_URL: baseUrl, CITIZEN: citizen, PHOTO: "docs/kyc-review.png", ...env },
    });
    let said = "";
    for (const stream of [program.stdout, program.stderr]) stream.on("data", (chunk) => (said += chunk));
    await new Promise((resolve) => program.on("close", resolve));
    return { said };
  }
});

let app: TestApp;
let served: Awaited<ReturnType<typeof serveApi>>;
let baseUrl: string;
let citizen: string;
let category: string;
beforeAll(async () => {
  app = await startTestApp();
  served = await serveApi();
  baseUrl = `${served.origin}/api/v1`;
  citizen = (await makeUser(app)).id;
  category = uuid();
  const hours = { targetHours: 72, submittedHours: 12, acknowledgedHours: 24, inProgressHours: 36 };
  await app.db.insert(ireportCategories).values({ id: category, name: "Roads", icon: "construction", ...hours });
  await app.db.insert(paymentMethods).values({
    ...{ id: uuid(), code: "card", name: "Card", channel: "card", provider: "simulated" },
    ...{ minAmount: 10_000, maxAmount: 1_000_000 },
  });
});
afterAll(async () => {
  served.close();
  await app.stop();
});

describe("the client with the API", () => {
  const client = (more: { key?: string } = { key: APP_KEY }) => citizenAppClient({ baseUrl, ...more });
  const report = () => ({
    user_id: citizen,
    category_id: category,
    title: "Street light is out",
    text: "It has been out for a week.",
    lga: "Abi" as const,
  });
  const refused = (call: Promise<unknown>) =>
    call.then(
      () => expect.unreachable("It was not refused."),
      (error: ApiError) => error,
    );

  it("uploads a photo, files a report with it and follows it", async () => {
    const api = client();
    const photo = await api.citizen.upload(readFileSync("docs/kyc-review.png"), "image/png");
    expect(photo).toMatchObject({ content_type: "image/jpeg", pages: 1 });
    const filed = await api.ireport.file({ ...report(), photos: [photo.id] });
    const followed = await api.ireport.follow({ user_id: citizen, ireport_id: filed.id });
    expect(followed).toMatchObject({ state: "submitted", title: "Street light is out" });
    expect((await api.ireport.filed({ user_id: citizen })).items.map(({ id }) => id)).toContain(filed.id);
  });

  it("begins a payment and reads its state", async () => {
    const api = client();
    const begun = await api.transaction.beginFromApp({
      ...{ user_id: citizen, type: "wallet_funding", method: "card", amount: 250_000 },
    });
    const stands = await api.transaction.singleForApp({ transactionId: begun.id, user_id: citizen });
    expect(stands).toMatchObject({ amount: 250_000, reference: begun.reference, state: "pending" });
  });

  it("runs a call once per Idempotency-Key, and again without one", async () => {
    const api = client();
    const before = (await api.ireport.filed({ user_id: citizen })).items.length;
    const idempotencyKey = uuid();
    const first = await api.ireport.file(report(), { idempotencyKey });
    expect(await api.ireport.file(report(), { idempotencyKey })).toEqual(first);
    expect((await api.ireport.filed({ user_id: citizen })).items).toHaveLength(before + 1);
    await api.ireport.file(report());
    expect((await api.ireport.filed({ user_id: citizen })).items).toHaveLength(before + 2);
  });

  it("reads public content without a key, and handles unchanged responses", async () => {
    const api = client({});
    const first = await api.content.publicAnnouncements({ language: "en" });
    expect(first).toMatchObject({ items: [], language: "en" });
    expect(await api.content.publicAnnouncements({ language: "en" })).toEqual(first);
    expect((await refused(api.ireport.categoriesForApp())).status).toBe(401);
  });

  it("throws a typed error with the reason of a refusal", async () => {
    const api = client();
    const wrong = await refused(api.ireport.file({ ...report(), title: "" }, { idempotencyKey: "a-key-of-mine" }));
    expect(wrong).toMatchObject({
      ...{ name: "ApiError", status: 400, code: "BAD_REQUEST", fields: { title: "Use at least 5 characters." } },
      ...{ idempotencyKey: "a-key-of-mine", retryAfter: null },
    });
    expect(wrong.message).toMatch(/^Check "title": /);
    const unknown = await refused(api.transaction.singleForApp({ transactionId: uuid(), user_id: citizen }));
    expect(unknown).toMatchObject({ status: 404, code: "NOT_FOUND", fields: {}, idempotencyKey: null });
    const stranger = citizenAppClient({ baseUrl, key: "no-key-".repeat(6) });
    expect(await refused(stranger.ireport.categoriesForApp())).toMatchObject({ status: 401, code: "UNAUTHORIZED" });
  });
});

describe("the client after failures", () => {
  const seen: { method: string; url: string; key: string; etag: string; authorization: string }[] = [];
  const servers: { close: () => void }[] = [];
  /** Starts a server that sends the given responses in turn, and returns a client for it. */
  async function answering(answers: RequestListener[], options: { timeout?: number; retries?: number } = {}) {
    seen.length = 0;
    const server = createServer((request, response) => {
      const header = (name: string) => String(request.headers[name] ?? "");
      const [key, etag] = [header("idempotency-key"), header("if-none-match")];
      seen.push({
        ...{ method: request.method ?? "", url: request.url ?? "", key, etag },
        authorization: header("authorization"),
      });
      (answers[Math.min(seen.length, answers.length) - 1] as RequestListener)(request, response);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    return citizenAppClient({ baseUrl: `http://127.0.0.1:${port}/api/v1/`, key: APP_KEY, ...options });
  }
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  const says =
    (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
    (_, response) =>
      response
        .writeHead(status, { "content-type": "application/json", ...headers })
        .end(typeof body === "string" ? body : JSON.stringify(body));
  const done = says(200, { status: 200, message: "OK", data: { saved: true } });
  const busy = (retryAfter?: string) =>
    says(
      503,
      { status: 503, message: "Try again.", code: "SERVICE_UNAVAILABLE" },
      retryAfter ? { "retry-after": retryAfter } : {},
    );
  const hangsUp: RequestListener = (request) => request.socket.destroy();
  const device = { user_id: uuid(), device_token: "a-token", platform: "android" as const, name: "A phone" };

  it("retries with the same key after a broken connection and after 503 with Retry-After", async () => {
    const api = await answering([hangsUp, busy("1"), done]);
    expect(await api.citizen.saveDevice(device)).toEqual({ saved: true });
    expect(seen.map(({ key }) => key)).toEqual([seen[0]?.key, seen[0]?.key, seen[0]?.key]);
    expect(seen[0]?.key).toMatch(/^[\w-]{8,100}$/);
  });

  it.each([
    ["three times in all", [hangsUp], { status: 0, code: "NETWORK" }, 3],
    ["once when there is no Retry-After", [busy()], { status: 503, code: "SERVICE_UNAVAILABLE" }, 1],
    ["once when the wait is longer than the time left", [busy("60")], { status: 503, retryAfter: 60 }, 1],
    [
      "once when it was refused",
      [says(409, { status: 409, message: "No.", code: "CONFLICT", current: { version: 2 } })],
      { status: 409, current: { version: 2 } },
      1,
    ],
    ["once when the answer is a page", [says(502, "<html>")], { status: 502, code: "UNREADABLE" }, 1],
  ])("sends a request %s", async (_, answers, error, times) => {
    const api = await answering(answers);
    await expect(api.citizen.saveDevice(device)).rejects.toMatchObject({
      ...error,
      idempotencyKey: seen[0]?.key ?? expect.any(String),
    });
    expect(seen).toHaveLength(times);
  });

  it("gives up after the timeout, or when it is aborted", async () => {
    const api = await answering([() => {}], { timeout: 200 });
    await expect(api.citizen.saveDevice(device)).rejects.toMatchObject({ status: 0, code: "TIMEOUT" });
    const stop = new AbortController();
    const asked = api.citizen.saveDevice(device, { signal: stop.signal, timeout: 10_000 });
    setTimeout(() => stop.abort("enough"), 50);
    await expect(asked).rejects.toBe("enough");
    const waiting = (await answering([busy("20")])).citizen.saveDevice(device, { signal: AbortSignal.timeout(100) });
    await expect(waiting).rejects.toMatchObject({ name: "TimeoutError" });
  });

  it("sends the ETag back for public content, and never sends the key", async () => {
    const list = says(200, { status: 200, message: "OK", data: { items: [] } }, { etag: '"a tag"' });
    const same: RequestListener = (_, response) => response.writeHead(304).end();
    const api = await answering([list, same]);
    expect(await api.event.publicEvents({ page: 2, lga: "Abi" })).toEqual({ items: [] });
    expect(await api.event.publicEvents({ page: 2, lga: "Abi" })).toEqual({ items: [] });
    expect(seen.map(({ url, etag, authorization }) => ({ url, etag, authorization }))).toEqual([
      { url: "/api/v1/public/events?page=2&lga=Abi", etag: "", authorization: "" },
      { url: "/api/v1/public/events?page=2&lga=Abi", etag: '"a tag"', authorization: "" },
    ]);
  });
});
