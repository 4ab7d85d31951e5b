// Slow: kills a rotation while the product is used, and resumes it.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { encrypt, hashIdentityNumber } from "@/lib/server/base/secret";
import { appSecretState, setAppSecretState, toAppSecret } from "@/lib/server/base/secret-keys";
import { appSecrets } from "@/lib/server/db/schema/app-secret";
import { grantFingerprints } from "@/lib/server/db/schema/grant";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { makeAdmin, makeKycRequest, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { ownAccountCalls } from "@/lib/server/testing/own-account";
import { makeJpeg } from "@/lib/server/testing/pictures";
import { changeSettings } from "@/lib/server/testing/settings";
import { checkAppSecret } from "./check-secret";
import { loadAppSecretState } from "./key-state";

/** Number of requests stored before the rotation: 20,000 with STRESS=1, otherwise 1,500. */
const ROWS = process.env.STRESS ? 20_000 : 1_500;
const OLD = "the old secret of 32 characters or more";
const NEW = "the new secret of 32 characters or more";

const settings = changeSettings();
const stateBefore = appSecretState();
let app: TestApp;
let officer: Awaited<ReturnType<typeof makeAdmin>>;
let folder: string;
let command: ChildProcess | undefined;
const use = (appSecret: string, ...previousAppSecrets: string[]) =>
  Object.assign(settings, { appSecret, previousAppSecrets });

beforeAll(async () => {
  // Opens the connections while both secrets are configured, like an instance that was restarted with both.
  use(NEW, OLD);
  app = await startTestApp({ connections: 10 });
  use(OLD);
  setAppSecretState(undefined);
  await checkAppSecret(app.db);
  officer = await makeAdmin(app);
  folder = mkdtempSync(path.join(process.cwd(), "node_modules/.rotate-"));
  await build({
    entryPoints: ["lib/server/secrets/main.ts"],
    ...{ bundle: true, platform: "node", format: "esm", packages: "external" },
    outfile: path.join(folder, "main.mjs"),
  });
  await storeManyRequests();
});
afterAll(async () => {
  command?.kill("SIGKILL");
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
  setAppSecretState(stateBefore);
});

const numberOf = (n: number) => String(20_000_000_000 + n);

/** Stores requests of many users. Each number belongs to two of them. */
async function storeManyRequests() {
  const first = await makeKycRequest(app);
  const { documentId: _document, user: _user, ...row } = first;
  for (let from = 0; from < ROWS; from += 500) {
    const users = await Promise.all(Array.from({ length: 2 }, () => makeUser(app)));
    await app.db.insert(kycRequests).values(
      Array.from({ length: Math.min(500, ROWS - from) }, (_, place) => {
        const n = from + place;
        const number = numberOf(Math.floor(n / 2));
        return {
          ...row,
          id: crypto.randomUUID(),
          reference: `LOAD-${n}`,
          userId: users[n % 2]?.id ?? row.userId,
          state: "rejected" as const,
          identityNumber: encrypt(number),
          identityNumberHash: hashIdentityNumber(number),
          identityNumberLast4: number.slice(-4),
        };
      }),
    );
  }
}

/** Starts `npm run rotate-secret` as operators do, without its bundling. */
function startCommand() {
  const child = spawn(process.execPath, ["--conditions=react-server", path.join(folder, "main.mjs")], {
    env: { ...process.env, DATABASE_URL: app.url, APP_SECRET: NEW, APP_SECRET_PREVIOUS: OLD, DATA_DIR: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  command = child;
  return { child, output: () => output };
}

let seed = 100;
async function submit(number: string) {
  const user = await makeUser(app, { tier: 0 });
  const upload = async () => {
    const bytes = await makeJpeg(seed++);
    const raw = new Uint8Array(bytes);
    const headers = { "content-type": "image/jpeg", "content-length": String(bytes.length) };
    return (await app.call("POST", "/kyc/uploads", { token: officer.token, raw, headers })).json.data.id;
  };
  const body = {
    ...{ user_id: user.id, tier: 1, first_name: user.firstName, last_name: user.lastName },
    ...{ date_of_birth: user.dateOfBirth, gender: user.gender, phone: user.phone, address: user.address },
    ...{ lga: user.lga, identity_type: "nin", identity_number: number },
    documents: [
      { kind: "front", upload_id: await upload() },
      { kind: "selfie", upload_id: await upload() },
    ],
  };
  return app.call("POST", "/kyc", { token: officer.token, body });
}

it("a rotation of APP_SECRET under load fails no call and loses no value, although its command is killed once", async () => {
  const authenticators = [];
  for (let n = 0; n < 3; n++) {
    const account = ownAccountCalls(app, await makeAdmin(app));
    authenticators.push({ account, ...(await account.addAuthenticator()) });
  }
  use(NEW, OLD);
  await loadAppSecretState(app.db);

  const submitted = new Map<string, string>();
  const failures: unknown[] = [];
  const counts = { submissions: 0, reveals: 0, duplicates: 0, authenticators: 0 };
  let isOver = false;
  const whileRotating = async (work: (turn: number) => Promise<void>) => {
    for (let turn = 0; !isOver && !failures.length; turn++)
      await work(turn).catch((error) => failures.push(String(error)));
  };
  const expectStatus = ({ status, json }: { status: number; json: unknown }, expected = 200) => {
    if (status !== expected) throw new Error(`${status}: ${JSON.stringify(json)}`);
  };
  const submissions = (first: number) =>
    whileRotating(async (turn) => {
      // Uses a number that is stored already. It belongs to users whose request may be anywhere in the table.
      const number = numberOf((first + turn * 37) % Math.floor(ROWS / 2));
      const answer = await submit(number);
      expectStatus(answer);
      submitted.set(answer.json.data.id, number);
      counts.submissions++;
      if (!answer.json.data.flags.includes("duplicate_number")) throw new Error(`missed a duplicate of ${number}`);
      counts.duplicates++;
    });
  const reveals = whileRotating(async (turn) => {
    const reference = `LOAD-${(turn * 101) % ROWS}`;
    const [row] = await app.db.select().from(kycRequests).where(eq(kycRequests.reference, reference));
    const body = { reason: "Comparing the number with the card." };
    const answer = await app.call("POST", `/kyc/${row?.id}/identity-number`, { token: officer.token, body });
    expectStatus(answer);
    const expected = numberOf(Math.floor(((turn * 101) % ROWS) / 2));
    if (answer.json.data.identity_number !== expected) throw new Error(`revealed another number than ${expected}`);
    counts.reveals++;
  });
  const newAuthenticators = whileRotating(async () => {
    const account = ownAccountCalls(app, await makeAdmin(app));
    expectStatus((await account.addAuthenticator()).confirmed);
    counts.authenticators++;
  });
  const load = [submissions(0), submissions(11), reveals, newAuthenticators];

  // Ends the simulated load if the test fails early.
  onTestFinished(() => {
    isOver = true;
  });
  const killed = startCommand();
  await expect.poll(() => killed.output(), { timeout: 30_000, interval: 5 }).toMatch(/[1-9]\d* identity numbers/);
  killed.child.kill("SIGKILL");
  await once(killed.child, "close");
  const half = await app.db.select().from(appSecrets);
  expect(half.map(({ state }) => state).sort()).toEqual(["active", "retiring"]);
  await delay(300);
  const resumed = startCommand();
  const [exitCode] = await once(resumed.child, "close");
  await delay(300);
  isOver = true;
  await Promise.all(load);

  expect(resumed.output()).toContain("Nothing is left under a previous secret.");
  expect(exitCode).toBe(0);
  expect(failures).toEqual([]);
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0);

  // From here on, only the new secret is configured.
  use(NEW);
  setAppSecretState(undefined);
  await checkAppSecret(app.db);
  const { keyId } = toAppSecret(NEW);
  const { rows } = await app.db.execute<{ hashes: number; numbers: number }>(
    sql`select count(*) filter (where identity_number_hash not like ${`${keyId}:%`})::int as hashes,
      count(*) filter (where substring(identity_number from 9 for 6) <> decode(${keyId}, 'hex'))::int as numbers
      from kyc_requests`,
  );
  expect(rows).toEqual([{ hashes: 0, numbers: 0 }]);
  for (const [id, number] of [...submitted].slice(0, 20)) {
    const body = { reason: "Comparing the number with the card." };
    const answer = await app.call("POST", `/kyc/${id}/identity-number`, { token: officer.token, body });
    expect(answer.json.data.identity_number).toBe(number);
    const [row] = await app.db.select().from(kycRequests).where(eq(kycRequests.id, id));
    expect(row?.identityNumberHash).toBe(hashIdentityNumber(number));
  }
  for (const { account, code } of authenticators) {
    await account.forgetProof();
    const proof = { method: "authenticator", code: code(1) };
    expect((await account.call("PATCH", "proof", proof)).status).toBe(200);
  }
  expect(await app.db.select().from(grantFingerprints)).toEqual([]);
  expect((await app.audit()).filter(({ action }) => action === "secret.rotate")).toHaveLength(1);
}, 180_000);
