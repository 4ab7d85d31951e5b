// @ts-check
// A server with demo data for what measures one: started in the words of `npm run launch`, so that what is measured is
// what is started. Those end in `exec`: the process is the server.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { root } from "./support.mjs";

const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
const json = { "content-type": "application/json" };

/** @typedef {{ url: string, pid: number, stop: () => Promise<void> }} DemoServer `stop` returns when it has ended */

/**
 * Returns when it is ready, which takes minutes when there is a build to make or demo data to load.
 * @param {{ port: number, dataDir: string, env?: Record<string, string> }} options @returns {Promise<DemoServer>}
 * @throws when it ends before
 */
export async function startDemoServer({ port, dataDir, env }) {
  const server = spawn("sh", ["-c", scripts.launch], {
    cwd: root,
    // A machine that is busy may take its time: what is measured is something else.
    env: {
      ...process.env,
      ...{ DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: "warn", DATABASE_WAIT_SECONDS: "30" },
      SIMULATED_PROVIDER: "off",
      ...env,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const kill = () => server.kill("SIGTERM");
  process.on("exit", kill);
  const url = `http://localhost:${port}`;
  while (!(await fetch(`${url}/api/health`).catch(() => null))?.ok) {
    if (server.exitCode !== null) throw new Error("The server did not start.");
    await delay(200);
  }
  return {
    url,
    pid: server.pid ?? 0,
    async stop() {
      process.off("exit", kill);
      const ended = once(server, "exit");
      kill();
      await ended;
    },
  };
}

/**
 * Signs a demo account in; the code is in the mail that the server wrote to its folder.
 * @param {string} url @param {string} dataDir @param {string} account @returns {Promise<string>} the session's token
 */
export async function signIn(url, dataDir, account) {
  const outbox = path.join(dataDir, "outbox");
  const mails = () => (existsSync(outbox) ? readdirSync(outbox) : []).filter((name) => name.endsWith(".eml"));
  const earlier = new Set(mails());
  const email = `${account}@crossriverpay.example`;
  const { reference } = await send("POST", "login", { email, password: "Demo-CrossRiver-2026" });
  for (let tries = 0; tries < 150; tries++) {
    await delay(200);
    const mail = mails().find((name) => !earlier.has(name));
    const text = mail && readFileSync(path.join(outbox, mail), "utf8").split(/^Subject/m);
    const [code] = (text && /\b\d{6}\b/.exec(text.at(-1) ?? "")) || [];
    if (code) return (await send("PATCH", "verify-token/sign-in", { reference, token: code })).token;
  }
  throw new Error("The mail with the code did not come within half a minute.");

  /** @param {string} method @param {string} call @param {object} body */
  async function send(method, call, body) {
    const sent = { method, headers: json, body: JSON.stringify(body) };
    const answer = await fetch(`${url}/api/v1/auth/admin/${call}`, sent);
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return (await answer.json()).data;
  }
}
