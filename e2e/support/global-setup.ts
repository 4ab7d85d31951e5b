import { ensureBuilt } from "@/scripts/support.mjs";
import { testPort } from "./ports";
import { makeDataDir, startServer } from "./server";

/**
 * Builds what is not built, and loads the demo data once: the servers of the tests begin with copies of it
 * (`makeDemoDir`).
 */
export default async function setUp(): Promise<() => void> {
  ensureBuilt();
  const { dataDir, removeDataDir } = makeDataDir();
  try {
    const server = await startServer({ port: testPort(0), dataDir });
    await server.stop();
  } catch (error) {
    removeDataDir();
    throw error;
  }
  process.env.DEMO_DATA_DIR = dataDir;
  return removeDataDir;
}
