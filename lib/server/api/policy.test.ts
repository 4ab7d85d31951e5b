// Slow: checks for every call which rights it accepts, one flag of a feature (read, update …) at a time.
import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALL_RIGHTS, FEATURES, makeRights } from "@/lib/contract/access";
import type { Route } from "@/lib/contract/route";
import { routes } from "@/lib/contract/routes";
import { sessions } from "@/lib/server/db/schema/session";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { router } from "@/lib/server/router";
import { APP_KEY, makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { isRefusedBySchema } from "@/lib/server/testing/refused-by-schema";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeAll(async () => {
  const [ended, expired] = [await cachedAdmin("ended"), await cachedAdmin("expired")];
  await app.db.update(sessions).set({ endedAt: new Date() }).where(eq(sessions.adminId, ended.id));
  await app.db.update(sessions).set({ expiresAt: new Date() }).where(eq(sessions.adminId, expired.id));
});

const routesByGroup: Record<string, Record<string, Route>> = routes;
const implementedCalls = Object.entries(router).flatMap(([group, calls]) =>
  Object.keys(calls).map((name) => {
    const route = routesByGroup[group]?.[name];
    if (!route) throw new Error(`${group}.${name} is not declared.`);
    return { call: `${group}.${name}`, route };
  }),
);
const adminCalls = implementedCalls.filter(({ route }) => route.policy !== "public" && route.policy !== "app");
const appCalls = implementedCalls.filter(({ route }) => route.policy === "app");
const PLACEHOLDER_ID = "00000000-0000-7000-8000-000000000000";
const callRoute = (route: Route, token?: string, headers?: Record<string, string>) =>
  app.call(route.method, route.path.replace("{auditTrailId}", "1").replace(/\{\w+\}/g, PLACEHOLDER_ID), {
    token,
    headers,
    body: route.method === "GET" ? undefined : {},
  });
/**
 * Returns a function that selects, from inputs refused by code that all calls share, only the next one for each call. STRESS=1 selects all.
 */
const inTurn = () => {
  let turn = 0;
  return <T>(all: readonly T[]): readonly T[] =>
    process.env.STRESS === "1" || !all.length ? all : [all[turn++ % all.length] as T];
};

/** Test admins by their rights or status, created once, because no test in this file changes them. */
const adminsByKey = new Map<string, Promise<{ id: string; token: string }>>();
const cachedAdmin = (key: string, options?: Parameters<typeof makeAdmin>[1]) => {
  const admin = adminsByKey.get(key) ?? makeAdmin(app, options);
  adminsByKey.set(key, admin);
  return admin;
};
const newestAudits = (count: number) => app.db.select().from(auditTrails).orderBy(desc(auditTrails.id)).limit(count);

/** Credentials that authenticate no call of admins, by their description. */
const invalidCredentials: [string, () => Promise<{ token?: string; headers?: Record<string, string> }>][] = [
  ["an unknown token", async () => ({ token: "a-token-that-nobody-was-given-1234567890" })],
  ["an ended session", async () => ({ token: (await cachedAdmin("ended")).token })],
  ["an expired session", async () => ({ token: (await cachedAdmin("expired")).token })],
  ["a suspended admin", async () => ({ token: (await cachedAdmin("suspended", { status: "suspended" })).token })],
  // Only the Authorization header counts.
  ["a session cookie", async () => ({ headers: { cookie: `cross-riv-token=${(await cachedAdmin("all")).token}` } })],
  ["a key of the citizen app", async () => ({ token: APP_KEY })],
];

describe.each(adminCalls)("call $call", ({ route }) => {
  it("returns 401 without a token, and for each kind of invalid credentials", async () => {
    expect((await callRoute(route)).status).toBe(401);
    for (const [kind, credentials] of invalidCredentials) {
      const { token, headers } = await credentials();
      expect([kind, (await callRoute(route, token, headers)).status]).toEqual([kind, 401]);
    }
  });
});

describe.each(appCalls)("call $call", ({ route }) => {
  it("calls of the citizen app accept its API key, and return 401 for no key, a wrong key or an admin's token", async () => {
    const admin = await cachedAdmin("everything");
    expect((await callRoute(route)).status).toBe(401);
    expect((await callRoute(route, `${APP_KEY}x`)).status).toBe(401);
    expect((await callRoute(route, admin.token)).status).toBe(401);
    expect((await callRoute(route, APP_KEY)).status).not.toBe(401);
  });
});

describe.each(adminCalls.filter(({ route }) => route.proof))("call $call", ({ route }) => {
  it("refuses an admin without a recent proof of identity, if the call requires one, and writes no audit row", async () => {
    const { token } = await cachedAdmin("unproved", { isProved: false });
    const before = await newestAudits(1);
    expect(await callRoute(route, token)).toMatchObject({ status: 403, json: { code: "PROOF_NEEDED" } });
    expect(await newestAudits(1)).toEqual(before);
  });
});

const callsByRight = adminCalls.flatMap(({ call, route }) =>
  typeof route.policy === "object" ? [{ call, route, policy: route.policy }] : [],
);

describe.each(callsByRight)("$call needs $policy.flag in $policy.feature", ({ call, route, policy }) => {
  it("refuses an admin who has every other right but lacks the one that the call requires", async () => {
    const refused: object[] = [];
    const flagElsewhere = makeRights(
      Object.fromEntries(FEATURES.map((feature) => [feature, feature === policy.feature ? [] : [policy.flag]])),
    );
    for (const rights of [flagElsewhere, withoutRight(policy)]) {
      const admin = await cachedAdmin(JSON.stringify(rights), { rights });
      const answer = await callRoute(route, admin.token);
      expect(answer.status).toBe(403);
      refused.unshift({ action: call, outcome: "refused", adminId: admin.id });
    }
    expect(await newestAudits(refused.length)).toMatchObject(refused);
  });

  it("accepts an admin who has only the right that the call requires", async () => {
    const rights = makeRights({ [policy.feature]: [policy.flag] });
    const admin = await cachedAdmin(JSON.stringify(rights), { rights });
    expect([401, 403]).not.toContain((await callRoute(route, admin.token)).status);
  });

  const withoutRight = ({ feature, flag }: typeof policy) =>
    ALL_RIGHTS.map((right) =>
      right.name === feature ? { ...right, access: { ...right.access, [flag]: false } } : right,
    );
});

describe("every implemented call", () => {
  let requestCount = 0;
  const [nextRefused, nextCommon, nextQuery] = [inTurn(), inTurn(), inTurn()];
  const nastyInputs: [string, Parameters<TestApp["call"]>[2] & object][] = [
    ["an array", { body: [] }],
    ["null", { body: null }],
    ["a string", { body: "x" }],
    ["unknown keys", { body: { surprise: 1 } }],
    ["__proto__", { raw: '{"__proto__":{"admin":true},"constructor":{}}' }],
    [
      "wrong types",
      {
        body: {
          email: ["a@example.com"],
          password: {},
          version: "x",
          reference: 7,
          token: -1,
          decision: [],
          role_ids: {},
          accounts: "x",
        },
      },
    ],
    ["NUL", { body: { email: "a\0@example.com", password: "\0", reference: "\0", token: "\0", message: "\0" } }],
  ];

  /** Invalid inputs that are refused by code that all calls share, so each call is tested with only one of them, in rotation. */
  const commonInputs: typeof nastyInputs = [
    ["broken JSON", { raw: '{"a":' }],
    ["a form", { raw: "a=1", headers: { "content-type": "application/x-www-form-urlencoded" } }],
    ["plain text", { raw: "{}", headers: { "content-type": "text/plain" } }],
    ["no content type", { raw: "{}", headers: { "content-type": "" } }],
    ["a megabyte", { body: { email: "x".repeat(1_000_000), password: "y" } }],
    ["more than a megabyte", { body: { email: "x".repeat(1_100_000) } }],
    ["deep nesting", { raw: `${"[".repeat(50_000)}${"]".repeat(50_000)}` }],
  ];

  const nastyQueries: [string, object][] = [
    ["?x=1", { x: "1" }],
    ["?page=-1", { page: "-1" }],
    ["?size=1e9", { size: "1e9" }],
    ["?q=%00", { q: "\0" }],
    ["?__proto__=1", JSON.parse('{"__proto__":"1"}')],
    ["?sort=password_hash", { sort: "password_hash" }],
    ["?a[b][c]=1", { a: { b: { c: "1" } } }],
  ];

  it.each(implementedCalls)(
    "$call returns 4xx and a message for invalid input",
    async ({ call, route }) => {
      const token = route.policy === "app" ? APP_KEY : (await cachedAdmin("all")).token;
      const pathIds = Object.fromEntries(
        [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, PLACEHOLDER_ID]),
      );
      if (route.method === "GET") {
        for (const [query, parsed] of nastyQueries)
          expect([query, await isRefusedBySchema(call, { ...pathIds, ...parsed })]).toEqual([query, true]);
        for (const [query] of nextQuery(nastyQueries)) {
          const answer = await app.call("GET", route.path.replace(/\{\w+\}/g, "not-an-id") + query, { token });
          expect([query, answer.status]).toEqual([query, 400]);
          expect(answer.json.message).toMatch(/^\p{Lu}.+\.$/u);
        }
        return;
      }
      const [refused, accepted]: [typeof nastyInputs, typeof nastyInputs] = [[], []];
      for (const each of nastyInputs) {
        const sent = each[1].raw ? JSON.parse(String(each[1].raw)) : each[1].body;
        const isObject = sent !== null && typeof sent === "object" && !Array.isArray(sent);
        const isRefused = await isRefusedBySchema(call, isObject ? { ...sent, ...pathIds } : sent);
        (isRefused ? refused : accepted).push(each);
      }
      for (const [inputName, inputOptions] of [...accepted, ...nextRefused(refused), ...nextCommon(commonInputs)]) {
        const answer = await app.call(route.method, route.path.replace(/\{\w+\}/g, PLACEHOLDER_ID), {
          token,
          ...inputOptions,
          headers: { "idempotency-key": `nasty-${++requestCount}`, ...inputOptions.headers },
        });
        expect([inputName, answer.status >= 400 && answer.status < 500]).toEqual([inputName, true]);
        expect(answer.json.message).toMatch(/^\p{Lu}.+\.$/u);
      }
    },
    30_000,
  );

  it("lists every implemented call with its policy in the API document, and no other call", async () => {
    const { apiDocument } = await import("./document");
    const document = await apiDocument();
    const documented = Object.values(document.paths ?? {}).flatMap((methods) =>
      Object.values(methods ?? {}).map((operation) => (operation as { operationId: string }).operationId),
    );
    expect(documented.sort()).toEqual(implementedCalls.map(({ call }) => call).sort());
    const decide = document.paths?.["/kyc/{kycId}/decision"]?.patch;
    expect(decide?.description).toBe("Needs the right “update” in KYC Management.");
    expect(JSON.stringify(decide?.responses?.["200"])).toContain('"message"');
  });

  it("returns 404 in the response envelope for an unknown API path", async () => {
    const answer = await app.call("GET", "/no/such/call");
    expect(answer).toMatchObject({ status: 404, json: { status: 404, code: "NOT_FOUND" } });
  });
});
