import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "@/lib/server/db/embedded";
import { migrate } from "@/lib/server/db/migrate";
import { dropDatabase, runSingleStatement, withDatabase } from "./database";

declare module "vitest" {
  export interface ProvidedContext {
    /**
     * URL of the test server, and its two template databases. `template` is migrated and empty. `demo` contains the demo data, loaded by
     * the first test that needs it (demo-database.ts).
     */
    testServer: { url: string; template: string; demo: string };
  }
}

/** Starts one PostgreSQL for the whole test run, or uses TEST_DATABASE_URL, whose role needs CREATEDB and CREATEROLE. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = path.join(tmpdir(), `crossriverpay-test-${process.pid}`);
  const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  const givenUrl = process.env.TEST_DATABASE_URL;
  const server = givenUrl ? undefined : await startEmbeddedPostgres({ dataDir: folder, durable: false });
  // Removes the folder after the exit handler of `startEmbeddedPostgres`, which stops the server if the test run is interrupted.
  process.on("exit", removeFolder);

  const url = givenUrl ?? server?.url ?? "";
  const template = `test_template_${process.pid}`;
  const demoPrefix = `test_demo_${process.pid}`;
  const tearDown = async () => {
    for (const name of [template, demoPrefix, `${demoPrefix}_draft`]) await dropDatabase(url, name);
    await server?.stop();
    removeFolder();
    process.off("exit", removeFolder);
  };
  try {
    await runSingleStatement(url, `create database ${template}`);
    await migrate(withDatabase(url, template));
  } catch (error) {
    await tearDown();
    throw error;
  }
  project.provide("testServer", { url, template, demo: demoPrefix });
  return tearDown;
}
