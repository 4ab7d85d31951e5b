import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { lagosDayOf } from "@/lib/server/base/time";
import { users } from "@/lib/server/db/schema/user";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import {
  addCitizenDevice,
  countUrgentMails,
  FAKE_FIREBASE,
  takeQueuedCitizenMessages,
} from "@/lib/server/testing/queued-news";
import { changeSettings } from "@/lib/server/testing/settings";
import { liftExpiredRestrictions } from "./lift-expired";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let citizen: Awaited<ReturnType<typeof makeUser>>;
const settings = changeSettings();
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  settings.firebaseServiceAccount = FAKE_FIREBASE;
});
afterAll(() => app.stop());
beforeEach(async () => {
  citizen = await makeUser(app);
  await addCitizenDevice(app, citizen.id);
  await takeQueuedCitizenMessages(app);
});

const REASON = "CONFIDENTIAL: suspected mule account";
const MESSAGE = "Please come to our office with your card.";
const changeStatus = async (call: string, { version = 1, ...body }: Record<string, unknown> = {}) =>
  (
    await app.call("PATCH", `/user-management/users/${citizen.id}/${call}`, {
      token: admin.token,
      body: { version, reason: REASON, ...body },
    })
  ).status;
const restriction = { restriction: "no_debit", legal_basis: "fraud_investigation", message: MESSAGE };

describe("changed status of an account", () => {
  it("a citizen's changed account status is sent to the citizen with the message for them, without reason and legal basis", async () => {
    expect(await changeStatus("restriction", restriction)).toBe(200);
    const { mails, pushes } = await takeQueuedCitizenMessages(app);
    expect(mails).toMatchObject([{ to: citizen.email, subject: "Your wallet is restricted" }]);
    expect(mails[0]?.text).toBe(`Hello ${citizen.firstName},

You can't send, pay or withdraw money from it. It stays until our office lifts it.

${MESSAGE}

If you have questions, contact our support team.

Cross River Pay
`);
    expect(pushes).toMatchObject([
      { userId: citizen.id, title: "Your wallet is restricted", data: { category: "account" } },
    ]);
    const { lastName, phone, dateOfBirth, address } = citizen;
    for (const secret of ["CONFIDENTIAL", "fraud", lastName, phone, dateOfBirth, address, admin.name])
      expect(JSON.stringify([mails, pushes])).not.toContain(secret);
  });

  it("a citizen's changed account status is sent again when the restriction changes, with its last day, and when it is lifted", async () => {
    await changeStatus("restriction", restriction);
    await takeQueuedCitizenMessages(app);
    const until = { ...restriction, restriction: "both", last_day: lagosDayOf(new Date()), message: "", version: 2 };
    expect(await changeStatus("restriction", until)).toBe(200);
    expect(await changeStatus("restriction/lift", { version: 3 })).toBe(200);
    const { mails, pushes } = await takeQueuedCitizenMessages(app);
    expect(mails.map(({ subject }) => subject)).toEqual([
      "Your wallet's restriction has changed",
      "Your wallet is no longer restricted",
    ]);
    expect(mails[0]?.text).toMatch(/neither send nor receive money with it\. It ends after \d{1,2} \w{3} \d{4}\./);
    expect(pushes).toHaveLength(2);
    expect(JSON.stringify([mails, pushes])).not.toMatch(/CONFIDENTIAL/);
  });

  it("a citizen's changed account status is sent for a new last day or message of a restriction, but not for a new reason or legal basis alone", async () => {
    const lastDay = { ...restriction, last_day: lagosDayOf(new Date()) };
    await changeStatus("restriction", lastDay);
    await takeQueuedCitizenMessages(app);
    const inCourt = { ...lastDay, legal_basis: "court_order" };
    expect(await changeStatus("restriction", { ...inCourt, reason: "CONFIDENTIAL: court", version: 2 })).toBe(200);
    expect(await takeQueuedCitizenMessages(app)).toEqual({ mails: [], pushes: [] });
    expect(await changeStatus("restriction", { ...inCourt, last_day: "", version: 3 })).toBe(200);
    expect(
      await changeStatus("restriction", { ...inCourt, last_day: "", message: "Bring your card.", version: 4 }),
    ).toBe(200);
    expect((await takeQueuedCitizenMessages(app)).mails).toMatchObject([
      { subject: "Your wallet's restriction has changed", text: expect.stringContaining("until our office lifts it") },
      { subject: "Your wallet's restriction has changed", text: expect.stringContaining("Bring your card.") },
    ]);
  });

  it("a citizen's changed account status is sent for a suspension and its end", async () => {
    expect(await changeStatus("suspension", { message: MESSAGE })).toBe(200);
    expect(await changeStatus("reactivation", { version: 2 })).toBe(200);
    const { mails } = await takeQueuedCitizenMessages(app);
    expect(mails.map(({ subject }) => subject)).toEqual(["Your account is suspended", "Your account is active again"]);
    expect(mails[0]?.text).toContain(MESSAGE);
    expect(mails[1]?.text).not.toContain(MESSAGE);
    expect(JSON.stringify(mails)).not.toMatch(/CONFIDENTIAL/);
  });

  it("a citizen's changed account status is sent once when a restriction expires", async () => {
    await changeStatus("restriction", restriction);
    await takeQueuedCitizenMessages(app);
    await app.db
      .update(users)
      .set({ restrictedUntil: new Date(Date.now() - 1_000) })
      .where(eq(users.id, citizen.id));
    await liftExpiredRestrictions(app.db);
    await liftExpiredRestrictions(app.db);
    expect(await countUrgentMails(app)).toBe(0);
    const { mails, pushes } = await takeQueuedCitizenMessages(app);
    expect(mails.map(({ subject }) => subject)).toEqual(["Your wallet is no longer restricted"]);
    expect(pushes).toHaveLength(1);
  });

  it("a citizen's changed account status is sent in the order of the changes if an admin restricts a wallet whose restriction has expired", async () => {
    await changeStatus("restriction", restriction);
    await app.db
      .update(users)
      .set({ restrictedUntil: new Date(Date.now() - 1_000) })
      .where(eq(users.id, citizen.id));
    await takeQueuedCitizenMessages(app);
    expect(await changeStatus("restriction", { ...restriction, version: 2 })).toBe(200);
    expect(await countUrgentMails(app)).toBe(2);
    const { mails } = await takeQueuedCitizenMessages(app);
    expect(mails.map(({ subject }) => subject)).toEqual([
      "Your wallet is no longer restricted",
      "Your wallet is restricted",
    ]);
  });

  it("a citizen's changed account status is sent as a push without a mail if there is no address, and as a mail without a push if there is no device", async () => {
    await app.db.update(users).set({ email: null }).where(eq(users.id, citizen.id));
    await changeStatus("suspension");
    expect(await takeQueuedCitizenMessages(app)).toMatchObject({
      mails: [],
      pushes: [{ title: "Your account is suspended" }],
    });
    citizen = await makeUser(app);
    await changeStatus("suspension");
    expect(await takeQueuedCitizenMessages(app)).toMatchObject({ mails: [{ to: citizen.email }], pushes: [] });
  });

  it("a citizen's changed account status is not sent if the change is refused, or if an admin closes the account or ends its sessions", async () => {
    expect(await changeStatus("restriction", { ...restriction, version: 9 })).toBe(409);
    expect(await changeStatus("restriction/lift")).toBe(409);
    expect(await changeStatus("sessions-reset")).toBe(200);
    expect(await changeStatus("closure", { version: 2 })).toBe(200);
    expect(await takeQueuedCitizenMessages(app)).toEqual({ mails: [], pushes: [] });
  });
});
