import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, get, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { closeAfter, httpActivity, onRequest } from "./http-activity.mjs";

/** A server that leaves each response open until the test ends it. */
const server = createServer((_request, response) => held.push(response));
let held: ServerResponse[] = [];
let port: number;
beforeEach(async () => {
  held = [];
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

const send = (path: string) => {
  const sent = get({ host: "127.0.0.1", port, path });
  return once(sent, "response") as Promise<[IncomingMessage]>;
};
const connectionsHere = () => [...httpActivity.connections].filter(([{ localPort }]) => localPort === port);

test("tracks a connection before its first request, during a response, and after it", async () => {
  const socket = connect(port, "127.0.0.1");
  await expect.poll(connectionsHere).toMatchObject([[{}, { responses: { size: 0 } }]]);
  const before = Date.now();
  socket.write("GET / HTTP/1.1\r\nhost: test\r\n\r\n");
  await expect.poll(connectionsHere).toMatchObject([[{}, { responses: { size: 1 } }]]);
  expect(httpActivity.servers).toContain(server);
  held[0]?.end();
  await expect.poll(connectionsHere).toMatchObject([[{}, { responses: { size: 0 } }]]);
  expect(connectionsHere()[0]?.[1].idleSince).toBeGreaterThanOrEqual(before);
  socket.destroy();
  await expect.poll(connectionsHere).toEqual([]);
});

test("onRequest includes a request that began before and has no response yet", async () => {
  const early = send("/early");
  await expect.poll(() => held).toHaveLength(1);
  const urls: (string | undefined)[] = [];
  onRequest(({ url }) => urls.push(url));
  const late = send("/late");
  await expect.poll(() => urls).toEqual(["/early", "/late"]);
  for (const response of held) response.end();
  await Promise.all([early, late]);
});

test("closeAfter closes the connection after a response, and does nothing once its headers are sent", async () => {
  const first = send("/");
  await expect.poll(() => held).toHaveLength(1);
  const [response] = held as [ServerResponse];
  closeAfter(response);
  response.flushHeaders();
  closeAfter(response);
  response.end();
  expect((await first)[0].headers.connection).toBe("close");
});

test.each([
  ["SIGTERM", 143],
  ["SIGINT", 130],
] as const)("ends the process on %s if nothing else handles the signal", async (signal, code) => {
  const program = "process.stdout.write('started'); setInterval(() => {}, 60_000)";
  const flags = ["--import", "./lib/server/process/http-activity.mjs", "--eval", program];
  const child = spawn(process.execPath, flags, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const exit = once(child, "exit");
  await once(child.stdout, "data");
  child.kill(signal);
  expect(await exit).toEqual([code, null]);
});
