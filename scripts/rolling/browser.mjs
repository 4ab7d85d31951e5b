// @ts-check
// Simulates the dashboard's HTTP client, with its timeouts and retries (lib/client/call.ts, lib/client/query-client.ts).
import { Agent, request } from "node:https";
import { setTimeout as delay } from "node:timers/promises";

const TIMEOUT_MS = 15_000;
const SESSION_COOKIE = "cross-riv-token";
/** Time in ms before the only retry of a read without a response or with a 503. Writes are never retried. */
const RETRY_DELAY_MS = 1_000;

/** @typedef {{ status: number, headers: import("node:http").IncomingHttpHeaders, body: Buffer }} Answer */
/** @typedef {{ method?: string, body?: string | Buffer, headers?: Record<string, string>, timeout?: number }} Options */
/** @typedef {ReturnType<typeof createSimulatedBrowser>} Browser */
/** @typedef {ReturnType<typeof JSON.parse>} Data Data of a response. Its type depends on the call */

/** Error of a call whose failure an admin would see. It is already counted in the results. */
export class FailedCall extends Error {}

/**
 * Creates the HTTP client of one admin.
 * @param {{ host: string, port: number, localAddress: string, results: import("./results.mjs").CallResults }} options `localAddress`: IP
 *   address that only this admin uses, because the server limits requests by address
 */
export function createSimulatedBrowser({ host, port, localAddress, results }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 6, rejectUnauthorized: false, localAddress });
  let token = "";

  /** Sends one request, without a retry. @param {string} path @param {Options} options @returns {Promise<Answer>} */
  const send = (path, { method = "GET", body, headers = {}, timeout = TIMEOUT_MS }) =>
    new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(timeout);
      const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
      const options = { host: "127.0.0.1", port, path, method, agent, signal, servername: host };
      const sent = request({ ...options, headers: { host, ...length, ...headers } }, (response) => {
        /** @type {Buffer[]} */
        const chunks = [];
        response.on("data", (chunk) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          if (!response.complete) reject(new Error("the answer was cut off"));
          else resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
        });
      });
      sent.on("error", (error) => reject(signal.aborted ? new Error(`no answer within ${timeout} ms`) : error));
      sent.end(body);
    });

  /**
   * Sends and counts a call. `check` returns the problem of a response, or undefined.
   * @param {string} kind @param {string} path @param {Options & { isRepeatable?: boolean }} options @param {(answer: Answer) => string | undefined} check
   * @returns {Promise<Answer>} @throws FailedCall
   */
  async function call(kind, path, { isRepeatable = false, ...options }, check) {
    const startedAt = performance.now();
    for (let attempt = 1; ; attempt++) {
      /** @type {Answer | undefined} */
      let answer;
      let problem;
      try {
        answer = await send(path, options);
        problem = check(answer);
      } catch (error) {
        problem = error instanceof Error ? error.message : String(error);
      }
      if (answer && problem === undefined) {
        results.add(kind, { ms: performance.now() - startedAt, isRepeated: attempt > 1 });
        return answer;
      }
      const isTimeout = problem?.startsWith("no answer within");
      const detail = `${options.method ?? "GET"} ${path}: ${problem}`;
      if (attempt > 1 || !isRepeatable || isTimeout || (answer && answer.status !== 503)) {
        results.addFailure(kind, detail);
        throw new FailedCall(detail);
      }
      results.addRepetition(kind, detail);
      await delay(RETRY_DELAY_MS);
    }
  }

  return {
    /** Stores the session's token for later calls. @param {string} value */
    setToken(value) {
      token = value;
    },
    /**
     * Calls the API and returns the data of the response.
     * @param {string} kind @param {string} method @param {string} path @param {{ input?: object, key?: string, timeout?: number }} [options]
     * @param {(data: Data) => string | undefined} [check] returns the problem of the data, or undefined
     * @returns {Promise<Data>}
     */
    async api(kind, method, path, { input, key, timeout } = {}, check = () => undefined) {
      const headers = {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(input && { "content-type": "application/json" }),
        ...(key && { "idempotency-key": key }),
      };
      const body = input && JSON.stringify(input);
      const options = { method, body, headers, timeout, isRepeatable: method === "GET" };
      const answer = await call(kind, `/api/v1${path}`, options, ({ status, body }) => {
        if (status < 200 || status > 299) return `${status} ${body.toString().slice(0, 200)}`;
        const data = parseData(body);
        return data === undefined ? `unreadable answer: ${body.toString().slice(0, 200)}` : check(data);
      });
      return parseData(answer.body);
    },
    /** Uploads a file as the body of a call. @param {string} kind @param {string} path @param {Buffer} file @param {string} type */
    async upload(kind, path, file, type) {
      const headers = { authorization: `Bearer ${token}`, "content-type": type };
      const options = { method: "POST", body: file, headers, timeout: 120_000 };
      const answer = await call(kind, `/api/v1${path}`, options, ({ status, body }) =>
        status === 200 && parseData(body)?.id ? undefined : `${status} ${body.toString().slice(0, 200)}`,
      );
      return parseData(answer.body);
    },
    /**
     * Loads a page, a script or a download with the session's cookie.
     * @param {string} kind @param {string} path @param {(answer: Answer) => string | undefined} check
     */
    load: (kind, path, check) =>
      call(kind, path, { headers: { cookie: `${SESSION_COOKIE}=${token}` }, timeout: 60_000 }, (answer) =>
        answer.status === 200 ? check(answer) : `${answer.status} ${answer.headers.location ?? ""}`,
      ),
    close: () => agent.destroy(),
  };
}

/** Returns the data of a response; undefined if the body is not JSON. @param {Buffer} body @returns {Data} */
function parseData(body) {
  try {
    return JSON.parse(body.toString()).data;
  } catch {
    return undefined;
  }
}
