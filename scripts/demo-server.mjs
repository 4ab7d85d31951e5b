// @ts-check
// Starts the server with demo data for benchmarks and tests, by the command of `npm run launch`. The command ends in `exec`, so the
// child process is the server.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { root } from "./support.mjs";

const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
const JSON_HEADERS = { "content-type": "application/json" };

/** @typedef {{ url: string, pid: number, stop: () => Promise<void> }} DemoServer A running server; `stop` resolves when its process has exited */

/**
 * Starts the server and resolves when it is ready. A missing build or missing demo data takes minutes.
 * @param {{ port: number, dataDir: string, env?: Record<string, string> }} options @returns {Promise<DemoServer>}
 * @throws if the server exits before it is ready
 */
export async function startDemoServer({ port, dataDir, env }) {
  const server = spawn("sh", ["-c", scripts.launch], {
    cwd: root,
    // Raises the database timeouts, because a busy machine must not fail the benchmark.
    env: {
      ...process.env,
      ...{ DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: "warn", DATABASE_WAIT_SECONDS: "30" },
      SIMULATED_PROVIDER: "off",
      ...env,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const killServer = () => server.kill("SIGTERM");
  process.on("exit", killServer);
  const url = `http://localhost:${port}`;
  while (!(await fetch(`${url}/api/health`).catch(() => null))?.ok) {
    if (server.exitCode !== null) throw new Error("The server did not start.");
    await delay(200);
  }
  return {
    url,
    pid: server.pid ?? 0,
    async stop() {
      process.off("exit", killServer);
      const exited = once(server, "exit");
      killServer();
      await exited;
    },
  };
}

/**
 * Lists the existing mails in the outbox folder. The returned function waits up to 30 s for a new mail and returns its sign-in code.
 * @param {string} dataDir @returns {() => Promise<string>}
 */
export function watchForSignInCode(dataDir) {
  const outbox = path.join(dataDir, "outbox");
  const mails = () => (existsSync(outbox) ? readdirSync(outbox) : []).filter((name) => name.endsWith(".eml"));
  const earlierMails = new Set(mails());
  return async () => {
    for (let attempt = 0; attempt < 150; attempt++) {
      await delay(200);
      const mail = mails().find((name) => !earlierMails.has(name));
      const text = mail && readFileSync(path.join(outbox, mail), "utf8").split(/^Subject/m);
      const [code] = (text && /\b\d{6}\b/.exec(text.at(-1) ?? "")) || [];
      if (code) return code;
    }
    throw new Error("The mail with the code did not come within half a minute.");
  };
}

/**
 * Signs in with a demo account. Reads the mailed code from the outbox in the server's data folder.
 * @param {string} url
 * @param {string} dataDir
 * @param {string} account
 * @param {string} [password]
 * @returns {Promise<string>} the session's token
 */
export async function signIn(url, dataDir, account, password = "Demo-CrossRiver-2026") {
  const code = watchForSignInCode(dataDir);
  const email = `${account}@crossriverpay.example`;
  const { reference } = await callApi("POST", "login", { email, password });
  return (await callApi("PATCH", "verify-token/sign-in", { reference, token: await code() })).token;

  /** Sends a call of the sign-in API and returns its data. @param {string} method @param {string} apiPath @param {object} body */
  async function callApi(method, apiPath, body) {
    const requestInit = { method, headers: JSON_HEADERS, body: JSON.stringify(body) };
    const answer = await fetch(`${url}/api/v1/auth/admin/${apiPath}`, requestInit);
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return (await answer.json()).data;
  }
}
