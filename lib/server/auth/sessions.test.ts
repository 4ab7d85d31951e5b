import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { appendAudit } from "@/lib/server/audit/audit";
import { systemAuditRow } from "@/lib/server/audit/system-row";
import type { Transaction } from "@/lib/server/db/client";
import { adminRoles, admins, roles } from "@/lib/server/db/schema/admin";
import { sessions } from "@/lib/server/db/schema/session";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { openSession, revokeAllAccess } from "./session";
import { hashToken } from "./token";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const listSessions = async (token: string) =>
  (await app.call("GET", "/auth/admin/sessions", { token })).json.data.items;
const isSignedIn = async (token: string) => (await app.call("GET", "/users", { token })).status === 200;
const openSessionAs = (adminId: string, device: string) =>
  openSession(app.db, adminId, { address: "102.89.1.2", device }, true);

describe("auth.sessions", () => {
  it("auth.sessions lists the caller's open sessions, the current one first, without tokens", async () => {
    const admin = await makeAdmin(app);
    await makeAdmin(app);
    const phone = await openSessionAs(admin.id, "Phone");
    const [oldToken, expiredToken] = [await openSessionAs(admin.id, "Old"), await openSessionAs(admin.id, "Over")];
    expect([oldToken, expiredToken].every(Boolean)).toBe(true);
    await app.db.update(sessions).set({ endedAt: new Date() }).where(eq(sessions.device, "Old"));
    await app.db.update(sessions).set({ expiresAt: new Date() }).where(eq(sessions.device, "Over"));

    const items = await listSessions(admin.token);
    expect(items.map((item: { device: string; current: boolean }) => [item.device, item.current])).toEqual([
      ["test", true],
      ["Phone", false],
    ]);
    expect(items[1]).toMatchObject({ address: "102.89.1.2", last_used_at: expect.any(String) });
    expect(JSON.stringify(items)).not.toContain(phone);
    expect((await listSessions(phone))[0]).toMatchObject({ device: "Phone", current: true });
  });
});

describe("auth.endSession", () => {
  it("auth.endSession ends one session: its next call gets 401", async () => {
    const admin = await makeAdmin(app);
    const phone = await openSessionAs(admin.id, "Phone");
    const [, other] = await listSessions(admin.token);
    const answer = await app.call("DELETE", `/auth/admin/sessions/${other.sessionId}`, { token: admin.token });
    expect(answer.status).toBe(200);
    expect([await isSignedIn(phone), await isSignedIn(admin.token)]).toEqual([false, true]);
    expect((await app.audit())[0]).toMatchObject({
      action: "auth.endSession",
      outcome: "done",
      adminId: admin.id,
      after: { of: { device: "Phone", address: "102.89.1.2" } },
    });
    const secondDelete = await app.call("DELETE", `/auth/admin/sessions/${other.sessionId}`, { token: admin.token });
    expect(secondDelete.status).toBe(404);
  });

  it("auth.endSession can end the current session", async () => {
    const admin = await makeAdmin(app);
    const [ownSession] = await listSessions(admin.token);
    expect(
      (await app.call("DELETE", `/auth/admin/sessions/${ownSession.sessionId}`, { token: admin.token })).status,
    ).toBe(200);
    expect(await isSignedIn(admin.token)).toBe(false);
  });

  it("auth.endSession returns 404 for another admin's session, audits it, and does not end it", async () => {
    const admin = await makeAdmin(app);
    const other = await makeAdmin(app);
    const [theirSession] = await listSessions(other.token);
    for (const sessionId of [theirSession.sessionId, uuid()])
      expect((await app.call("DELETE", `/auth/admin/sessions/${sessionId}`, { token: admin.token })).status).toBe(404);
    expect((await app.audit())[0]).toMatchObject({ action: "auth.endSession", outcome: "refused", adminId: admin.id });
    expect(await isSignedIn(other.token)).toBe(true);
  });
});

describe("auth.endOtherSessions", () => {
  it("auth.endOtherSessions ends all sessions except the current one, returns their number, and keeps those of other admins", async () => {
    const admin = await makeAdmin(app);
    const other = await makeAdmin(app);
    const rest = [await openSessionAs(admin.id, "Phone"), await openSessionAs(admin.id, "Tablet")];
    const answer = await app.call("DELETE", "/auth/admin/sessions", { token: admin.token });
    expect(answer.json.data).toEqual({ ended: 2 });
    expect(await Promise.all([...rest, admin.token, other.token].map(isSignedIn))).toEqual([false, false, true, true]);
    expect((await app.audit())[0]).toMatchObject({ action: "auth.endOtherSessions", adminId: admin.id });
    expect((await app.call("DELETE", "/auth/admin/sessions", { token: admin.token })).json.data).toEqual({ ended: 0 });
  });
});

describe("401 for an ended session", () => {
  const endingOf = async (token?: string) => {
    const { status, json } = await app.call("GET", "/users", { token });
    return [status, json.ended];
  };

  it("the 401 for an ended session contains the reason only if the request's token belonged to that session", async () => {
    const admin = await makeAdmin(app);
    const [ended, expiredToken, currentToken] = [
      await openSessionAs(admin.id, "A"),
      await openSessionAs(admin.id, "B"),
      await openSessionAs(admin.id, "C"),
    ];
    await app.call("DELETE", "/auth/admin/session", { token: currentToken });
    await app.db.update(sessions).set({ expiresAt: new Date() }).where(eq(sessions.device, "B"));
    await app.call("DELETE", "/auth/admin/sessions", { token: admin.token });
    expect(await endingOf(ended)).toEqual([401, "elsewhere"]);
    expect(await endingOf(expiredToken)).toEqual([401, "expired"]);
    expect(await endingOf(currentToken)).toEqual([401, undefined]);
    expect(await endingOf("a-token-that-nobody-was-given-1234567890")).toEqual([401, undefined]);
    expect(await endingOf()).toEqual([401, undefined]);
  });

  it.each(["suspended", "deleted"] as const)(
    "the 401 for an ended session contains the reason %s after the admin got that status",
    async (status) => {
      const admin = await makeAdmin(app);
      await app.db.update(admins).set({ status }).where(eq(admins.id, admin.id));
      expect(await endingOf(admin.token)).toEqual([401, status]);
    },
  );

  it("the 401 for an ended session contains the reason that the password changed", async () => {
    const admin = await makeAdmin(app);
    await app.db.transaction((tx) => revokeAllAccess(tx, admin.id));
    expect(await endingOf(admin.token)).toEqual([401, "password"]);
  });
});

describe("write in progress", () => {
  const waitForLocks = (n: number) =>
    vi.waitFor(
      async () => {
        const found = await app.db.execute(sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`);
        expect(found.rows).toHaveLength(n);
      },
      { timeout: 10_000 },
    );
  const createGroup = async (token: string) => {
    const body = { kind: "rule", name: `Late ${uuid()}`, rule: { tier: "1" } };
    const { status } = await app.call("POST", "/user-management/user-groups", { token, body });
    const created = await app.db.execute(sql`select 1 from user_groups where name = ${body.name}`);
    return [status, created.rows.length];
  };
  type Officer = Awaited<ReturnType<typeof makeAdmin>>;
  type Revocation = readonly [string, number, (tx: Transaction, officer: Officer) => Promise<unknown>];
  const revocations: Revocation[] = [
    ["their session ends", 401, (tx, { id }) => revokeAllAccess(tx, id)],
    [
      "they are suspended",
      401,
      (tx, { id }) => tx.update(admins).set({ status: "suspended" }).where(eq(admins.id, id)),
    ],
    ["they lose a role", 403, (tx, { id }) => tx.delete(adminRoles).where(eq(adminRoles.adminId, id))],
    [
      "their role loses the right",
      403,
      (tx, { roleId }) => tx.update(roles).set({ features: [] }).where(eq(roles.id, roleId)),
    ],
  ];

  it.each(revocations)(
    "a write in progress changes nothing if its admin loses access before the commit: %s",
    async (_how, status, revoke) => {
      const officer = await makeAdmin(app);
      const lateCall = await app.db.transaction(async (tx) => {
        await revoke(tx, officer);
        // Checks the deferred constraints, as the start of a commit does, so that the call arrives in the middle of the commit.
        await tx.execute(sql`set constraints all immediate`);
        const call = createGroup(officer.token);
        // The call still sees the right. It waits for the revocation before it checks again.
        await waitForLocks(1);
        return [call] as const;
      });
      expect(await lateCall[0]).toEqual([status, 0]);
      expect((await app.audit())[0]).toMatchObject({ outcome: "refused", adminId: officer.id });
    },
  );

  it.each(revocations)(
    "a write commits if it began before its admin lost access: %s",
    async (_how, _status, revoke) => {
      const officer = await makeAdmin(app);
      const order: string[] = [];
      const revocation = await app.db.transaction(async (tx) => {
        await tx.execute(sql`select share_access_lock(${officer.id}::uuid)`);
        const waiting = app.db.transaction((other) => revoke(other, officer)).then(() => order.push("revoked"));
        await waitForLocks(1);
        order.push("written");
        return [waiting] as const;
      });
      await revocation[0];
      expect(order).toEqual(["written", "revoked"]);
    },
  );

  it("a write in progress completes if another admin loses access before the commit", async () => {
    const [officer, other] = [await makeAdmin(app), await makeAdmin(app)];
    await app.db.transaction(async (tx) => {
      await revokeAllAccess(tx, other.id);
      expect(await createGroup(officer.token)).toEqual([200, 1]);
    });
  });

  it("a write in progress does not wait for the audit row of another write", async () => {
    const [officer, other] = [await makeAdmin(app), await makeAdmin(app)];
    await app.db.transaction(async (tx) => {
      await appendAudit(tx, { ...systemAuditRow("a.call", { record: null }), adminId: officer.id, adminName: "Ada" });
      expect(await createGroup(officer.token)).toEqual([200, 1]);
      expect(await createGroup(other.token)).toEqual([200, 1]);
    });
  });
});

describe("unused session", () => {
  const rest = (token: string, hours: number) =>
    app.db.execute(sql`update sessions set last_used_at = now() - make_interval(hours => ${hours}::int)
      where token_hash = ${hashToken(token)}`);
  const endingOf = async (token: string) => (await app.call("GET", "/users", { token })).json.ended;

  it("an unused session ends after 8 hours; its 401 has the reason, and it is not listed as open", async () => {
    const admin = await makeAdmin(app);
    const laptop = await openSessionAs(admin.id, "Laptop");
    await rest(laptop, 7);
    expect(await isSignedIn(laptop)).toBe(true);
    const phone = await openSessionAs(admin.id, "Phone");
    await rest(phone, 8);
    expect(await isSignedIn(phone)).toBe(false);
    expect(await endingOf(phone)).toBe("idle");
    expect((await listSessions(admin.token)).map(({ device }: { device: string }) => device)).not.toContain("Phone");
  });

  it("requests of a page in use keep a session open, but those of an idle page do not", async () => {
    const admin = await makeAdmin(app);
    const lastUse = async () =>
      (
        await app.db.execute<{ at: string }>(
          sql`select last_used_at::text as at from sessions where token_hash = ${hashToken(admin.token)}`,
        )
      ).rows[0]?.at;
    await rest(admin.token, 7);
    const before = await lastUse();
    await app.call("GET", "/users", { token: admin.token, headers: { "x-unattended": "1" } });
    await expectNever(async () => (await lastUse()) !== before);
    await app.call("GET", "/users", { token: admin.token });
    await expect.poll(lastUse).not.toBe(before);
  });
});

/** Checks repeatedly for 100 ms that the condition stays false, because sessions are updated in the background. */
async function expectNever(condition: () => Promise<boolean>) {
  for (let tries = 0; tries < 5; tries++) {
    expect(await condition()).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
