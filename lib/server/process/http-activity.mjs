// Loaded by scripts/start.mjs before Next.js opens its port: shutdown must know every connection and signal, and a load balancer may
// connect during startup. Plain JavaScript, because it runs outside the bundles of Next.js.
import { subscribe } from "node:diagnostics_channel";
import { getEventListeners } from "node:events";
import { Server as HttpServer } from "node:http";

/** @typedef {import("node:http").Server} Server */
/** @typedef {import("node:http").ServerResponse} ServerResponse */
/** @typedef {import("node:net").Socket} Socket */
/** @typedef {{ responses: Set<ServerResponse>, idleSince: number }} Connection responses in progress; ms since 1970 */
/** @typedef {{ connections: Map<Socket, Connection>, servers: Set<Server>, stop: AbortSignal }} HttpActivity */

/** Exit codes after a signal, like those of Next.js: 128 plus the signal's number. */
export const SIGNAL_EXIT_CODES = { SIGINT: 130, SIGTERM: 143 };

// Stored globally, because Next.js bundles a second copy of this module.
const globalState = /** @type {{ crossRiverPayHttpActivity?: HttpActivity, crossRiverPayOpenPort?: () => void }} */ (
  globalThis
);

/** Open connections, servers with a request, and an abort signal for stopping (reason: SIGTERM or SIGINT). */
export const httpActivity = globalState.crossRiverPayHttpActivity ?? watchHttp();
globalState.crossRiverPayHttpActivity = httpActivity;

/** @returns {HttpActivity} */
function watchHttp() {
  /** @type {Map<Socket, Connection>} */
  const connections = new Map();
  /** @type {Set<Server>} */
  const servers = new Set();
  const stopping = new AbortController();

  /** @param {Socket} socket */
  const connectionOf = (socket) => {
    const existing = connections.get(socket);
    if (existing) return existing;
    /** @type {Connection} */
    const activity = { responses: new Set(), idleSince: Date.now() };
    connections.set(socket, activity);
    socket.once("close", () => connections.delete(socket));
    return activity;
  };

  subscribe("net.server.socket", (event) => void connectionOf(/** @type {{ socket: Socket }} */ (event).socket));
  subscribe("http.server.request.start", (event) => {
    const { response, socket, server } = /** @type {{ response: ServerResponse, socket: Socket, server: Server }} */ (
      event
    );
    const connection = connectionOf(socket);
    servers.add(server);
    connection.responses.add(response);
    if (stopping.signal.aborted) closeConnectionAfter(response);
    response.once("close", () => {
      connection.responses.delete(response);
      connection.idleSince = Date.now();
    });
  });

  for (const signal of /** @type {const} */ (["SIGTERM", "SIGINT"])) {
    // Runs before the handler of Next.js, which closes idle connections immediately.
    process.prependListener(signal, () => {
      // If neither Next.js nor drainOnSignal handles signals yet, no request is in progress. The process then exits immediately.
      const isAlone = process.listenerCount(signal) === 1 && getEventListeners(stopping.signal, "abort").length === 0;
      if (isAlone) process.exit(SIGNAL_EXIT_CODES[signal]);
      stopping.abort(signal);
    });
  }
  return { connections, servers, stop: stopping.signal };
}

/**
 * Calls a function with each request, including requests that arrived earlier and still wait for the server's start.
 * @param {(request: import("node:http").IncomingMessage) => void} handle
 */
export function onRequest(handle) {
  for (const { responses } of httpActivity.connections.values()) for (const { req } of responses) handle(req);
  subscribe("http.server.request.start", (event) =>
    handle(/** @type {{ request: import("node:http").IncomingMessage }} */ (event).request),
  );
}

/**
 * Makes a response the last one of its connection, unless the response's headers are already sent. The client then opens a new connection,
 * possibly to another instance.
 * @param {ServerResponse} response
 */
export function closeConnectionAfter(response) {
  if (!response.headersSent) response.setHeader("connection", "close");
}

/**
 * Delays listening of the next server until `openPort` is called. A proxy without health checks, such as nginx, sends requests to
 * an instance as soon as its port is open, and repeats no write that a starting instance refuses. Next.js opens the port first, so
 * this emits the `listening` event early.
 */
export function delayPortOpening() {
  /** @this {Server} @param {unknown[]} args @returns {Server} */
  HttpServer.prototype.listen = function (...args) {
    Reflect.deleteProperty(HttpServer.prototype, "listen");
    globalState.crossRiverPayOpenPort = () => {
      Reflect.deleteProperty(this, "close");
      // Removes the `listening` listeners of Next.js and Node, because the early event has already run them.
      this.removeAllListeners("listening");
      Reflect.apply(this.listen, this, args);
    };
    // Replaces `close`, because Node's method reports an error for a server that does not listen yet.
    this.close = (callback) => {
      globalState.crossRiverPayOpenPort = undefined;
      callback?.();
      return this;
    };
    setImmediate(() => this.emit("listening"));
    return this;
  };
}

/** Returns true between `delayPortOpening` and `openPort`. */
export const isPortOpeningDelayed = () => globalState.crossRiverPayOpenPort !== undefined;

/** Opens the port that `delayPortOpening` has kept closed. Does nothing if the port is open, or if the server was closed. */
export function openPort() {
  const open = globalState.crossRiverPayOpenPort;
  globalState.crossRiverPayOpenPort = undefined;
  open?.();
}
