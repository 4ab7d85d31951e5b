import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { log } from "@/lib/server/base/log";
import { closeAfter, EXIT_CODES, httpActivity } from "./http-activity.mjs";
import { beginStopping } from "./stopping";

/** How long a connection is idle before it is closed: a request that was on its way when we stopped has arrived by then. */
const IDLE_MS = 1_000;
const CHECK_MS = 100;
/** Next does some tidying when the last connection is gone; it has that long. */
const TIDY_MS = 2_000;

/**
 * Ends the process in time after SIGTERM or Ctrl-C, also when the signal came before this call. Next itself stops
 * listening then and waits for every connection to close, which those in use never do. So responses now tell the client
 * to close its connection, idle connections are closed, and what is still under way at the limit is cut off.
 * @param seconds from the signal to the cut.
 */
export function drainOnSignal(seconds: number): void {
  const { stop } = httpActivity;
  const begin = () => void drain(stop.reason, seconds);
  if (stop.aborted) begin();
  else stop.addEventListener("abort", begin);
}

async function drain(signal: keyof typeof EXIT_CODES, seconds: number) {
  const { connections, servers } = httpActivity;
  const began = Date.now();
  beginStopping();
  log.info({ signal, connections: connections.size }, "stopping: what is under way is answered first");
  // Next would cut these at once, and with them a request that is on its way over one.
  for (const server of servers) server.closeIdleConnections = () => {};
  for (const { responses } of connections.values()) for (const response of responses) closeAfter(response);
  for (; Date.now() < began + seconds * 1_000; await delay(CHECK_MS))
    for (const [socket, { responses, idleSince }] of connections)
      if (responses.size === 0 && Date.now() - Math.max(idleSince, began) >= IDLE_MS) socket.destroySoon();
  const cut = [...connections.values()].filter(({ responses }) => responses.size > 0).length;
  if (cut) log.warn({ requests: cut, seconds }, "requests were cut off: they took longer than SHUTDOWN_SECONDS");
  for (const socket of connections.keys()) socket.destroy();
  await delay(TIDY_MS);
  process.exit(EXIT_CODES[signal]);
}
