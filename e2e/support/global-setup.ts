import { existsSync } from "node:fs";
import { ensureBuilt } from "@/scripts/support.mjs";
import { testPort } from "./ports";
import { makeDataDir, startServer } from "./server";

/**
 * Builds what is missing, and loads the demo data once; each test server starts with a copy (`makeDemoDir`). With
 * E2E_DEMO_DIR the data is kept in that folder for later runs. Its dates become outdated, so use it for one day only.
 */
export default async function setUpTestRun(): Promise<() => void> {
  ensureBuilt();
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
