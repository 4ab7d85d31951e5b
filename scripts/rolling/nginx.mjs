// @ts-check
// Runs nginx with docs/deploy/nginx.conf, and replaces only addresses, ports and paths.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const HOST = "office.example";

/**
 * Starts nginx as reverse proxy of the instances. It listens for HTTPS on `port` and for HTTP on `port + 1`.
 * @param {{ example: string, folder: string, port: number, instancePorts: readonly number[] }} options `example`: path of nginx.conf
 * @throws if nginx rejects the configuration
 */
export function startNginx({ example, folder, port, instancePorts }) {
  mkdirSync(folder, { recursive: true });
  const certificate = ["-keyout", "privkey.pem", "-out", "fullchain.pem", "-subj", `/CN=${HOST}`, "-days", "2"];
  run("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...certificate]);
  writeFileSync(path.join(folder, "site.conf"), siteConfig());
  writeFileSync(path.join(folder, "nginx.conf"), mainConfig());
  const args = ["-p", folder, "-c", path.join(folder, "nginx.conf"), "-e", path.join(folder, "error.log")];
  run("nginx", [...args, "-t"]);
  const output = openSync(path.join(folder, "output.log"), "a");
  const child = spawn("nginx", [...args, "-g", "daemon off;"], { cwd: folder, stdio: ["ignore", output, output] });
  closeSync(output);
  return {
    host: HOST,
    port,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      await exited;
    },
  };

  /** Runs a program and waits for its end. @param {string} program @param {string[]} args @throws its error output */
  function run(program, args) {
    const result = spawnSync(program, args, { cwd: folder, encoding: "utf8" });
    if (result.status !== 0) throw new Error(`${program} failed: ${result.stderr}`);
  }

  function siteConfig() {
    const text = readFileSync(example, "utf8");
    return text
      .replace(/^( *server )127\.0\.0\.1:3000( .*;)$/m, (_, start, end) =>
        instancePorts.map((instancePort) => `${start}127.0.0.1:${instancePort}${end}`).join("\n"),
      )
      .replaceAll(/listen (\[::\]:)?443 /g, (_, prefix) => `listen ${prefix ?? ""}${port} `)
      .replaceAll(/listen (\[::\]:)?80;/g, (_, prefix) => `listen ${prefix ?? ""}${port + 1};`)
      .replaceAll(`/etc/ssl/${HOST}/`, `${folder}/`)
      .replaceAll("/var/log/nginx/", `${folder}/`);
  }

  /** Returns a main configuration with the relevant settings of Debian's nginx.conf. */
  function mainConfig() {
    return `${process.getuid?.() === 0 ? "user root;\n" : ""}worker_processes auto;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
events { worker_connections 768; }
http {
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join("\n  ")}
  include ${folder}/site.conf;
}
`;
  }
}
