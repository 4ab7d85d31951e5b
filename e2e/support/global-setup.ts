import { existsSync } from "node:fs";
import { ensureAppBuilt } from "@/scripts/support.mjs";
import { testPort } from "./ports";
import { makeDataDir, startServer } from "./server";

/**
 * Builds the app if outdated, and loads the demo data once. Each test server uses a copy (`makeDemoDir`). E2E_DEMO_DIR names a folder
 * that keeps the demo data for later runs. Use it for one day only, because the dates in the data become outdated.
 */
export default async function setUpTestRun(): Promise<() => void> {
  ensureAppBuilt();
  const { dataDir, removeDataDir } = existingDataDir(process.env.E2E_DEMO_DIR) ?? makeDataDir();
  process.env.DEMO_DATA_DIR = dataDir;
  if (process.env.E2E_DEMO_DIR && existsSync(dataDir)) return removeDataDir;
  try {
    const server = await startServer({ port: testPort(0), dataDir });
    await server.stop();
  } catch (error) {
    removeDataDir();
    throw error;
  }
  return removeDataDir;
}

const existingDataDir = (dataDir?: string) => (dataDir ? { dataDir, removeDataDir: () => {} } : undefined);
