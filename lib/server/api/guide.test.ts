import { spawn, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { env } from "@/lib/env";
import { deliverOutbox } from "@/lib/server/outbox/deliver";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { serveApi } from "@/lib/server/testing/http";
import { quickHash } from "@/lib/server/testing/quick-hash";
import { ERROR_CODES } from "./error-codes";
import { guidePage, guidePages } from "./guide";

const guideMarkdown = readFileSync("docs/api.md", "utf8");
/** Shell commands in the examples of docs/api.md, from top to bottom. */
const COMMANDS = [...guideMarkdown.matchAll(/^```sh\n([\s\S]*?)\n```$/gm)].map(([, commands = ""]) => commands);

describe("the introduction of the API reference", () => {
  const [rules, citizenApp] = guidePages();

  it("the introduction of the API reference contains every section of docs/api.md and docs/citizen-app.md", () => {
    const headings = (file: string) =>
      [...readFileSync(file, "utf8").matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    expect(rules?.sections.map(({ title }) => title)).toEqual(headings("docs/api.md"));
    expect(citizenApp?.sections.map(({ title }) => title)).toEqual(headings("docs/citizen-app.md"));
    for (const { sections, html } of guidePages())
      for (const { id } of sections) expect(html.split(`<h3 id="${id}" tabindex="-1">`)).toHaveLength(2);
    expect(rules?.html).toContain('<h3 id="errors" tabindex="-1">');
  });

  it("the introduction of the API reference uses headings that go down one level at a time, for screen-reader users who navigate by heading", () => {
    for (const { title, html } of guidePages()) {
      const levels = [...html.matchAll(/<h(\d) /g)].map(([, level]) => Number(level));
      const skipped = levels.filter((level, at) => level > (levels[at - 1] ?? 1) + 1);
      expect(skipped, title).toEqual([]);
    }
  });

  it("the introduction of the API reference renders code and tables focusable, and replaces links to other pages by their names", () => {
    expect(guidePage("# A\n\n[`b`](b.md) [c](api.md#c)\n\n```sh\nd <e>\n```\n\n| f |\n| --- |\n| g |\n").html).toMatch(
      /<h2 id="a" tabindex="-1">A<\/h2>\n<p><code>b<\/code> <a href="#c">c<\/a><\/p>\n<pre tabindex="0"><code class="language-sh">d &lt;e&gt;\n<\/code><\/pre>\n<div role="region" aria-label="A, table 1" tabindex="0"><table>[\s\S]+<\/table><\/div>/,
    );
  });
});

describe("docs/api.md", () => {
  it("docs/api.md lists every error code of ERROR_CODES and no other", () => {
    const rows = [...guideMarkdown.matchAll(/^\| (\d{3}) \| (.+)\|$/gm)].map(([row]) => row);
    expect(rows).toEqual(
      ERROR_CODES.map(({ status, code, when, remedy }) => `| ${status} | \`${code}\` | ${when} | ${remedy} |`),
    );
  });
});

describe("the error codes", () => {
  /**
   * Files with errors that are not sent as API responses: replies to a payment provider's webhook, and stored reasons of refused payouts
   * and refunds.
   */
  const WITHOUT_CODE = ["simulated-provider.ts", "paystack/reports.ts", "payout-refusal.ts", "refund-refusal.ts"].map(
    (file) => `lib/server/transaction/${file}`,
  );
  const sources = readdirSync("lib/server", { recursive: true, encoding: "utf8" })
    .map((file) => path.join("lib/server", file))
    .filter((file) => /(?<!\.test)\.ts$/.test(file) && !file.includes("/testing/") && !WITHOUT_CODE.includes(file))
    .map((file) => ({ file, code: readFileSync(file, "utf8") }));
  /**
   * Matches errors with a literal code: `new Refusal(404, "NOT_FOUND", …)`, its subclasses, the three codes of `refuse.file`, and literal
   * error responses.
   */
  const NAMED =
    /(?:new Refusal|super)\(\s*(\d{3}),\s*"(\w+)"|said\((\d{3}), "(\w+)"|\b(\d{3}): "([A-Z_]+)"|status: (\d{3}),[^{}]*?code: "([A-Z_]+)"/g;
  /** Matches the error codes of refusals by a ledger account (ledger/accounts.ts). Their status is always 409. */
  const OF_ACCOUNTS = /super\(part[^)]*"([A-Z_]+)"\)/g;
  /** Number of `new Refusal(…)` with a variable status and code, by file. */
  const MADE = { "lib/server/api/balances-in-refusals.ts": 1, "lib/server/api/errors.ts": 1 };

  it("ERROR_CODES lists exactly the error codes that the server can send", () => {
    const sent = sources
      .filter(({ file }) => !file.endsWith("error-codes.ts"))
      .flatMap(({ code }) => [
        ...[...code.matchAll(NAMED)].map((found) => found.slice(1).filter(Boolean).join(" ")),
        ...[...code.matchAll(OF_ACCOUNTS)].map(([, name]) => `409 ${name}`),
      ]);
    expect([...new Set(sent)].sort()).toEqual(ERROR_CODES.map(({ status, code }) => `${status} ${code}`).sort());
  });

  it("each refusal in the code has a literal error code, so that a search of the code finds them all", () => {
    const unseen = sources
      .map(({ file, code }) => [
        file,
        code.split("new Refusal(").length - 1 - [...code.matchAll(/new Refusal\(\s*\d{3},\s*"\w+"/g)].length,
      ])
      .filter(([, count]) => count);
    expect(Object.fromEntries(unseen)).toEqual(MADE);
  });
});

const hasCurl = spawnSync("curl", ["--version"]).status === 0;

describe.skipIf(!hasCurl)("the commands for admins", () => {
  let app: TestApp;
  let served: Awaited<ReturnType<typeof serveApi>>;
  beforeAll(async () => {
    app = await startTestApp();
    served = await serveApi();
  });
  afterAll(async () => {
    served.close();
    await app.stop();
  });

  it("the curl commands of docs/api.md run unchanged; those that show an error return the documented error code", async () => {
    const [, password = ""] = /PASSWORD=(\S+)/.exec(COMMANDS[0] ?? "") ?? [];
    const { email } = await makeAdmin(app, { passwordHash: await quickHash(password) });
    const script = COMMANDS.join("\n")
      .replace("http://localhost:3000", served.origin)
      .replace("OUTBOX=.data/outbox", `OUTBOX=${path.join(env().dataDir, "outbox")}`)
      .replace("owner@crossriverpay.example", email);
    const mails = setInterval(() => deliverOutbox(app.db).catch(() => {}), 100);
    const shell = spawn("bash", [
      "-euo",
      "pipefail",
      "-c",
      `mkdir -p '${path.join(env().dataDir, "outbox")}'\n${script}`,
    ]);
    let said = "";
    for (const stream of [shell.stdout, shell.stderr]) stream.on("data", (chunk) => (said += chunk));
    const code = await new Promise((resolve) => shell.on("close", resolve));
    clearInterval(mails);
    expect([code, said]).toEqual([0, expect.stringContaining('"message":"OK"')]);
    expect([...said.matchAll(/"status":([345]\d\d)/g)].map(([, status]) => status)).toEqual(["400", "409"]);
    expect(said).toContain('"fields":{"size":"Use 20, 50, 100."');
    expect(said).toMatch(/"current":\{[^}]*"name":"Street lights"[^}]*"version":2/);
    const [one, other] = [...said.matchAll(/([0-9a-f-]{36})\n/g)].map(([id]) => id);
    expect(other).toBe(one);
    const done = (await app.audit()).filter(({ outcome }) => outcome === "done").map(({ action }) => action);
    for (const action of ["auth.verifySignIn", "ireport.deleteDepartment", "exports.download", "auth.logout"])
      expect(done).toContain(action);
    expect(done.filter((action) => action === "ireport.createDepartment")).toHaveLength(1);
  }, 60_000);
});
