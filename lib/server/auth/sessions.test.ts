import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { admins } from "@/lib/server/db/schema/admin";
import { sessions } from "@/lib/server/db/schema/session";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { openSession, revokeAllAccess } from "./session";
import { hashToken } from "./token";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const list = async (token: string) => (await app.call("GET", "/auth/admin/sessions", { token })).json.data.items;
const works = async (token: string) => (await app.call("GET", "/users", { token })).status === 200;
const open = (adminId: string, device: string) => openSession(app.db, adminId, { address: "102.89.1.2", device }, true);

describe("auth.sessions", () => {
  it("lists the caller's open sessions, the current one first, without tokens", async () => {
    const admin = await makeAdmin(app);
    await makeAdmin(app);
    const phone = await open(admin.id, "Phone");
    const [old, over] = [await open(admin.id, "Old"), await open(admin.id, "Over")];
    expect([old, over].every(Boolean)).toBe(true);
    await app.db.update(sessions).set({ endedAt: new Date() }).where(eq(sessions.device, "Old"));
    await app.db.update(sessions).set({ expiresAt: new Date() }).where(eq(sessions.device, "Over"));

    const items = await list(admin.token);
    expect(items.map((item: { device: string; current: boolean }) => [item.device, item.current])).toEqual([
      ["test", true],
      ["Phone", false],
    ]);
    expect(items[1]).toMatchObject({ address: "102.89.1.2", last_used_at: expect.any(String) });
    expect(JSON.stringify(items)).not.toContain(phone);
    expect((await list(phone))[0]).toMatchObject({ device: "Phone", current: true });
  });
});

describe("auth.endSession", () => {
  it("ends one session: its next call gets 401", async () => {
    const admin = await makeAdmin(app);
    const phone = await open(admin.id, "Phone");
    const [, other] = await list(admin.token);
    const answer = await app.call("DELETE", `/auth/admin/sessions/${other.sessionId}`, { token: admin.token });
    expect(answer.status).toBe(200);
    expect([await works(phone), await works(admin.token)]).toEqual([false, true]);
    expect((await app.audit())[0]).toMatchObject({
      action: "auth.endSession",
      outcome: "done",
      adminId: admin.id,
      after: { of: { device: "Phone", address: "102.89.1.2" } },
    });
    const again = await app.call("DELETE", `/auth/admin/sessions/${other.sessionId}`, { token: admin.token });
    expect(again.status).toBe(404);
  });

  it("can end the current session", async () => {
    const admin = await makeAdmin(app);
    const [mine] = await list(admin.token);
    expect((await app.call("DELETE", `/auth/admin/sessions/${mine.sessionId}`, { token: admin.token })).status).toBe(
      200,
    );
    expect(await works(admin.token)).toBe(false);
  });

  it("answers 404 for another admin's session, logs it, and does not end it", async () => {
    const admin = await makeAdmin(app);
    const other = await makeAdmin(app);
    const [theirs] = await list(other.token);
    for (const sessionId of [theirs.sessionId, uuid()])
      expect((await app.call("DELETE", `/auth/admin/sessions/${sessionId}`, { token: admin.token })).status).toBe(404);
    expect((await app.audit())[0]).toMatchObject({ action: "auth.endSession", outcome: "refused", adminId: admin.id });
    expect(await works(other.token)).toBe(true);
  });
});

describe("auth.endOtherSessions", () => {
  it("ends all sessions except the current one, returns their number, and keeps those of other admins", async () => {
    const admin = await makeAdmin(app);
    const other = await makeAdmin(app);
    const rest = [await open(admin.id, "Phone"), await open(admin.id, "Tablet")];
    const answer = await app.call("DELETE", "/auth/admin/sessions", { token: admin.token });
    expect(answer.json.data).toEqual({ ended: 2 });
    expect(await Promise.all([...rest, admin.token, other.token].map(works))).toEqual([false, false, true, true]);
    expect((await app.audit())[0]).toMatchObject({ action: "auth.endOtherSessions", adminId: admin.id });
    expect((await app.call("DELETE", "/auth/admin/sessions", { token: admin.token })).json.data).toEqual({ ended: 0 });
  });
});

describe("the 401 for an ended session", () => {
  const endedOf = async (token?: string) => {
    const { status, json } = await app.call("GET", "/users", { token });
    return [status, json.ended];
  };

  it("has the reason only for a token that was a session's", async () => {
    const admin = await makeAdmin(app);
    const [ended, over, own] = [await open(admin.id, "A"), await open(admin.id, "B"), await open(admin.id, "C")];
    await app.call("DELETE", "/auth/admin/session", { token: own });
    await app.db.update(sessions).set({ expiresAt: new Date() }).where(eq(sessions.device, "B"));
    await app.call("DELETE", "/auth/admin/sessions", { token: admin.token });
    expect(await endedOf(ended)).toEqual([401, "elsewhere"]);
    expect(await endedOf(over)).toEqual([401, "expired"]);
    expect(await endedOf(own)).toEqual([401, undefined]);
    expect(await endedOf("a-token-that-nobody-was-given-1234567890")).toEqual([401, undefined]);
    expect(await endedOf()).toEqual([401, undefined]);
  });

  it.each(["suspended", "deleted"] as const)("has the reason %s after that change of its admin", async (status) => {
    const admin = await makeAdmin(app);
    await app.db.update(admins).set({ status }).where(eq(admins.id, admin.id));
    expect(await endedOf(admin.token)).toEqual([401, status]);
  });

  it("has the reason that the password changed", async () => {
    const admin = await makeAdmin(app);
    await app.db.transaction((tx) => revokeAllAccess(tx, admin.id));
    expect(await endedOf(admin.token)).toEqual([401, "password"]);
  });
});

describe("a write in progress", () => {
  const waiting = (n: number) =>
    vi.waitFor(
      async () => {
        const found = await app.db.execute(sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`);
        expect(found.rows).toHaveLength(n);
      },
      { timeout: 10_000 },
    );

  /** Sends a request, then a new group by this admin that has to wait for that request. */
  async function groupAfter(token: string, first: () => Promise<unknown>) {
    const body = { kind: "rule", name: `Late ${uuid()}`, rule: { tier: "1" } };
    const [answer] = await app.db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from audit_head for update`);
      const sent = first();
      await waiting(1);
      const late = app.call("POST", "/user-management/user-groups", { token, body });
      await waiting(2);
      return [Promise.all([late, sent])] as const;
    });
    const [late] = await answer;
    const made = await app.db.execute(sql`select 1 from user_groups where name = ${body.name}`);
    return [late.status, made.rows.length];
  }

  it("changes nothing once its admin is suspended", async () => {
    const [owner, officer] = [await makeAdmin(app), await makeAdmin(app)];
    const suspended = () =>
      app.call("PATCH", "/users/admin/status-update", {
        token: owner.token,
        body: { admin_id: officer.id, status: "suspended" },
      });
    expect(await groupAfter(officer.token, suspended)).toEqual([401, 0]);
    expect((await app.audit())[0]).toMatchObject({ outcome: "refused", adminId: officer.id });
  });

  it("changes nothing once its admin has lost the right", async () => {
    const [owner, officer] = [await makeAdmin(app), await makeAdmin(app)];
    const lessened = () =>
      app.call("POST", "/permissions/role/user/assign", {
        token: owner.token,
        body: { admin_id: officer.id, role_ids: [] },
      });
    expect(await groupAfter(officer.token, lessened)).toEqual([403, 0]);
  });

  it("completes if its admin did not change", async () => {
    const [owner, officer] = [await makeAdmin(app), await makeAdmin(app)];
    const body = { kind: "rule", name: `First ${uuid()}`, rule: { tier: "1" } };
    const other = () => app.call("POST", "/user-management/user-groups", { token: owner.token, body });
    expect(await groupAfter(officer.token, other)).toEqual([200, 1]);
  });
});

describe("an unused session", () => {
  const rest = (token: string, hours: number) =>
    app.db.execute(sql`update sessions set last_used_at = now() - make_interval(hours => ${hours}::int)
      where token_hash = ${hashToken(token)}`);
  const endedOf = async (token: string) => (await app.call("GET", "/users", { token })).json.ended;

  it("ends after 8 hours, has the reason, and is not listed as open", async () => {
    const admin = await makeAdmin(app);
    const laptop = await open(admin.id, "Laptop");
    await rest(laptop, 7);
    expect(await works(laptop)).toBe(true);
    const phone = await open(admin.id, "Phone");
    await rest(phone, 8);
    expect(await works(phone)).toBe(false);
    expect(await endedOf(phone)).toBe("idle");
    expect((await list(admin.token)).map(({ device }: { device: string }) => device)).not.toContain("Phone");
  });

  it("stays open by requests of a page in use, not by those of an unused page", async () => {
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

/** Polls for 100 ms: long enough for a background update of one statement. */
async function expectNever(happens: () => Promise<boolean>) {
  for (let tries = 0; tries < 5; tries++) {
    expect(await happens()).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
