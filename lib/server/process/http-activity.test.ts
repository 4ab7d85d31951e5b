import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, get, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import {
  closeConnectionAfter,
  delayPortOpening,
  httpActivity,
  isPortOpeningDelayed,
  onRequest,
  openPort,
} from "./http-activity.mjs";

/** A server that keeps each response open until the test ends it. */
const server = createServer((_request, response) => heldResponses.push(response));
let heldResponses: ServerResponse[] = [];
let port: number;
beforeEach(async () => {
  heldResponses = [];
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
});
afterEach(async () => {
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
});

const sendRequest = (path: string) => {
  const sentRequest = get({ host: "127.0.0.1", port, path });
  return once(sentRequest, "response") as Promise<[IncomingMessage]>;
};
const connectionsOfPort = () => [...httpActivity.connections].filter(([{ localPort }]) => localPort === port);

test("httpActivity tracks a connection before its first request, during a response, and after the response", async () => {
  const socket = connect(port, "127.0.0.1");
  await expect.poll(connectionsOfPort).toMatchObject([[{}, { responses: { size: 0 } }]]);
  const before = Date.now();
  socket.write("GET / HTTP/1.1\r\nhost: test\r\n\r\n");
  await expect.poll(connectionsOfPort).toMatchObject([[{}, { responses: { size: 1 } }]]);
  expect(httpActivity.servers).toContain(server);
  heldResponses[0]?.end();
  await expect.poll(connectionsOfPort).toMatchObject([[{}, { responses: { size: 0 } }]]);
  expect(connectionsOfPort()[0]?.[1].idleSince).toBeGreaterThanOrEqual(before);
  socket.destroy();
  await expect.poll(connectionsOfPort).toEqual([]);
});

test("onRequest also passes on requests that arrived before onRequest was called and have no response yet", async () => {
  const early = sendRequest("/early");
  await expect.poll(() => heldResponses).toHaveLength(1);
  const urls: (string | undefined)[] = [];
  onRequest(({ url }) => urls.push(url));
  const late = sendRequest("/late");
  await expect.poll(() => urls).toEqual(["/early", "/late"]);
  for (const response of heldResponses) response.end();
  await Promise.all([early, late]);
});

test("closeConnectionAfter closes the connection after a response, unless the response's headers are already sent", async () => {
  const first = sendRequest("/");
  await expect.poll(() => heldResponses).toHaveLength(1);
  const [response] = heldResponses as [ServerResponse];
  closeConnectionAfter(response);
  response.flushHeaders();
  closeConnectionAfter(response);
  response.end();
  expect((await first)[0].headers.connection).toBe("close");
});

test.each([
  ["SIGTERM", 143],
  ["SIGINT", 130],
] as const)("the process exits on %s if nothing else handles the signal", async (signal, code) => {
  const program = "process.stdout.write('started'); setInterval(() => {}, 60_000)";
  const flags = ["--import", "./lib/server/process/http-activity.mjs", "--eval", program];
  const child = spawn(process.execPath, flags, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const exit = once(child, "exit");
  await once(child.stdout, "data");
  child.kill(signal);
  expect(await exit).toEqual([code, null]);
});

test("a server with delayed port opening listens once openPort is called, and runs each `listening` listener once", async () => {
  const held = createServer((_request, response) => response.end());
  onTestFinished(() => void held.close());
  let calls = 0;
  held.on("listening", () => calls++);
  delayPortOpening();
  held.listen(0, "127.0.0.1");
  await expect.poll(() => calls).toBe(1);
  expect([held.listening, isPortOpeningDelayed()]).toEqual([false, true]);
  openPort();
  await expect.poll(() => held.listening).toBe(true);
  const { port: heldPort } = held.address() as AddressInfo;
  const [response] = (await once(get({ host: "127.0.0.1", port: heldPort }), "response")) as [IncomingMessage];
  expect([response.statusCode, calls, isPortOpeningDelayed()]).toEqual([200, 1, false]);
});

test("openPort does nothing if the server was closed before its delayed port was opened", async () => {
  const held = createServer();
  delayPortOpening();
  held.listen(0, "127.0.0.1");
  await once(held, "listening");
  const error = await new Promise((resolve) => held.close(resolve));
  openPort();
  expect([error, held.listening, isPortOpeningDelayed()]).toEqual([undefined, false, false]);
});
