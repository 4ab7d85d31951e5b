import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { WriterOptions, WriterResult } from "./run-writers";

/** Processes whose writers are signed in and warmed up. */
export type WriterProcesses = {
  /** Starts all writers at the same time, and returns their results together. */
  run: () => Promise<WriterResult>;
};

/**
 * Starts the processes and waits until each has warmed up.
 * @throws Error if a process ends before that
 */
export async function startWriterProcesses(
  url: string,
  { writers, ...options }: WriterOptions,
  count: number,
): Promise<WriterProcesses> {
  const shares = Array.from({ length: Math.min(count, writers) }, (_, index) => Math.ceil((writers - index) / count));
  const children = shares.map((share, index) => {
    // Each writer uses two numbers: one for its admin, one for its citizen.
    const input: WriterOptions = { ...options, writers: share, numberedFrom: index * 2 * writers };
    return fork(process.argv[1] ?? "", ["writers", url, JSON.stringify(input)], { serialization: "advanced" });
  });
  await Promise.all(children.map(nextMessage));
  return {
    run: async () => {
      const results = Promise.all(children.map((child) => nextMessage(child) as Promise<WriterResult>));
      for (const child of children) child.send("start");
      return combine(await results);
    },
  };
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const [message] = await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => Promise.reject(new Error("A writing process ended early."))),
  ]);
  return message;
}

function combine(results: readonly WriterResult[]): WriterResult {
  const failed: Record<string, number> = {};
  for (const result of results)
    for (const [status, count] of Object.entries(result.failed)) failed[status] = (failed[status] ?? 0) + count;
  return {
    times: results.flatMap(({ times }) => times).sort((a, b) => a - b),
    failed,
    ms: Math.max(...results.map(({ ms }) => ms)),
    cpuMs: results.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    roundTripsPerWrite: results[0]?.roundTripsPerWrite ?? 0,
  };
}
