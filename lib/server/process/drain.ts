import "server-only";
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import { log } from "@/lib/server/base/log";
import { closeConnectionAfter, httpActivity, SIGNAL_EXIT_CODES } from "./http-activity.mjs";
import { beginStopping } from "./stopping";

/** Idle time in ms after which a connection is closed, so that a request that the client sent before the stop signal still arrives. */
const IDLE_MS = 1_000;
const CHECK_INTERVAL_MS = 100;
/** Time in ms that Next.js gets for its own cleanup after the last connection has closed. */
const CLEANUP_LIMIT_MS = 2_000;

/**
 * Ends the process in time after SIGTERM or Ctrl-C, even if the signal arrived before this call. On the signal, Next.js stops listening
 * and waits until every connection is closed, but clients keep idle connections open. So this function sends `Connection: close` with
 * responses, closes idle connections, and aborts requests that still run at the limit.
 * @param seconds from the signal to the abort
 */
export function drainOnSignal(seconds: number): void {
  const { stop } = httpActivity;
  const startDrain = () => void drainAndExit(stop.reason, seconds);
  if (stop.aborted) startDrain();
  else stop.addEventListener("abort", startDrain);
}

async function drainAndExit(signal: keyof typeof SIGNAL_EXIT_CODES, seconds: number) {
  const { connections, servers } = httpActivity;
  const began = Date.now();
  beginStopping();
  log.info({ signal, connections: connections.size }, "stopping: what is under way is answered first");
  // Prevents Next.js from closing idle connections immediately, which would lose a request in transit.
  for (const server of servers) server.closeIdleConnections = () => {};
  for (const { responses } of connections.values()) for (const response of responses) closeConnectionAfter(response);
  for (; Date.now() < began + seconds * 1_000; await delay(CHECK_INTERVAL_MS)) {
    // Reads data that arrived while the event loop was busy: closing a socket with unread data resets the connection.
    await nextTurn();
    for (const [socket, { responses, idleSince }] of connections)
      if (responses.size === 0 && Date.now() - Math.max(idleSince, began) >= IDLE_MS) socket.destroySoon();
  }
  const cut = [...connections.values()].filter(({ responses }) => responses.size > 0).length;
  if (cut) log.warn({ requests: cut, seconds }, "requests were cut off: they took longer than SHUTDOWN_SECONDS");
  for (const socket of connections.keys()) socket.destroy();
  await delay(CLEANUP_LIMIT_MS);
  process.exit(SIGNAL_EXIT_CODES[signal]);
}
