import { type ChildProcess, execFileSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { clusterDatabaseUrl, ensureCluster, findPostgres } from "@/lib/server/db/embedded-cluster";
import { findFreePort, launchPostgres, probePostgres } from "@/lib/server/db/embedded-server";
import { choosePostgresOsUser } from "@/lib/server/db/embedded-user";
import { runSingleStatement } from "./database";

const START_LIMIT_MS = 30_000;

/** Starts a PostgreSQL server and a standby of it with streaming replication. */
export async function startStreamingReplica() {
  const folder = mkdtempSync(path.join(tmpdir(), "crossriverpay-replica-"));
  chmodSync(folder, 0o711);
  const programs = findPostgres();
  const [primaryFolder, standbyFolder] = [path.join(folder, "primary"), path.join(folder, "standby")];
  const user = choosePostgresOsUser({ initdb: programs.initdb, dataDir: folder, cluster: primaryFolder });
  ensureCluster(primaryFolder, programs, user, true);
  const trusted = ["replication", "all"].map((database) => `host ${database} postgres 127.0.0.1/32 trust\n`);
  appendFileSync(path.join(primaryFolder, "pg_hba.conf"), trusted.join(""));
  const [primaryPort, standbyPort] = [await findFreePort(), await findFreePort()];
  const running = new Set<ChildProcess>();
  const start = async (cluster: string, port: number): Promise<ChildProcess> => {
    const child = launchPostgres(user, programs.postgres, { cluster, port, durable: true, logFile: `${cluster}.log` });
    running.add(child);
    child.on("exit", () => running.delete(child));
    for (const deadline = Date.now() + START_LIMIT_MS; ; await delay(50)) {
      if ((await probePostgres(clusterDatabaseUrl(cluster, port))) === "ready") return child;
      if (Date.now() < deadline) continue;
      for (const server of running) server.kill("SIGQUIT");
      throw new Error(`The server in ${cluster} does not start.`);
    }
  };
  const end = async (server: ChildProcess) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, "exit");
    server.kill("SIGCONT");
    server.kill("SIGINT");
    await exited;
  };
  // Starts and stops the primary, because its settings are stored in the cluster only at a start, and the standby compares them with its
  // own. A copy of the stopped cluster is the base backup: the package has no pg_basebackup.
  await end(await start(primaryFolder, primaryPort));
  execFileSync("cp", ["-a", primaryFolder, standbyFolder]);
  appendFileSync(
    path.join(standbyFolder, "postgresql.auto.conf"),
    `primary_conninfo = 'host=127.0.0.1 port=${primaryPort} user=postgres'\nmax_standby_streaming_delay = 0\n`,
  );
  const signalFile = path.join(standbyFolder, "standby.signal");
  writeFileSync(signalFile, "");
  if (user.owner) chownSync(signalFile, user.owner.uid, user.owner.gid);

  const primary = await start(primaryFolder, primaryPort);
  let standby = await start(standbyFolder, standbyPort);
  const asSuperuser = (port: number, statement: string) =>
    runSingleStatement(`postgres://postgres@127.0.0.1:${port}/crossriverpay`, statement);
  return {
    url: clusterDatabaseUrl(primaryFolder, primaryPort),
    replicaUrl: clusterDatabaseUrl(standbyFolder, standbyPort),
    primaryPort,
    replicaPort: standbyPort,
    onPrimary: (statement: string) => asSuperuser(primaryPort, statement),
    onReplica: (statement: string) => asSuperuser(standbyPort, statement),
    /** Suspends or resumes the standby's process that accepts connections, as if the machine hung. */
    signalReplica: (signal: "SIGSTOP" | "SIGCONT") => standby.kill(signal),
    stopReplica: () => end(standby),
    async startReplica() {
      standby = await start(standbyFolder, standbyPort);
    },
    async stop() {
      await end(standby);
      await end(primary);
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
