import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SYSTEM_ACCOUNT_IDS } from "@/lib/contract/ledger.values";
import { ireportCategories } from "@/lib/server/db/schema/ireport-set-up";
import { promotionRedemptions } from "@/lib/server/db/schema/promotion";
import { paymentMethods } from "@/lib/server/db/schema/transaction";
import { APP_KEY, makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { startTestS3Bucket } from "@/lib/server/testing/bucket";
import { makeEvent } from "@/lib/server/testing/events";
import { makeGrantProgramme } from "@/lib/server/testing/grants";
import { serveApi } from "@/lib/server/testing/http";
import { fundAccount } from "@/lib/server/testing/ledger";
import { makePromotion } from "@/lib/server/testing/promotions";
import { changeSettings } from "@/lib/server/testing/settings";
import { makeRevenueHead } from "@/lib/server/testing/tax-payments";

const guideMarkdown = readFileSync("docs/citizen-app.md", "utf8");
const examples = guideMarkdown
  .split(/^## /m)
  .slice(1, -1)
  .map((text) => ({ title: text.split("\n")[0], text }));
/** Shell commands of the examples in docs/citizen-app.md, from top to bottom. */
const COMMANDS = [...guideMarkdown.matchAll(/^```sh\n([\s\S]*?)\n```$/gm)].map(([, commands = ""]) => commands);

it.each(examples)("docs/citizen-app.md explains and shows: $title", ({ text }) => {
  expect(text).toMatch(/^.+\n\n(?!```)\S[\s\S]+?\n\n```sh\n[\s\S]+?\n```\n/);
  expect(text.split("```sh")).toHaveLength(2);
});

const settings = changeSettings();
const hasCurl = spawnSync("curl", ["--version"]).status === 0;

describe.skipIf(!hasCurl)("example commands", () => {
  let app: TestApp;
  let api: Awaited<ReturnType<typeof serveApi>>;
  let bucket: Awaited<ReturnType<typeof startTestS3Bucket>>;
  beforeAll(async () => {
    bucket = await startTestS3Bucket();
    settings.filesBucket = bucket.settings;
    app = await startTestApp();
    api = await serveApi();
    const CITIZEN = /CITIZEN=(\S+)/.exec(COMMANDS[0] ?? "")?.[1];
    await makeUser(app, { id: CITIZEN, tier: 1 });
    const { id: sender } = await makeUser(app, { id: "019b76da-a85f-7110-8fed-25d93315b839" });
    await fundAccount(app.db, sender, 1_000_000);
    await makeUser(app, { phone: "+2347080004922" });
    const deadlines = { targetHours: 72, submittedHours: 12, acknowledgedHours: 24, inProgressHours: 36 };
    await app.db.insert(ireportCategories).values({ id: uuid(), name: "Roads", icon: "construction", ...deadlines });
    const rules = { minAmount: 10_000, maxAmount: 1_000_000 };
    await app.db.insert(paymentMethods).values([
      { ...rules, id: uuid(), code: "card", name: "Card", channel: "card", provider: "simulated" },
      { ...rules, id: uuid(), code: "bank", name: "Bank", channel: "bank_transfer", provider: "simulated" },
      { ...rules, id: uuid(), code: "wallet", name: "Wallet", channel: "wallet", provider: "ledger" },
    ]);
    await makeEvent(app);
    await makeRevenueHead(app, { code: "12010101" });
    const admin = await makeAdmin(app);
    await fundAccount(app.db, SYSTEM_ACCOUNT_IDS.promotions_pool, 1_000_000);
    await makePromotion(app, admin, {});
    await makeGrantProgramme(app, admin, {
      questions: [{ id: uuid(), kind: "text", label: "What do you sell?", required: true, choices: [] }],
      documents: [{ id: uuid(), label: "Stall allocation", required: true, is_photo: false }],
    });
  });
  afterAll(async () => {
    api.close();
    await app.stop();
    await bucket.stop();
  });

  it("the example commands of docs/citizen-app.md run unchanged, in sequence, and no call is refused", async () => {
    const script = COMMANDS.join("\n")
      .replace("http://localhost:3000", api.origin)
      .replace("$(cat .data/app-key)", APP_KEY);
    const shell = spawn("bash", ["-euo", "pipefail", "-c", script]);
    let output = "";
    for (const stream of [shell.stdout, shell.stderr]) stream.on("data", (chunk) => (output += chunk));
    const code = await new Promise((resolve) => shell.on("close", resolve));
    expect([code, output]).toEqual([0, expect.not.stringMatching(/"status":(4|5)\d\d/)]);
    expect(output).toContain("304 Not Modified");
    const actions = (await app.audit()).map(({ action }) => action);
    expect(actions.filter((action) => action === "ireport.file")).toHaveLength(2);
    for (const action of [
      "kyc.submitFromApp",
      "transaction.beginFromApp",
      "event.placeOrder",
      "event.payOrder",
      "event.cancelOrder",
      "grant.apply",
      "citizen.beginUpload",
      "citizen.saveDevice",
      "citizen.forgetDevice",
    ])
      expect(actions).toContain(action);
    expect(await app.db.$count(promotionRedemptions)).toBe(1);
    expect((await app.audit()).some(({ outcome }) => outcome === "refused")).toBe(false);
  }, 60_000);
});
