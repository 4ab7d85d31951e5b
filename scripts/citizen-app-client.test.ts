import { execFileSync, spawn } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { v7 as uuid } from "uuid";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type ApiError, citizenAppClient } from "@/docs/client/citizen-app-client";
import { generateClientCode } from "@/lib/server/app-api/client-calls";
import { ireportCategories } from "@/lib/server/db/schema/ireport-set-up";
import { paymentMethods } from "@/lib/server/db/schema/transaction";
import { directUploads } from "@/lib/server/db/schema/upload";
import { APP_KEY, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { startTestS3Bucket } from "@/lib/server/testing/bucket";
import { serveApi } from "@/lib/server/testing/http";
import { makeLargePhoto } from "@/lib/server/testing/pictures";
import { changeSettings } from "@/lib/server/testing/settings";

const CLIENT_FILE = "docs/client/citizen-app-client.ts";
const GENERATED_MARK = "// Generated from the contract by `npm run client`. Do not edit below this line.\n";
const clientSource = readFileSync(CLIENT_FILE, "utf8");
const handwrittenPart = clientSource.slice(0, clientSource.indexOf(GENERATED_MARK));

const formatCode = (code: string) =>
  execFileSync("node_modules/.bin/biome", ["format", `--stdin-file-path=${CLIENT_FILE}`], {
    input: code,
    encoding: "utf8",
  });

it("the citizen app's client contains all calls of the contract (to regenerate it, run npm run client)", async () => {
  const regenerated = formatCode(`${handwrittenPart}${GENERATED_MARK}\n${await generateClientCode()}\n`);
  await expect(regenerated, `${CLIENT_FILE} differs from the contract. Run: npm run client`).toMatchFileSnapshot(
    `${process.cwd()}/${CLIENT_FILE}`,
  );
});

it("the citizen app's client has fewer than 300 handwritten lines", () => {
  expect(clientSource).toContain(GENERATED_MARK);
  expect(handwrittenPart.split("\n").length).toBeLessThan(300);
});

describe("the client outside this project", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "citizen-app-client-"));
    const [, readmeSample = ""] = /```ts\n([\s\S]*?)```/.exec(readFileSync("docs/client/README.md", "utf8")) ?? [];
    copyFileSync(CLIENT_FILE, path.join(folder, "citizen-app-client.ts"));
    writeFileSync(path.join(folder, "sample.ts"), readmeSample);
    writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Compiles a TypeScript file with tsc. @returns the compiler's errors; empty if there are none */
  function compile(file: string, options: object): string {
    const configFile = path.join(folder, "tsconfig.json");
    const compilerOptions = { ...STRICT_OPTIONS, ...options };
    writeFileSync(configFile, JSON.stringify({ compilerOptions, files: [file] }));
    try {
      return execFileSync("node_modules/.bin/tsc", ["-p", configFile], { encoding: "utf8" });
    } catch (compileError) {
      return String((compileError as { stdout?: unknown }).stdout);
    }
  }
  const STRICT_OPTIONS = {
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
    // Node.js runs TypeScript by removing types, so the file must not contain syntax that needs more, such as enums.
    erasableSyntaxOnly: true,
  };

  it("the citizen app's client compiles with only the types of a browser", () => {
    expect(compile("citizen-app-client.ts", { lib: ["es2022", "dom"], types: [], noEmit: true })).toBe("");
  });

  it("the example in the client's README compiles for Node and works as described", async () => {
    const typeRoots = [path.resolve("node_modules/@types")];
    expect(compile("sample.ts", { lib: ["es2022"], types: ["node"], typeRoots, outDir: folder })).toBe("");
    const { said: programOutput } = await run("sample.js", { API_KEY: APP_KEY });
    expect(programOutput).toMatch(/^Filed as \S+, due \d{4}-\d\d-\d\dT.+Z\n$/);
    expect((await run("sample.js", { API_KEY: APP_KEY, CITIZEN: "nobody" })).said).toContain(
      "Show these at the fields",
    );
    expect((await run("sample.js", { API_KEY: APP_KEY, CITIZEN: uuid() })).said).toContain("Show this: This user");
  }, 60_000);

  async function run(file: string, env: Record<string, string>) {
    const program = spawn(process.execPath, [path.join(folder, file)], {
      env: { ...process.env, API_URL: baseUrl, CITIZEN: citizenId, PHOTO: "docs/kyc-review.png", ...env },
    });
    let programOutput = "";
    for (const stream of [program.stdout, program.stderr]) stream.on("data", (chunk) => (programOutput += chunk));
    await new Promise((resolve) => program.on("close", resolve));
    return { said: programOutput };
  }
});

const settings = changeSettings();
let app: TestApp;
let testServer: Awaited<ReturnType<typeof serveApi>>;
let baseUrl: string;
let citizenId: string;
let categoryId: string;
beforeAll(async () => {
  app = await startTestApp();
  testServer = await serveApi();
  baseUrl = `${testServer.origin}/api/v1`;
  citizenId = (await makeUser(app)).id;
  categoryId = uuid();
  const hours = { targetHours: 72, submittedHours: 12, acknowledgedHours: 24, inProgressHours: 36 };
  await app.db.insert(ireportCategories).values({ id: categoryId, name: "Roads", icon: "construction", ...hours });
  await app.db.insert(paymentMethods).values({
    ...{ id: uuid(), code: "card", name: "Card", channel: "card", provider: "simulated" },
    ...{ minAmount: 10_000, maxAmount: 1_000_000 },
  });
});
afterAll(async () => {
  testServer.close();
  await app.stop();
});

describe("the client with the API", () => {
  const client = (clientOptions: { key?: string } = { key: APP_KEY }) =>
    citizenAppClient({ baseUrl, ...clientOptions });
  const report = () => ({
    user_id: citizenId,
    category_id: categoryId,
    title: "Street light is out",
    text: "It has been out for a week.",
    lga: "Abi" as const,
  });
  const rejectionOf = (call: Promise<unknown>) =>
    call.then(
      () => expect.unreachable("It was not refused."),
      (error: ApiError) => error,
    );

  it("the citizen app's client uploads a photo, submits a report with it and reads the report", async () => {
    const api = client();
    const photo = await api.citizen.upload(readFileSync("docs/kyc-review.png"), "image/png");
    expect(photo).toMatchObject({ content_type: "image/jpeg", pages: 1 });
    const filedReport = await api.ireport.file({ ...report(), photos: [photo.id] });
    const followedReport = await api.ireport.follow({ user_id: citizenId, ireport_id: filedReport.id });
    expect(followedReport).toMatchObject({ state: "submitted", title: "Street light is out" });
    expect((await api.ireport.filed({ user_id: citizenId })).items.map(({ id }) => id)).toContain(filedReport.id);
  });

  describe("with a bucket", () => {
    let bucket: Awaited<ReturnType<typeof startTestS3Bucket>>;
    let large: Buffer;
    beforeAll(async () => {
      large = await makeLargePhoto();
      bucket = await startTestS3Bucket();
      settings.filesBucket = bucket.settings;
    });
    afterAll(async () => {
      settings.filesBucket = undefined;
      await bucket.stop();
    });
    const countBegun = () => app.db.$count(directUploads);

    it("the citizen app's client uploads a photo above 4 MB straight to the bucket, once per Idempotency-Key", async () => {
      const api = client();
      const [before, idempotencyKey] = [await countBegun(), "k".repeat(100)];
      const photo = await api.citizen.upload(large, "image/jpeg", { idempotencyKey });
      expect(await countBegun()).toBe(before + 1);
      expect(photo).toMatchObject({ content_type: "image/jpeg", width: 2_400 });
      expect(await api.citizen.upload(large, "image/jpeg", { idempotencyKey })).toEqual(photo);
      expect(await countBegun()).toBe(before + 1);
      await api.citizen.upload(readFileSync("docs/kyc-review.png"), "image/png");
      expect(await countBegun()).toBe(before + 1);
    });

    it("the citizen app's client returns the Idempotency-Key in the error if the bucket can't be reached, and a later retry with it succeeds", async () => {
      const api = citizenAppClient({ baseUrl, key: APP_KEY, retries: 0 });
      const idempotencyKey = uuid();
      settings.filesBucket = { ...bucket.settings, url: "http://127.0.0.1:1/documents" };
      const failed = await rejectionOf(api.citizen.upload(large, "image/jpeg", { idempotencyKey }));
      expect(failed).toMatchObject({ status: 0, code: "NETWORK", idempotencyKey });
      settings.filesBucket = bucket.settings;
      expect(await api.citizen.upload(large, "image/jpeg", { idempotencyKey })).toMatchObject({ width: 2_400 });
    });
  });

  it("the citizen app's client begins a payment and reads its state", async () => {
    const api = client();
    const begunPayment = await api.transaction.beginFromApp({
      ...{ user_id: citizenId, type: "wallet_funding", method: "card", amount: 250_000 },
    });
    const fetchedPayment = await api.transaction.singleForApp({ transactionId: begunPayment.id, user_id: citizenId });
    expect(fetchedPayment).toMatchObject({ amount: 250_000, reference: begunPayment.reference, state: "pending" });
  });

  it("the API runs the client's call once per Idempotency-Key, and every time without one", async () => {
    const api = client();
    const countBefore = (await api.ireport.filed({ user_id: citizenId })).items.length;
    const idempotencyKey = uuid();
    const first = await api.ireport.file(report(), { idempotencyKey });
    expect(await api.ireport.file(report(), { idempotencyKey })).toEqual(first);
    expect((await api.ireport.filed({ user_id: citizenId })).items).toHaveLength(countBefore + 1);
    await api.ireport.file(report());
    expect((await api.ireport.filed({ user_id: citizenId })).items).toHaveLength(countBefore + 2);
  });

  it("the citizen app's client reads public content without an app key, and uses its cached response after a 304", async () => {
    const api = client({});
    const first = await api.content.publicAnnouncements({ language: "en" });
    expect(first).toMatchObject({ items: [], language: "en" });
    expect(await api.content.publicAnnouncements({ language: "en" })).toEqual(first);
    expect((await rejectionOf(api.ireport.categoriesForApp())).status).toBe(401);
  });

  it("the citizen app's client throws an ApiError with the reason of a refused call", async () => {
    const api = client();
    const invalidReport = await rejectionOf(
      api.ireport.file({ ...report(), title: "" }, { idempotencyKey: "a-key-of-mine" }),
    );
    expect(invalidReport).toMatchObject({
      ...{ name: "ApiError", status: 400, code: "BAD_REQUEST", fields: { title: "Use at least 5 characters." } },
      ...{ idempotencyKey: "a-key-of-mine", retryAfter: null },
    });
    expect(invalidReport.message).toMatch(/^Check "title": /);
    const unknownPayment = await rejectionOf(
      api.transaction.singleForApp({ transactionId: uuid(), user_id: citizenId }),
    );
    expect(unknownPayment).toMatchObject({ status: 404, code: "NOT_FOUND", fields: {}, idempotencyKey: null });
    const wrongKeyClient = citizenAppClient({ baseUrl, key: "no-key-".repeat(6) });
    expect(await rejectionOf(wrongKeyClient.ireport.categoriesForApp())).toMatchObject({
      status: 401,
      code: "UNAUTHORIZED",
    });
  });
});

describe("the client after failures", () => {
  const seenRequests: { method: string; url: string; key: string; etag: string; authorization: string }[] = [];
  const servers: { close: () => void }[] = [];
  /** Starts a server that sends these responses in turn. Returns a client that calls this server. */
  async function clientAnswering(answers: RequestListener[], options: { timeout?: number; retries?: number } = {}) {
    seenRequests.length = 0;
    const server = createServer((request, response) => {
      const header = (name: string) => String(request.headers[name] ?? "");
      const [key, etag] = [header("idempotency-key"), header("if-none-match")];
      seenRequests.push({
        ...{ method: request.method ?? "", url: request.url ?? "", key, etag },
        authorization: header("authorization"),
      });
      (answers[Math.min(seenRequests.length, answers.length) - 1] as RequestListener)(request, response);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    return citizenAppClient({ baseUrl: `http://127.0.0.1:${port}/api/v1/`, key: APP_KEY, ...options });
  }
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  const respondWith =
    (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
    (_, response) =>
      response
        .writeHead(status, { "content-type": "application/json", ...headers })
        .end(typeof body === "string" ? body : JSON.stringify(body));
  const savedResponse = respondWith(200, { status: 200, message: "OK", data: { saved: true } });
  const busyResponse = (retryAfter?: string) =>
    respondWith(
      503,
      { status: 503, message: "Try again.", code: "SERVICE_UNAVAILABLE" },
      retryAfter ? { "retry-after": retryAfter } : {},
    );
  const hangUp: RequestListener = (request) => request.socket.destroy();
  const device = { user_id: uuid(), device_token: "a-token", platform: "android" as const, name: "A phone" };

  it("the citizen app's client retries with the same Idempotency-Key after a broken connection and after a 503 with Retry-After", async () => {
    const api = await clientAnswering([hangUp, busyResponse("1"), savedResponse]);
    expect(await api.citizen.saveDevice(device)).toEqual({ saved: true });
    expect(seenRequests.map(({ key }) => key)).toEqual([
      seenRequests[0]?.key,
      seenRequests[0]?.key,
      seenRequests[0]?.key,
    ]);
    expect(seenRequests[0]?.key).toMatch(/^[\w-]{8,100}$/);
  });

  it.each([
    ["three times if the connection breaks", [hangUp], { status: 0, code: "NETWORK" }, 3],
    ["once after a 503 without Retry-After", [busyResponse()], { status: 503, code: "SERVICE_UNAVAILABLE" }, 1],
    ["once if Retry-After is longer than the time left", [busyResponse("60")], { status: 503, retryAfter: 60 }, 1],
    [
      "once after a refusal",
      [respondWith(409, { status: 409, message: "No.", code: "CONFLICT", current: { version: 2 } })],
      { status: 409, current: { version: 2 } },
      1,
    ],
    ["once if the response is HTML", [respondWith(502, "<html>")], { status: 502, code: "UNREADABLE" }, 1],
  ])("the citizen app's client sends a request %s", async (_, answers, error, times) => {
    const api = await clientAnswering(answers);
    await expect(api.citizen.saveDevice(device)).rejects.toMatchObject({
      ...error,
      idempotencyKey: seenRequests[0]?.key ?? expect.any(String),
    });
    expect(seenRequests).toHaveLength(times);
  });

  it("the citizen app's client rejects a call after the timeout, or when its signal is aborted", async () => {
    const api = await clientAnswering([() => {}], { timeout: 200 });
    await expect(api.citizen.saveDevice(device)).rejects.toMatchObject({ status: 0, code: "TIMEOUT" });
    const stopController = new AbortController();
    const pendingCall = api.citizen.saveDevice(device, { signal: stopController.signal, timeout: 10_000 });
    setTimeout(() => stopController.abort("enough"), 50);
    await expect(pendingCall).rejects.toBe("enough");
    const waitingCall = (await clientAnswering([busyResponse("20")])).citizen.saveDevice(device, {
      signal: AbortSignal.timeout(100),
    });
    await expect(waitingCall).rejects.toMatchObject({ name: "TimeoutError" });
  });

  it("the citizen app's client sends If-None-Match for cached public content, and no app key", async () => {
    const list = respondWith(200, { status: 200, message: "OK", data: { items: [] } }, { etag: '"a tag"' });
    const notModified: RequestListener = (_, response) => response.writeHead(304).end();
    const api = await clientAnswering([list, notModified]);
    expect(await api.event.publicEvents({ page: 2, lga: "Abi" })).toEqual({ items: [] });
    expect(await api.event.publicEvents({ page: 2, lga: "Abi" })).toEqual({ items: [] });
    expect(seenRequests.map(({ url, etag, authorization }) => ({ url, etag, authorization }))).toEqual([
      { url: "/api/v1/public/events?page=2&lga=Abi", etag: "", authorization: "" },
      { url: "/api/v1/public/events?page=2&lga=Abi", etag: '"a tag"', authorization: "" },
    ]);
  });
});
