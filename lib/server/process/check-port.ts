import "server-only";
import { createServer } from "node:http";
import { connect } from "node:net";
import { settingFault } from "@/lib/settings/setting-faults";

const CONNECT_LIMIT_MS = 1_000;
/** Lowest port that every user may open; lower ones may need a privilege of the operating system. */
const FIRST_UNPRIVILEGED_PORT = 1024;

/**
 * Returns a sentence if another program answers on the port, or if this user may not open it. Does not open an unprivileged
 * port itself, because a load balancer could connect to it and be cut off.
 */
export async function findPortFault(port: number): Promise<string | undefined> {
  const reason = (await hasListener(port))
    ? "another program uses"
    : port < FIRST_UNPRIVILEGED_PORT && (await openingFault(port));
  return reason ? settingFault("PORT", `is ${port}, which ${reason}`) : undefined;
}

function hasListener(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "localhost", timeout: CONNECT_LIMIT_MS });
    const end = (isConnected: boolean) => {
      socket.destroy();
      resolve(isConnected);
    };
    socket.once("connect", () => end(true));
    socket.once("error", () => end(false));
    socket.once("timeout", () => end(false));
  });
}

/**
 * Opens the port as Next.js does, and closes it again.
 * @returns why the port can't be opened
 */
function openingFault(port: number): Promise<string | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", ({ code, message }: NodeJS.ErrnoException) =>
      resolve(code === "EACCES" ? "this user may not open" : `can't be opened: ${message}`),
    );
    server.listen(port, () => server.close(() => resolve(undefined)));
  });
}
