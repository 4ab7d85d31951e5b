import { sql } from "drizzle-orm";
import { Client } from "pg";
import { copyOut } from "@/lib/server/db/copy";
import { EXPORT_LISTS, type ExportListName } from "@/lib/server/exports/lists";
import type { Target } from "./target";

export type ExportMeasured = {
  name: string;
  rows: number;
  copyMs: number;
  exportMs: number;
  firstByteMs: number;
  /** Largest growth of the process while it exported, in MB. */
  memory: number;
};

/** Measures a CSV export of a whole list against COPY of the same columns in the same order, one after the other. */
export async function measureExport(
  target: Target,
  name: ExportListName,
  path: string,
  table: string,
): Promise<ExportMeasured> {
  const list = EXPORT_LISTS[name];
  const columns = sql.join(
    list.columns.map(([, { value }]) => value),
    sql`, `,
  );
  const direction = sql.raw(list.key.direction);
  const query = sql`select ${columns} from ${list.table} order by ${list.key.at} ${direction}, ${list.key.id} ${direction}`;
  const client = new Client({ connectionString: target.url });
  await client.connect();
  // One run first, so that both read from memory.
  const copy = async () => {
    const since = performance.now();
    await copyOut(client, query, () => {});
    return performance.now() - since;
  };
  await copy();
  const first = await download(target, path);
  const copyMs = Math.min(await copy(), await copy());
  const second = await download(target, path);
  await client.end();
  const best = first.ms < second.ms ? first : second;
  return {
    name,
    rows: await target.count(table),
    copyMs,
    exportMs: best.ms,
    firstByteMs: best.firstByteMs,
    memory: Math.max(first.memory, second.memory),
  };
}

async function download(target: Target, path: string) {
  const made = await target.call("POST", path, {});
  const { data } = (await made.json()) as { data: { token: string } };
  const before = process.memoryUsage().rss;
  const since = performance.now();
  const response = await target.call("GET", `/exports/${data.token}`);
  if (response.status !== 200) throw new Error(`The export was answered with ${response.status}.`);
  let firstByteMs = 0;
  let most = before;
  for await (const _ of response.body as unknown as AsyncIterable<Uint8Array>) {
    firstByteMs ||= performance.now() - since;
    most = Math.max(most, process.memoryUsage().rss);
  }
  return { ms: performance.now() - since, firstByteMs, memory: (most - before) / 1_048_576 };
}
