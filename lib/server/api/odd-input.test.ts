// Slow: sends invalid and extreme values in every field of every call.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { APP_KEY, makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { listDocumentedCalls, sampleRequiredFields, sampleValue } from "@/lib/server/testing/documented-calls";
import { isRefusedBySchema } from "@/lib/server/testing/refused-by-schema";

let app: TestApp;
let requestCount = 0;
let sharedAdmin: Awaited<ReturnType<typeof makeAdmin>> | undefined;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** Invalid and extreme values that people, scripts and attackers send instead of a valid one. */
const ODD_TEXTS = [
  "",
  "-1",
  "1e308",
  "99999999999999999999",
  // The maximum of a PostgreSQL integer plus one.
  "2147483648",
  "__proto__",
  "\0",
  "\u202e%_\\'\"",
  "0000-12-31",
  "0000-01-01T00:00:00Z",
  "0001-01-01",
  "9999-12-31",
  "x".repeat(5_000),
];
const ODD_VALUES = [...ODD_TEXTS, "\ud800", null, -1, 1e308, ["\0"], { $ne: 1 }];

const operations = await listDocumentedCalls();

/**
 * Counts the tested fields. The count selects which values are sent: one refused value and a third of the accepted ones, because all calls
 * validate values with the same code. STRESS=1 sends all accepted values.
 */
let turnIndex = 0;

describe.each(operations)("call $call", ({ call, path, method, parameters, body }) => {
  it("every API call returns a message for invalid and extreme input, and never a 5xx", async () => {
    const schema = body?.["application/json"]?.schema;
    const plainBody = sampleRequiredFields(schema ?? {});
    const plainQuery = Object.fromEntries(
      parameters.filter((each) => each.required).map(({ name, schema }) => [name, sampleValue(schema)]),
    );
    const faults: unknown[] = [];
    const sendRequest = async (label: string, query: Record<string, unknown>, sent: unknown) => {
      const pathParameters = parameters.filter(({ in: where }) => where === "path").map(({ name }) => name);
      const url = pathParameters.reduce(
        (url, name) => url.replace(`{${name}}`, encodeURIComponent(String(query[name]))),
        path,
      );
      const queryEntries = Object.entries(query).filter(([name]) => !pathParameters.includes(name));
      const search = new URLSearchParams(queryEntries.map(([name, value]) => [name, String(value)]));
      const sendAs = (token: string) =>
        app.call(method, `${url}?${search}`, {
          token,
          body: method === "GET" ? undefined : sent,
          // Each request uses its own IP address, because public calls are rate-limited by it.
          headers: {
            "idempotency-key": `odd-input-${++requestCount}`,
            "x-forwarded-for": `10.0.${requestCount >> 8}.${requestCount & 255}`,
          },
        });
      sharedAdmin ??= await makeAdmin(app);
      let { status, json } = await sendAs(path.startsWith("/app/") ? APP_KEY : sharedAdmin.token);
      if ((status === 401 || status === 429) && !path.startsWith("/app/")) {
        // Creates another admin, because a call has ended this admin's session or used up a rate limit.
        sharedAdmin = await makeAdmin(app);
        ({ status, json } = await sendAs(sharedAdmin.token));
      }
      // Accepts 503, the response for a service that is not configured, such as push.
      if ((status >= 500 && status !== 503) || (status >= 400 && !json.message)) faults.push([label, status]);
    };
    /** Sends requests with these odd values of one field, or with a sample of them. */
    const sendOdd = async <T>(
      values: readonly T[],
      buildInput: (odd: T) => [string, Record<string, unknown>, object],
    ) => {
      const acceptedInputs: Parameters<typeof sendRequest>[] = [];
      const refusedInputs: Parameters<typeof sendRequest>[] = [];
      for (const odd of values) {
        const [label, query, sent] = buildInput(odd);
        const queryTexts = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
        const input = method === "GET" ? queryTexts : { ...sent, ...queryTexts };
        (!process.env.STRESS && (await isRefusedBySchema(call, input)) ? refusedInputs : acceptedInputs).push([
          label,
          query,
          sent,
        ]);
      }
      turnIndex++;
      const inputsOfTurn = acceptedInputs.filter((_, index) => process.env.STRESS || index % 3 === turnIndex % 3);
      for (const each of inputsOfTurn.concat(refusedInputs.slice(turnIndex % (refusedInputs.length || 1)).slice(0, 1)))
        await sendRequest(...each);
    };
    await sendRequest("nothing odd", plainQuery, plainBody);
    for (const { name } of parameters)
      await sendOdd(ODD_TEXTS, (odd) => [`${name}=${odd.slice(0, 30)}`, { ...plainQuery, [name]: odd }, plainBody]);
    for (const name of Object.keys(schema?.properties ?? {}))
      await sendOdd(ODD_VALUES, (odd) => [
        `${name}: ${JSON.stringify(odd)?.slice(0, 30)}`,
        plainQuery,
        { ...plainBody, [name]: odd },
      ]);
    expect(faults).toEqual([]);
  }, 60_000);
});
