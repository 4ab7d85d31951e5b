// @ts-check
// Starts the built server: `npm start`, `npm run launch`, the container and the systemd unit run it. `npm run build` copies this
// file to .next/standalone, which contains everything that the server needs and can be copied to another folder or machine.
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const folder = path.dirname(fileURLToPath(import.meta.url));
const load = createRequire(import.meta.url);

/** Imports a module of the folder that contains this script. @param {string} name */
const loadOwn = (name) => import(pathToFileURL(path.join(folder, name)).href);

Object.assign(process.env, { NODE_ENV: "production" });
await loadOwn("check-settings.mjs");
// Logs JSON lines, except for `npm run launch`, whose output is read by people.
if (!("__loadDemoData" in globalThis)) await loadOwn("lib/server/base/json-output.mjs");
// Loaded before Next.js opens the port, so that it tracks every connection and a shutdown can close them all.
const { delayPortOpening } = await loadOwn("lib/server/process/http-activity.mjs");
// With an external database, the port stays closed until lib/server/process/start.ts opens it: other instances can serve requests until then.
if (process.env.DATABASE_URL) delayPortOpening();
// Stores the program's folder, in which lib/server/base/program-file.ts finds files of the program. DATA_DIR and .env files are relative to the
// current folder.
Object.assign(globalThis, { crossRiverPayFolder: folder });

const { config } = load("./.next/required-server-files.json");
process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
load("next");
// Replaces the server.js that Next.js generates, which has three faults. It listens on the address in HOSTNAME, which Docker sets to the
// container's id, so health checks through localhost fail. It changes the current folder. It closes idle connections after 5 s, earlier
// than proxies do (KEEP_ALIVE_TIMEOUT in docs/operations.md).
const { startServer } = load("next/dist/server/lib/start-server");
await startServer({
  dir: folder,
  isDev: false,
  config,
  port: Number(process.env.PORT || 3000),
  allowRetry: false,
  keepAliveTimeout: Number(process.env.KEEP_ALIVE_TIMEOUT || 75_000),
});
