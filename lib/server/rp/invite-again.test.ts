import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { admins } from "@/lib/server/db/schema/admin";
import { outbox } from "@/lib/server/db/schema/outbox";
import { adminReferences } from "@/lib/server/db/schema/session";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";

let app: TestApp;
let inviter: Awaited<ReturnType<typeof makeAdmin>>;
let adaId: string;
let roleId: string;
beforeAll(async () => {
  app = await startTestApp();
  const owner = await makeAdmin(app);
  const features = makeRights({ "Roles & Permissions": ["read"] });
  const role = { name: "Reader", description: "", features };
  roleId = (await app.call("POST", "/permissions/role", { token: owner.token, body: role })).json.data.roleId;
  inviter = await makeAdmin(app, { rights: makeRights({ "Roles & Permissions": ["read", "create"] }) });
});
afterAll(() => app.stop());

const inviteAgain = (id = adaId, token = inviter.token) => app.call("POST", `/auth/admin/${id}/invitation`, { token });
const mailedLinks = async () =>
  (await app.db.select().from(outbox).orderBy(outbox.id)).map(
    ({ payload }) => new URL(/http\S+/.exec("text" in payload ? payload.text : "")?.[0] ?? ""),
  );
const acceptInvitation = (link: URL | undefined) =>
  app.call("POST", "/auth/admin/register", {
    body: {
      ...Object.fromEntries(link?.searchParams ?? []),
      first_name: "Ada",
      last_name: "Obi",
      password: "okra soup on the veranda",
    },
  });
/** Backdates the last invitation mail by this number of seconds. */
const backdateLastMail = (seconds: number) =>
  app.db.update(adminReferences).set({ createdAt: sql`now() - make_interval(secs => ${seconds}::int)` });

beforeEach(async () => {
  await app.db.execute(sql`delete from admin_references`);
  await app.db.execute(sql`delete from outbox`);
  // Deletes the account of an earlier test, so that its name is available again.
  if (adaId) await app.db.update(admins).set({ status: "deleted" }).where(eq(admins.id, adaId));
  const body = { first_name: "Ada", last_name: "Obi", email: `ada.${Date.now()}@example.com`, role_ids: [roleId] };
  const answer = await app.call("POST", "/auth/admin", { token: inviter.token, body });
  adaId = answer.json.data?.id;
});

describe("rp.inviteAgain", () => {
  it("rp.inviteAgain mails a new link, invalidates the previous one, and writes an audit row without the link", async () => {
    await backdateLastMail(61);
    const answer = await inviteAgain();
    expect(answer.status).toBe(200);
    expect(answer.json.data).toMatchObject({ id: adaId, status: "invited" });
    const [first, second] = await mailedLinks();
    expect((await acceptInvitation(first)).status).toBe(400);
    const auditRows = await app.audit();
    expect(auditRows.find(({ outcome }) => outcome === "done")).toMatchObject({
      action: "rp.inviteAgain",
      recordId: adaId,
    });
    expect(JSON.stringify(auditRows)).not.toContain(second?.searchParams.get("reference"));
    expect((await acceptInvitation(second)).status).toBe(200);
  });

  it("rp.inviteAgain returns 429 with the seconds left within a minute of the last mail", async () => {
    await backdateLastMail(20);
    const answer = await inviteAgain();
    expect(answer.status).toBe(429);
    expect(answer.json.retry_after).toBeGreaterThan(35);
    expect(await mailedLinks()).toHaveLength(1);
  });

  it("rp.inviteAgain sends one mail for concurrent requests", async () => {
    await backdateLastMail(61);
    const answers = await Promise.all(Array.from({ length: 5 }, () => inviteAgain()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429, 429]);
    expect(await mailedLinks()).toHaveLength(2);
  });

  it("rp.inviteAgain is rejected for an accepted invitation, an unknown admin, and without the right to create", async () => {
    await backdateLastMail(61);
    expect((await inviteAgain("01990000-0000-7000-8000-000000000000")).status).toBe(404);
    const reader = await makeAdmin(app, { rights: makeRights({ "Roles & Permissions": ["read", "update"] }) });
    expect((await inviteAgain(adaId, reader.token)).status).toBe(403);
    await app.db.update(admins).set({ status: "active" }).where(eq(admins.id, adaId));
    const accepted = await inviteAgain();
    expect(accepted.status).toBe(409);
    expect(accepted.json.message).toContain("accepted the invitation already");
    expect(await mailedLinks()).toHaveLength(1);
  });
});
