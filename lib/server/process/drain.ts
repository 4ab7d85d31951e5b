import "server-only";
import { subscribe } from "node:diagnostics_channel";
import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { log } from "@/lib/server/base/log";
import { beginStopping, isStopping } from "./stopping";

/** How long a connection rests before it is closed: a request that was on its way when we stopped has come by then. */
const REST_MS = 1_000;
const LOOK_MS = 100;
/** Next does some tidying when the last connection is gone; it has that long. */
const TIDY_MS = 2_000;
/** What a process ends with after a signal, as Next does it: 128 and the signal's number. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 };

/** What comes with each request (node:http, "http.server.request.start"). */
type Began = { response: ServerResponse; socket: Socket; server: Server };
/** What a connection is answering, and since when it rests. */
type Connection = { answers: Set<ServerResponse>; restingSince: number };

/**
 * Ends the process in time after SIGTERM or Ctrl-C. Next itself stops listening then and waits for every connection to
 * close, which those in use never do. So answers now say that they are the last of their connection, connections that
 * rest are closed, and what is still under way at the limit is cut off.
 * @param seconds from the signal to the cut.
 */
export function drainOnSignal(seconds: number): void {
  const connections = new Map<Socket, Connection>();
  const servers = new Set<Server>();

  const connectionOf = (socket: Socket) => {
    const known = connections.get(socket);
    if (known) return known;
    const made: Connection = { answers: new Set(), restingSince: Date.now() };
    connections.set(socket, made);
    socket.once("close", () => connections.delete(socket));
    return made;
  };

  subscribe("net.server.socket", (event) => void connectionOf((event as { socket: Socket }).socket));
  subscribe("http.server.request.start", (event) => {
    const { response, socket, server } = event as Began;
    const connection = connectionOf(socket);
    servers.add(server);
    connection.answers.add(response);
    if (isStopping()) sayLast(response);
    response.once("close", () => {
      connection.answers.delete(response);
      connection.restingSince = Date.now();
    });
  });

  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    // Before Next's own handler, which begins with closing what rests.
    process.prependListener(signal, () => {
      if (isStopping()) return;
      beginStopping();
      void drain(signal);
    });
  }

  async function drain(signal: keyof typeof EXIT_CODES) {
    const began = Date.now();
    log.info({ signal, connections: connections.size }, "stopping: what is under way is answered first");
    // Next would cut these at once, and with them a request that is on its way over one.
    for (const server of servers) server.closeIdleConnections = () => {};
    for (const { answers } of connections.values()) for (const response of answers) sayLast(response);
    for (; Date.now() < began + seconds * 1_000; await delay(LOOK_MS)) closeResting(began);
    const cut = [...connections.values()].filter(({ answers }) => answers.size > 0).length;
    if (cut) log.warn({ requests: cut, seconds }, "requests were cut off: they took longer than SHUTDOWN_SECONDS");
    for (const socket of connections.keys()) socket.destroy();
    await delay(TIDY_MS);
    process.exit(EXIT_CODES[signal]);
  }

  function closeResting(began: number) {
    for (const [socket, { answers, restingSince }] of connections)
      if (answers.size === 0 && Date.now() - Math.max(restingSince, began) >= REST_MS) socket.destroySoon();
  }
}

/** The client then opens another connection, to another instance; too late for an answer that has begun. */
function sayLast(response: ServerResponse) {
  if (!response.headersSent) response.setHeader("connection", "close");
}
