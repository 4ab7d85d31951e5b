// Slow: starts and stops a server per test.
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { Agent, get, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { testPort } from "./support/ports";
import { makeDataDir, spawnServer, startServer, type TestServer } from "./support/server";

const SERVER_PORT = testPort(12);
/** Sets the time limit of a shutdown above the test's timeout: a test passes only if the server stops before the limit. */
const LONG_SHUTDOWN = { SHUTDOWN_SECONDS: "300" };
const SHORT_SHUTDOWN_SECONDS = 3;
/** Number of times that the test stops a server during its start, each time a little later. */
const STOPS_DURING_START = process.env.STRESS ? 20 : 2;

test.describe.configure({ mode: "serial", timeout: 240_000 });

let server: TestServer;
let dataFixture: ReturnType<typeof makeDataDir>;
test.beforeEach(() => {
  dataFixture = makeDataDir();
});
test.afterEach(async () => {
  await server.kill();
  dataFixture.removeDataDir();
});

test("stops a busy server on SIGTERM without a failed request", async () => {
  server = await startServer({ port: SERVER_PORT, dataDir: dataFixture.dataDir, command: "start", env: LONG_SHUTDOWN });
  const hammeredPaths = ["/api/v1/public/slides", "/auth/login", "/api/v1/auth/me", "/icon.svg"];
  const hammers = hammeredPaths.flatMap((path) => [startRequestLoop(path), startRequestLoop(path)]);
  // Waits until every client has some responses, because rendering the sign-in page slows all clients.
  const fewestAnswers = () => Math.min(...hammers.map(({ answers }) => answers.length));
  await expect.poll(fewestAnswers, { timeout: 60_000 }).toBeGreaterThan(20);
  const watchingAgent = new Agent({ keepAlive: true, maxSockets: 1 });
  expect(await sendRequest("/api/health", watchingAgent)).toMatchObject({ status: 200, isLast: false });

  const stopPromise = server.stop();
  // A load balancer's idle connection gets one last response, a 503, and is then closed.
  await expect.poll(server.output, { intervals: [20] }).toContain("stopping: ");
  expect(await sendRequest("/api/health", watchingAgent)).toMatchObject({ status: 503, isLast: true });
  expect(await stopPromise).toBe(143);

  for (const { ended, answers } of hammers) {
    // The server no longer accepts connections, so a load balancer would use another instance.
    expect(await ended).toBe("ECONNREFUSED");
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(answers.at(-1)).toMatchObject({ isLast: true });
  }
});

test("the server stops despite idle connections, with or without an earlier request on them", async () => {
  const restedAgent = new Agent({ keepAlive: true });
  // Opens a load balancer's connection before the server is ready.
  const earlyRequests = [
    retryUntilListening(() => sendRequest("/api/health", restedAgent)),
    retryUntilListening(openConnection),
  ] as const;
  server = await startServer({ port: SERVER_PORT, dataDir: dataFixture.dataDir, command: "start", env: LONG_SHUTDOWN });
  const [, openedEarly] = await Promise.all(earlyRequests);
  // Opens a spare connection without a request, as browsers do.
  const opened = await openConnection();
  await sendRequest("/icon.svg", new Agent({ keepAlive: true }));
  expect(await server.stop()).toBe(143);
  restedAgent.destroy();
  openedEarly.destroy();
  opened.destroy();
});

test("a server that gets SIGTERM during startup completes pending requests and stops PostgreSQL", async () => {
  test.slow(!!process.env.STRESS);
  const { dataDir } = dataFixture;
  for (let stop = 0; stop < STOPS_DURING_START; stop++) {
    server = spawnServer({ port: SERVER_PORT, dataDir, command: "start", env: LONG_SHUTDOWN });
    const firstAnswer = retryUntilListening(() => sendRequest("/api/health", new Agent({ keepAlive: true })));
    const answerOrError = firstAnswer.catch(({ code }: NodeJS.ErrnoException) => code);
    const opened = await retryUntilListening(openConnection);
    if (stop === 0) {
      // Once PostgreSQL's folder exists, the health check is pending: Next.js has loaded, and creating the database takes seconds.
      const hasStarted = () => readdirSync(dataDir).some((name) => name.startsWith("postgres"));
      await expect.poll(hasStarted, { intervals: [20], timeout: 60_000 }).toBe(true);
      expect(await server.stop()).toBe(143);
      expect(await answerOrError).toHaveProperty("status");
    } else {
      await expect.poll(server.output, { intervals: [5], timeout: 60_000 }).toContain("Ready in");
      await delay((stop - 1) * 150);
      expect(await server.stop()).toBe(143);
      // Accepts a response or a connection reset, because the server may not have accepted the connection yet.
      await answerOrError;
    }
    expect(existsSync(path.join(dataDir, "postgres/postmaster.pid"))).toBe(false);
    opened.destroy();
  }
});

test("the server accepts a request on a connection that was idle for eight seconds", async () => {
  server = await startServer({ port: SERVER_PORT, dataDir: dataFixture.dataDir, command: "start", env: LONG_SHUTDOWN });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const beforeStop = await sendRequest("/icon.svg", agent);
  // Waits longer than Node's default keep-alive of 5 s plus the second that Node adds.
  await delay(8_000);
  const secondAnswer = await sendRequest("/icon.svg", agent);
  expect(secondAnswer).toEqual(beforeStop);
  agent.destroy();
});

test("the server aborts pending requests at the time limit of a shutdown, and stops PostgreSQL too", async () => {
  const env = { SHUTDOWN_SECONDS: String(SHORT_SHUTDOWN_SECONDS) };
  server = await startServer({ port: SERVER_PORT, dataDir: dataFixture.dataDir, command: "start", env });
  // Sends a request whose body never arrives.
  const hangingRequest = request({
    port: SERVER_PORT,
    method: "POST",
    path: "/api/v1/auth/admin/login",
    headers: BODY_HEADERS,
  });
  const connectionError = new Promise<string>((resolve) =>
    hangingRequest.on("error", ({ message }) => resolve(message)),
  );
  hangingRequest.write("{");
  await delay(500);
  const startedAt = Date.now();
  expect(await server.stop()).toBe(143);
  expect(Date.now() - startedAt).toBeGreaterThan(SHORT_SHUTDOWN_SECONDS * 1_000 - 100);
  expect(await connectionError).toBe("socket hang up");
  expect(server.output()).toContain("requests were cut off");
  expect(existsSync(path.join(dataFixture.dataDir, "postgres/postmaster.pid"))).toBe(false);
});

const BODY_HEADERS = { "content-type": "application/json", "content-length": "100" };
type AnswerInfo = { status: number; isLast: boolean; from?: number };

function sendRequest(path: string, agent: Agent): Promise<AnswerInfo> {
  return new Promise((resolve, reject) => {
    const readAnswer = (response: IncomingMessage) => {
      const { statusCode: status = 0, headers, socket } = response;
      const answerOrError = { status, isLast: headers.connection === "close", from: socket.localPort };
      response.on("error", reject).on("end", () => resolve(answerOrError));
      response.resume();
    };
    get({ port: SERVER_PORT, path, agent }, readAnswer).on("error", reject);
  });
}

/** Retries to connect until the server listens. */
async function retryUntilListening<T>(tryConnect: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await tryConnect();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ECONNREFUSED") throw error;
    }
    await delay(10);
  }
}

/** Sends requests one after the other over one connection until one fails. */
function startRequestLoop(path: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const answers: AnswerInfo[] = [];
  const run = async () => {
    for (;;) answers.push(await sendRequest(path, agent));
  };
  const ended = run().catch((error: NodeJS.ErrnoException) => error.code ?? error.message);
  return { answers, ended };
}

/** Opens a connection without sending a request. */
async function openConnection() {
  const socket = connect(SERVER_PORT, "localhost");
  await once(socket, "connect");
  // The connection is reset if the server exits before accepting it.
  socket.on("error", () => {});
  return socket;
}
