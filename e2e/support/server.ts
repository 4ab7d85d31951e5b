import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** Sets all settings to empty values, which take precedence over a developer's .env files. */
const UNSET_VARIABLES = Object.fromEntries(
  [
    ...["DATABASE_URL", "SMTP_URL", "API_BASE_URL", "APP_ORIGIN", "APP_SECRET", "APP_API_KEYS", "TRUSTED_PROXIES"],
    ...["FIREBASE_API_KEY", "FIREBASE_PROJECT_ID", "FIREBASE_APP_ID", "FIREBASE_MESSAGING_SENDER_ID"],
    ...["FIREBASE_VAPID_KEY", "FIREBASE_SERVICE_ACCOUNT"],
  ].map((name) => [name, ""]),
);
/** Settings of test servers: no simulated activity, and longer database timeouts, because test machines may be busy. */
const QUIET_SERVER_SETTINGS = { SIMULATED_PROVIDER: "off", SIMULATED_CITIZENS: "off", DATABASE_WAIT_SECONDS: "15" };
/** Environment variables of a test server, without port and data folder. */
export const SERVER_ENVIRONMENT = {
  ...process.env,
  NODE_ENV: "production",
  ...UNSET_VARIABLES,
  ...QUIET_SERVER_SETTINGS,
} as const;
/** Maximum time in ms until a server is ready. Loading the demo data takes a minute, or several on a busy machine. */
const START_LIMIT_MS = 600_000;
/**
 * Scripts of package.json. They start the server by `exec`, so that the spawned process is the server. `launch` loads demo data,
 * `start` does not.
 */
export const { scripts: NPM_COMMANDS }: { scripts: Record<"launch" | "start" | "start:components", string> } =
  JSON.parse(readFileSync("package.json", "utf8"));
/** Path that returns 200 once the server can handle requests. */
const HEALTH_PATH = "/api/health";

/** A running test server. */
export type TestServer = {
  url: string;
  /** Returns the output of the server so far. */
  output: () => string;
  hasExited: () => boolean;
  /** Stops server and PostgreSQL once pending requests are completed. @returns the exit code; null if the process had to be killed */
  stop: () => Promise<number | null>;
  /** Kills the server without a shutdown, as a crash does; PostgreSQL keeps running. */
  kill: () => Promise<void>;
  /** Pauses the process as a serverless host does between requests; `thaw` resumes it. */
  freeze: () => void;
  thaw: () => void;
};
/** Options of a test server. `command`: npm script that starts the server. */
export type ServerOptions = {
  port: number;
  dataDir: string;
  command?: keyof typeof NPM_COMMANDS;
  env?: Record<string, string>;
  /** Path polled until it returns 200; by default the health check. */
  ready?: string;
};

/**
 * Starts the built server and waits until it is ready. @throws if the port is taken, if the server exits, or if it is not ready within
 * ten minutes
 */
export async function startServer({ ready = HEALTH_PATH, ...options }: ServerOptions): Promise<TestServer> {
  const address = `http://localhost:${options.port}${ready}`;
  if (await isAnswering(address))
    throw new Error(`Something else answers on port ${options.port}. Is another test run under way?`);
  const server = spawnServer(options);
  for (const deadline = Date.now() + START_LIMIT_MS; !(await isAnswering(address, 200)); await delay(50)) {
    if (!server.hasExited() && Date.now() < deadline) continue;
    await server.kill();
    throw new Error(`The server did not start:\n${server.output().slice(-2_000)}`);
  }
  return server;
}

/** Starts the built server without waiting until it is ready. Writes its output to test-results/server-<port>.log. */
export function spawnServer({ port, dataDir, command = "launch", env }: Omit<ServerOptions, "ready">): TestServer {
  const url = `http://localhost:${port}`;
  const logFile = path.join("test-results", `server-${port}.log`);
  mkdirSync(path.dirname(logFile), { recursive: true });
  const log = openSync(logFile, "w");
  const server = spawn("sh", ["-c", NPM_COMMANDS[command]], {
    env: { ...SERVER_ENVIRONMENT, DATA_DIR: dataDir, PORT: String(port), ...env },
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  const exited = once(server, "exit");
  const hasExited = () => server.exitCode !== null || server.signalCode !== null;
  const end = () => server.kill("SIGTERM");
  process.on("exit", end);
  const kill = async () => {
    process.off("exit", end);
    server.kill("SIGKILL");
    await exited;
  };
  const output = () => readFileSync(logFile, "utf8");
  const stop = async () => {
    end();
    await Promise.race([exited, delay(40_000, undefined, { ref: false })]);
    await kill();
    return server.exitCode;
  };

  const freeze = () => void server.kill("SIGSTOP");
  const thaw = () => void server.kill("SIGCONT");
  return { url, output, hasExited, stop, kill, freeze, thaw };
}

/** Creates an empty data folder for one server. @returns its path and a function that removes it */
export function makeDataDir() {
  const dataDir = mkdtempSync(path.join(tmpdir(), "crossriverpay-e2e-"));
  return { dataDir, removeDataDir: () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 }) };
}

/** Creates a data folder with a copy of the demo data loaded by global-setup.ts. @returns as `makeDataDir` */
export function makeDemoDir() {
  const demoDir = makeDataDir();
  // `cp -a` keeps owners and permissions, which PostgreSQL checks.
  execFileSync("cp", ["-a", `${process.env.DEMO_DATA_DIR}/.`, demoDir.dataDir]);
  return demoDir;
}

async function isAnswering(address: string, status?: number): Promise<boolean> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
  return !!answer && (!status || answer.status === status);
}
