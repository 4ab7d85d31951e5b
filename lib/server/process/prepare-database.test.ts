import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { log } from "@/lib/server/base/log";
import { databaseFault, setDatabaseFault } from "@/lib/server/db/availability";
import { SchemaError } from "@/lib/server/db/schema-version";
import { startTestApp, type TestApp } from "@/lib/server/testing/app";
import { prepareDatabase } from "./prepare-database";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

afterEach(() => {
  vi.restoreAllMocks();
  setDatabaseFault(undefined);
});

/** Returns start steps that record the order in which they ran, and the database fault that API calls saw during each step. */
function recordedSteps(run: { beforeReady?: () => void; afterReady?: () => void } = {}) {
  const order: string[] = [];
  const steps = {
    beforeReady: async () => {
      order.push(`before: ${databaseFault()}`);
      run.beforeReady?.();
    },
    afterReady: async () => {
      order.push(`after: ${databaseFault()}`);
      run.afterReady?.();
    },
  };
  return { order, steps };
}

it("prepareDatabase applies migrations before API calls may use the database, and runs the other start steps afterwards", async () => {
  const { order, steps } = recordedSteps();
  await prepareDatabase(app.url, steps);
  expect(order).toEqual(["before: The database is being prepared.", "after: undefined"]);
});

it("prepareDatabase resolves after the first failure with its reason, and continues once the database can be reached", async () => {
  const proxy = await closedProxy();
  const { order, steps } = recordedSteps();
  await prepareDatabase(proxy.url, steps);
  const reason = "The database accepts no connections at the address of DATABASE_URL.";
  expect(databaseFault()).toBe(reason);
  expect(order).toEqual([]);
  await proxy.open();
  await vi.waitFor(() => expect(order).toEqual([`before: ${reason}`, "after: undefined"]), { timeout: 10_000 });
  proxy.close();
});

it("prepareDatabase tries again if the database becomes unreachable between two start steps", async () => {
  let failures = 0;
  const { order, steps } = recordedSteps({
    afterReady: () => {
      if (failures++ === 0) throw Object.assign(new Error("gone"), { code: "57P01" });
    },
  });
  await prepareDatabase(app.url, steps);
  expect(databaseFault()).toBe("The database is shutting down.");
  await vi.waitFor(() => expect(order).toHaveLength(4), { timeout: 10_000 });
  expect(order.slice(2)).toEqual(["before: The database is shutting down.", "after: undefined"]);
});

const schemaError = (code: string, severity = "ERROR") =>
  new SchemaError("Migration 0030 failed.", { cause: Object.assign(new Error("cause"), { code, severity }) });
const missingFile = (syscall: string) => Object.assign(new Error("ENOENT"), { code: "ENOENT", syscall });

it.each([
  ["the locks of a migration were not free", schemaError("55P03")],
  ["a migration filled the disk", schemaError("53100")],
  ["a migration was cancelled", schemaError("57014")],
  ["a migration ran into deadlocks", schemaError("40P01")],
  ["a migration ran on a standby", schemaError("25006")],
  ["the file of the secret is missing", missingFile("open")],
])("prepareDatabase ends the process if %s", async (_case, error) => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const exit = vi.spyOn(process, "exit").mockReturnValue(undefined as never);
  const { order, steps } = recordedSteps({
    beforeReady: () => {
      if (order.length === 1) throw error;
    },
  });
  await expect(prepareDatabase(app.url, steps)).rejects.toBe(error);
  expect(exit).toHaveBeenCalledWith(1);
});

it.each([
  ["a migration lost its connection", schemaError("57P01", "FATAL")],
  ["the server ended the connection of a migration", schemaError("XX000", "FATAL")],
  ["the socket is missing", missingFile("connect")],
])("prepareDatabase tries again if %s, and logs the error", async (_case, error) => {
  const warn = vi.spyOn(log, "warn").mockReturnValue(undefined);
  const { order, steps } = recordedSteps({
    beforeReady: () => {
      if (order.length === 1) throw error;
    },
  });
  await prepareDatabase(app.url, steps);
  await vi.waitFor(() => expect(order).toHaveLength(3), { timeout: 10_000 });
  expect(warn.mock.calls[0]?.[0]).toMatchObject({ err: error });
});

it("prepareDatabase ends the process if the database can be reached but not migrated", async () => {
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const exit = vi.spyOn(process, "exit").mockReturnValue(undefined as never);
  const { steps } = recordedSteps({
    beforeReady: () => {
      throw new Error("This database is newer than the program.");
    },
  });
  await expect(prepareDatabase(app.url, steps)).rejects.toThrow("newer");
  expect(exit).toHaveBeenCalledWith(1);
  expect(write.mock.calls.map(([text]) => text)).toEqual([
    "The start failed: This database is newer than the program.\n",
  ]);
});

/** Returns a proxy of the test server that accepts no connections until it is opened. */
async function closedProxy() {
  const target = new URL(app.url);
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) socket.on("error", () => {});
    client.pipe(upstream).pipe(client);
  });
  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  server.close();
  await once(server, "close");
  const url = new URL(app.url);
  url.host = `127.0.0.1:${port}`;
  return { url: url.href, open: () => listen(port), close: () => server.close() };
}
