import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "@/lib/server/db/embedded";
import { migrate } from "@/lib/server/db/migrate";
import { dropDatabase, runOnServer, withDatabase } from "./database";

declare module "vitest" {
  export interface ProvidedContext {
    /**
     * The test server's address, the migrated database that test databases are copies of, and the one with the demo data,
     * which anyone who needs it first fills (demo.ts).
     */
    testServer: { url: string; template: string; demo: string };
  }
}

/** One PostgreSQL for the whole run, gone at its end: TEST_DATABASE_URL if set (its role needs CREATEDB), else our own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = path.join(tmpdir(), `crossriverpay-test-${process.pid}`);
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? undefined : await startEmbeddedPostgres({ dataDir: folder, durable: false });
  // After the supervisor's own handler, which ends the server when the run is broken off.
  process.on("exit", remove);

  const url = given ?? server?.url ?? "";
  const template = `test_template_${process.pid}`;
  const demo = `test_demo_${process.pid}`;
  const tearDown = async () => {
    for (const name of [template, demo, `${demo}_draft`]) await dropDatabase(url, name);
    await server?.stop();
    remove();
    process.off("exit", remove);
  };
  try {
    await runOnServer(url, `create database ${template}`);
    await migrate(withDatabase(url, template));
  } catch (error) {
    await tearDown();
    throw error;
  }
  project.provide("testServer", { url, template, demo });
  return tearDown;
}
