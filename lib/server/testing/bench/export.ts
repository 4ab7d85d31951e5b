import { sql } from "drizzle-orm";
import { Client } from "pg";
import { copyOut } from "@/lib/server/db/copy";
import { EXPORT_LISTS, type ExportListName } from "@/lib/server/exports/lists";
import type { BenchTarget } from "./target";

/** Times in ms that a CSV export took, and that COPY took for the same rows. */
export type ExportMeasurement = {
  name: string;
  rows: number;
  copyMs: number;
  exportMs: number;
  firstByteMs: number;
  /** Largest growth in MB of this process's memory during the export. */
  memory: number;
};

/** Measures a CSV export of a whole list against COPY of the same columns in the same order, one after the other. */
export async function measureExport(
  target: BenchTarget,
  name: ExportListName,
  path: string,
  table: string,
): Promise<ExportMeasurement> {
  const list = EXPORT_LISTS[name];
  const columns = sql.join(
    list.columns.map(([, { value }]) => value),
    sql`, `,
  );
  const direction = sql.raw(list.key.direction);
  const query = sql`select ${columns} from ${list.table} order by ${list.key.at} ${direction}, ${list.key.id} ${direction}`;
  const client = new Client({ connectionString: target.url });
  await client.connect();
  // Runs COPY once before the measurements, so that both find the rows in memory.
  const runCopy = async () => {
    const startedAt = performance.now();
    await copyOut(client, query, () => {});
    return performance.now() - startedAt;
  };
  await runCopy();
  const firstRun = await download(target, path);
  const copyMs = Math.min(await runCopy(), await runCopy());
  const secondRun = await download(target, path);
  await client.end();
  const bestRun = firstRun.ms < secondRun.ms ? firstRun : secondRun;
  return {
    name,
    rows: await target.count(table),
    copyMs,
    exportMs: bestRun.ms,
    firstByteMs: bestRun.firstByteMs,
    memory: Math.max(firstRun.memory, secondRun.memory),
  };
}

async function download(target: BenchTarget, path: string) {
  const exportCreated = await target.call("POST", path, {});
  const { data } = (await exportCreated.json()) as { data: { token: string } };
  const memoryBefore = process.memoryUsage().rss;
  const startedAt = performance.now();
  const response = await target.call("GET", `/exports/${data.token}`);
  if (response.status !== 200) throw new Error(`The export was answered with ${response.status}.`);
  let firstByteMs = 0;
  let maxMemory = memoryBefore;
  for await (const _ of response.body as unknown as AsyncIterable<Uint8Array>) {
    firstByteMs ||= performance.now() - startedAt;
    maxMemory = Math.max(maxMemory, process.memoryUsage().rss);
  }
  return { ms: performance.now() - startedAt, firstByteMs, memory: (maxMemory - memoryBefore) / 1_048_576 };
}
