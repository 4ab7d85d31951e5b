import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { testPort } from "./support/ports";
import { makeDemoDir, startServer, type TestServer } from "./support/server";
import { expect, rows, test } from "./support/test";

const SERVER_PORT = testPort(14);
const LIST_PATH = "/dashboard/kyc-management";
/**
 * Maximum duration of a call in ms: far above the server's limit of 3 s, because test machines may be busy. Without that limit, a
 * call takes over 15 s.
 */
const MAX_ANSWER_MS = 10_000;

test.describe.configure({ timeout: 240_000 });
test.use({ baseURL: `http://localhost:${SERVER_PORT}` });

let server: TestServer;
let demoData: ReturnType<typeof makeDemoDir>;
let workersDir: string | undefined;
test.beforeAll(async () => {
  demoData = makeDemoDir();
  const env = { DATABASE_WAIT_SECONDS: "3" };
  server = await startServer({ port: SERVER_PORT, dataDir: demoData.dataDir, command: "start", env });
  workersDir = process.env.DATA_DIR;
  process.env.DATA_DIR = demoData.dataDir;
});
// Resumes PostgreSQL, but keeps the server running: the open page sends requests until it is closed after this hook.
test.afterEach(() => signalPostgres("SIGCONT"));
test.afterAll(async () => {
  await server.stop();
  // Restores the worker's mail folder for later tests.
  process.env.DATA_DIR = workersDir;
  demoData.removeDataDir();
});

test("the server returns 503 within seconds while PostgreSQL hangs, and recovers without a restart", async ({
  page,
  as,
  request,
  expectedProblems,
}) => {
  expectedProblems.push(/50[03]|Minified React|Server Components render|\{\}/);
  const authorization = `Bearer ${await as("owner")}`;
  const fetchKyc = () => request.get("/api/v1/kyc", { headers: { authorization } });
  await page.goto(LIST_PATH);
  await expect(rows(page).first()).toBeVisible();
  expect((await fetchKyc()).status()).toBe(200);

  signalPostgres("SIGSTOP");
  const timings = await Promise.all([fetchKyc, fetchKyc, fetchKyc].map(expectFastAnswer));
  for (const answer of timings) {
    expect(answer.status()).toBe(503);
    expect(answer.headers()["retry-after"]).toBe("5");
  }
  expect((await expectFastAnswer(() => request.get("/api/health"))).status()).toBe(503);
  await page.goto(LIST_PATH);
  await expect(page.getByText(/can't be reached|error occurred/).first()).toBeVisible({ timeout: MAX_ANSWER_MS });

  signalPostgres("SIGCONT");
  await expect.poll(async () => (await request.get("/api/health")).status(), { timeout: 10_000 }).toBe(200);
  await expect.poll(async () => (await fetchKyc()).status(), { timeout: 10_000 }).toBe(200);
  await page.goto(LIST_PATH);
  await expect(rows(page).first()).toBeVisible();
});

async function expectFastAnswer<T>(sendRequest: () => Promise<T>): Promise<T> {
  const startedAt = Date.now();
  const answer = await sendRequest();
  expect(Date.now() - startedAt).toBeLessThan(MAX_ANSWER_MS);
  return answer;
}

/** Sends a signal to PostgreSQL's main process and all its children. */
function signalPostgres(signal: "SIGSTOP" | "SIGCONT") {
  const main = readFileSync(path.join(demoData.dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0] ?? "";
  const parentOf = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[1];
    } catch {
      return undefined; // The process no longer exists.
    }
  };
  const children = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && parentOf(name) === main);
  for (const pid of [main, ...children]) {
    try {
      process.kill(Number(pid), signal);
    } catch {}
  }
}
