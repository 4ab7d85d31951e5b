import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keyedHash } from "@/lib/server/base/secret";
import { grantApplications, grantDocuments, grantFingerprints, grantReviews } from "@/lib/server/db/schema/grant";
import { makeAdmin, makeKyc, makeUser, rightsOf, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { applicationNow, grantsOf, makeApplication, makeProgramme } from "@/lib/server/testing/grants";
import { inBulk } from "@/lib/server/testing/in-bulk";
import { sendFile } from "@/lib/server/testing/ireports";
import { makeJpeg, makePicture } from "@/lib/server/testing/pictures";
import { samePrints } from "./find-same-prints";
import { duplicatesOf, recheckDuplicates } from "./recheck-duplicates";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
type Programme = Awaited<ReturnType<typeof makeProgramme>>;
let programme: Programme;
const PHOTO = uuid();
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  programme = await newProgramme();
});
afterAll(() => app.stop());

const newProgramme = () =>
  makeProgramme(app, admin, { documents: [{ id: PHOTO, label: "Photo", required: false, is_photo: true }] });

/** Applies with unique data except `shared`. */
async function applied(shared: object, { to, user }: { to: Programme; user?: Awaited<ReturnType<typeof makeUser>> }) {
  const who = user ?? (await makeUser(app));
  const { status, json } = await grantsOf(app, to).apply(who, shared);
  expect([status, json.message]).toEqual([200, "OK"]);
  return { id: json.data.id as string, user: who };
}
const sent = async (bytes: Buffer) => ({
  documents: [{ document_id: PHOTO, upload_id: (await sendFile(app, "/app/uploads", bytes)).json.data.id }],
});
const bank = (account_number: string) => ({
  payout: { kind: "bank", bank: "First Bank", bank_code: "011", account_number, account_name: "Ada Obi" },
});
const seen = async (id: string) => {
  const { items } = await duplicatesOf(app.db, id);
  return items.map(({ kind, applications }) => [kind, applications.map((each) => each.id).sort()]);
};
const marked = async (id: string) => {
  const { version, mark } = await duplicatesOf(app.db, id);
  return { version, mark };
};
const clear = async (id: string, by = admin, as?: { version: number; mark: string }) =>
  app.call("PATCH", `/grants/applications/${id}/duplicates`, {
    token: by.token,
    body: { ...(as ?? (await marked(id))), reason: "A family with one phone" },
  });
const recheck = (id: string) => app.db.transaction((tx) => recheckDuplicates(tx, id));

/** Returns the same photo saved again and smaller: other bytes, same perceptual hash. */
const resaved = async (seed: number, quality: number) =>
  (await makePicture(seed)).resize(500).jpeg({ quality }).toBuffer();

describe("an applicant with four accounts", () => {
  const SHARED: [string, string, (n: number) => Promise<object>][] = [
    ["account", "a bank account", async () => bank("0123456789")],
    ["phone", "a phone", async () => ({ contact_phone: "0805 555 5555" })],
    ["device", "a device", async () => ({ device_id: "one-phone" })],
    ["photo", "a file", async () => sent(await makeJpeg(1))],
    ["photo", "a photo that was saved again", async (n) => sent(await resaved(2, 60 + n * 8))],
  ];
  it.each(SHARED)("is flagged four times by %s, with links to the other three: %s", async (kind, _what, shared) => {
    const other = await newProgramme();
    const four: string[] = [];
    for (const n of [0, 1, 2, 3]) four.push((await applied(await shared(n), { to: n % 2 ? other : programme })).id);
    for (const id of four) {
      expect((await applicationNow(app, id)).duplicates).toEqual([kind]);
      expect(await seen(id)).toEqual([[kind, four.filter((each) => each !== id).sort()]]);
    }
  });

  it("is flagged by the same identity number, even if one application was rejected", async () => {
    const four: string[] = [];
    for (const n of [0, 1, 2, 3]) {
      const user = await makeUser(app);
      const state = n % 2 ? ("pending" as const) : ("approved" as const);
      await makeKyc(app, { userId: user.id, phone: user.phone, state, identityNumberHash: keyedHash("22222222222") });
      four.push((await applied({}, { to: programme, user })).id);
      if (n === 0)
        await app.db
          .update(grantApplications)
          .set({ state: "rejected", reason: "No" })
          .where(eq(grantApplications.id, four[0] ?? ""));
    }
    for (const id of four)
      expect(await seen(id)).toEqual([["identity_number", four.filter((each) => each !== id).sort()]]);
  });

  it("is flagged by the same identity number, even if a newer request has another document", async () => {
    const four: string[] = [];
    const OTHER = keyedHash("passport");
    for (const n of [0, 1, 2, 3]) {
      const user = await makeUser(app);
      const kyc = { userId: user.id, phone: user.phone };
      const long = new Date(Date.now() - 90_000_000);
      const nin = { ...kyc, submittedAt: long, identityNumberHash: keyedHash("44444444444") };
      // The number is in an older approved request, or in a pending one beside an approved one.
      await makeKyc(app, { ...nin, state: n === 2 ? "pending" : "approved" });
      const document = { ...kyc, identityNumberHash: `${OTHER}${n}` };
      if (n > 0) await makeKyc(app, { ...document, state: "approved" });
      four.push((await applied({}, { to: programme, user })).id);
    }
    for (const id of four) {
      expect((await applicationNow(app, id)).duplicates).toEqual(["identity_number"]);
      expect(await seen(id)).toEqual([["identity_number", four.filter((each) => each !== id).sort()]]);
    }
  });

  it("is flagged by a phone number in an older identity request of another account", async () => {
    const [one, two] = [await makeUser(app), await makeUser(app)];
    const approved = { userId: one.id, state: "approved" as const };
    const before = { submittedAt: new Date(Date.now() - 90_000_000), phone: two.phone };
    await makeKyc(app, { ...approved, ...before, identityNumberHash: keyedHash("old") });
    await makeKyc(app, { ...approved, phone: one.phone, identityNumberHash: keyedHash("new") });
    const [first, second] = [
      await applied({}, { to: programme, user: one }),
      await applied({}, { to: programme, user: two }),
    ];
    expect(await seen(first.id)).toEqual([["phone", [second.id]]]);
  });

  it("is flagged when all four apply in parallel", async () => {
    const users = await Promise.all([0, 1, 2, 3].map(() => makeUser(app)));
    const four = await Promise.all(users.map((user) => applied(bank("9999999999"), { to: programme, user })));
    for (const { id } of four) {
      expect((await applicationNow(app, id)).duplicates).toEqual(["account"]);
      expect((await seen(id))[0]?.[1]).toHaveLength(3);
    }
  });
});

describe("duplicates", () => {
  it("are not flagged for two applications of one person, or without shared data", async () => {
    const one = await applied({ ...bank("1111111111"), device_id: "mine" }, { to: programme });
    const again = await applied(
      { ...bank("1111111111"), device_id: "mine" },
      { to: await newProgramme(), user: one.user },
    );
    await applied({ ...bank("1111111112"), ...(await sent(await makeJpeg(77))) }, { to: programme });
    expect((await applicationNow(app, again.id)).duplicates).toEqual([]);
    expect(await seen(one.id)).toEqual([]);
  });

  it("are found for all spellings of a phone number, and for the account's own number", async () => {
    const one = await makeUser(app, { phone: "+2347012345678" });
    const first = await applied({ contact_phone: "08099999991" }, { to: programme, user: one });
    const second = await applied({ contact_phone: "0701-234-5678" }, { to: programme });
    expect(await seen(first.id)).toEqual([["phone", [second.id]]]);
  });

  it("are found for all spellings of a bank code and a device id", async () => {
    const account = (bank_code: string) => ({ payout: { ...bank("3333333333").payout, bank_code } });
    const one = await applied({ ...account("044"), device_id: "ab-CD-1" }, { to: programme });
    const two = await applied({ ...account("000044"), device_id: "AB-cd-1" }, { to: programme });
    await applied({ ...account("440") }, { to: programme });
    expect(await seen(one.id)).toEqual([
      ["account", [two.id]],
      ["device", [two.id]],
    ]);
  });

  it("list the newest fifty per fingerprint, so that a common one does not hide a rare one", async () => {
    const [crowd, alone] = [keyedHash("phone:crowd"), keyedHash("phone:alone")];
    const print = (applicationId: string, value: string) => ({ applicationId, kind: "phone" as const, value });
    const rare = await applied({}, { to: programme });
    await app.db.insert(grantFingerprints).values(print(rare.id, alone));
    for (let n = 0; n < 52; n++) {
      const { id } = await makeApplication(app, programme, {});
      await app.db.insert(grantFingerprints).values(print(id, crowd));
    }
    const mine = await applied({}, { to: programme });
    await app.db.insert(grantFingerprints).values([print(mine.id, crowd), print(mine.id, alone)]);
    const found = (await seen(mine.id))[0]?.[1];
    expect(found).toHaveLength(51);
    expect(found).toContain(rare.id);
  });

  it("describe what is shared, and need the right to read grants", async () => {
    const one = await applied({ ...bank("2222222222"), device_id: "two" }, { to: programme });
    const two = await applied({ ...bank("2222222222"), device_id: "two" }, { to: programme });
    const url = `/grants/applications/${one.id}/duplicates`;
    const { json } = await app.call("GET", url, { token: admin.token });
    expect(json.data.items.map(({ kind, detail }: { kind: string; detail: string }) => [kind, detail])).toEqual([
      ["account", "1 other application has the same bank account."],
      ["device", "1 other application has the same device."],
    ]);
    expect(json.data.items[0].applications).toEqual([
      {
        id: two.id,
        reference: `GRA-${two.id.slice(-12).toUpperCase()}`,
        applicant: { id: two.user.id, name: `Ekaette ${two.user.lastName}` },
        programme: { id: programme.id, name: programme.name },
        state: "submitted",
      },
    ]);
    const nobody = await makeAdmin(app, { rights: rightsOf({ Events: ["read"] }) });
    expect((await app.call("GET", url, { token: nobody.token })).status).toBe(403);
    const missing = await app.call("GET", `/grants/applications/${uuid()}/duplicates`, { token: admin.token });
    expect(missing.status).toBe(404);
  });

  it("are found by the perceptual hash of a picture sent with an answer", async () => {
    const one = await applied(await sent(await resaved(41, 90)), { to: programme });
    const two = await applied({}, { to: programme });
    const asked = { question: "A photo, please.", askedBy: admin.id, askedAt: new Date() };
    await app.db.update(grantApplications).set(asked).where(eq(grantApplications.id, two.id));
    const [document] = (await sent(await resaved(41, 65))).documents;
    const unnamed = { documents: [{ upload_id: document?.upload_id }] };
    expect((await grantsOf(app, programme).answer(two.user, two.id, unnamed)).status).toBe(200);
    for (const { id } of [one, two]) expect((await applicationNow(app, id)).duplicates).toEqual(["photo"]);
  });

  it("are found in documents sent with an answer", async () => {
    const one = await applied(await sent(await makeJpeg(31)), { to: programme });
    const two = await applied({}, { to: programme });
    const three = await applied({}, { to: programme });
    const asked = { question: "A photo, please.", askedBy: admin.id, askedAt: new Date() };
    for (const { id } of [two, three])
      await app.db.update(grantApplications).set(asked).where(eq(grantApplications.id, id));
    const grants = grantsOf(app, programme);
    expect((await grants.answer(two.user, two.id, await sent(await makeJpeg(31)))).status).toBe(200);
    expect((await grants.answer(three.user, three.id, await sent(await resaved(31, 70)))).status).toBe(200);
    for (const { id } of [one, two, three]) {
      expect((await applicationNow(app, id)).duplicates).toEqual(["photo"]);
      expect((await seen(id))[0]?.[1]).toHaveLength(2);
    }
    expect((await app.audit())[0]).toMatchObject({ action: "grant.answerForApp", after: { duplicates: ["photo"] } });
  });

  it("are found once an identity number is added later", async () => {
    const [one, two] = [await applied({}, { to: programme }), await applied({}, { to: programme })];
    for (const { user } of [one, two])
      await makeKyc(app, { userId: user.id, phone: user.phone, identityNumberHash: keyedHash("33333333333") });
    expect(await recheck(one.id)).toEqual({ kinds: [], uncleared: [] });
    expect(await recheck(two.id)).toEqual({ kinds: ["identity_number"], uncleared: [`identity_number:${one.id}`] });
    for (const { id } of [one, two]) expect((await applicationNow(app, id)).duplicates).toEqual(["identity_number"]);
    const { version } = await applicationNow(app, one.id);
    expect(await recheck(one.id)).toEqual({ kinds: ["identity_number"], uncleared: [`identity_number:${two.id}`] });
    expect((await applicationNow(app, one.id)).version).toBe(version);
  });
});

describe("clearing duplicates", () => {
  it("stores admin, reason and matches; a further match flags it again", async () => {
    const one = await applied({ device_id: "family" }, { to: programme });
    const two = await applied({ device_id: "family" }, { to: programme });
    const { status, json } = await clear(one.id);
    expect(status).toBe(200);
    expect(json.data.cleared).toMatchObject({
      by: { id: admin.id, name: admin.name, email: admin.email },
      reason: "A family with one phone",
    });
    expect(await recheck(one.id)).toEqual({ kinds: ["device"], uncleared: [] });
    expect((await app.audit())[0]).toMatchObject({
      action: "grant.clearDuplicates",
      recordId: one.id,
      before: { duplicates_cleared: false },
      after: {
        duplicates_cleared: true,
        duplicates: ["device"],
        same_as: `GRA-${two.id.slice(-12).toUpperCase()}`,
        reason: "A family with one phone",
      },
    });
    expect((await clear(one.id)).json.message).toBe("Its duplicates are cleared already.");
    const three = await applied({ device_id: "family" }, { to: programme });
    const flagged = await applicationNow(app, one.id);
    expect([flagged.duplicatesClearedAt, flagged.duplicatesClearedBy]).toEqual([null, null]);
    expect(await recheck(one.id)).toEqual({ kinds: ["device"], uncleared: [`device:${three.id}`] });
    expect((await duplicatesOf(app.db, one.id)).cleared).toBeNull();
    expect((await clear(one.id)).status).toBe(200);
    expect((await applicationNow(app, one.id)).duplicatesClearedOf.sort()).toEqual(
      [`device:${two.id}`, `device:${three.id}`].sort(),
    );
  });

  it("is refused when a new match was added, nothing is flagged, or it is decided", async () => {
    const one = await applied({ device_id: "shop" }, { to: programme });
    const url = `/grants/applications/${one.id}/duplicates`;
    expect((await clear(one.id)).json.message).toBe("Nothing is flagged, so there is nothing to clear.");
    const old = await marked(one.id);
    await applied({ device_id: "shop" }, { to: programme });
    const stale = await app.call("PATCH", url, { token: admin.token, body: { ...old, reason: "One shop" } });
    expect([stale.status, stale.json.current.items[0].kind]).toEqual([409, "device"]);
    expect((await applicationNow(app, one.id)).duplicatesClearedAt).toBeNull();
    await app.db
      .update(grantApplications)
      .set({ state: "rejected", reason: "No" })
      .where(eq(grantApplications.id, one.id));
    expect((await clear(one.id)).json.message).toContain("is decided");
    expect((await app.audit())[0]).toMatchObject({ action: "grant.clearDuplicates", outcome: "refused" });
  });

  it("is refused when the recheck finds a match the admin has not seen, and succeeds with the new mark", async () => {
    const one = await applied({ device_id: "twins" }, { to: programme });
    await applied({ device_id: "twins" }, { to: programme });
    const saw = await marked(one.id);
    const third = await applied({}, { to: programme });
    for (const { user } of [one, third])
      await makeKyc(app, { userId: user.id, phone: user.phone, identityNumberHash: keyedHash("55555555555") });
    await recheck(third.id);
    // Nothing has changed this application, so its version alone would not reveal the match.
    const { version } = await applicationNow(app, one.id);
    const refused = await clear(one.id, admin, { ...saw, version });
    expect([refused.status, refused.json.message]).toEqual([
      409,
      "Other applications now share data with this one. Check its duplicates again.",
    ]);
    expect(refused.json.current).toMatchObject({ ...(await marked(one.id)), version });
    expect((await applicationNow(app, one.id)).duplicatesClearedAt).toBeNull();
    const { mark } = refused.json.current;
    expect((await clear(one.id, admin, { version, mark })).status).toBe(200);
  });

  it("needs the right to approve, a reason, and no conflict of interest", async () => {
    const one = await applied({ device_id: "kiosk" }, { to: programme });
    await applied({ device_id: "kiosk" }, { to: programme });
    const reader = await makeAdmin(app, { rights: rightsOf({ Grants: ["read", "update"] }) });
    expect((await clear(one.id, reader)).status).toBe(403);
    const as = await marked(one.id);
    const url = `/grants/applications/${one.id}/duplicates`;
    expect((await app.call("PATCH", url, { token: admin.token, body: { ...as, reason: " " } })).status).toBe(400);
    const cousin = await makeAdmin(app);
    await app.db.insert(grantReviews).values({ applicationId: one.id, reviewerId: cousin.id, conflict: "My cousin" });
    expect((await clear(one.id, cousin)).json.message).toContain("conflict of interest");
    expect((await clear(one.id)).status).toBe(200);
  });
});

describe("with many applications", () => {
  /** GRANTS=1000000 runs it with a million; fewer by default to keep the tests fast. */
  const MANY = Number(process.env.GRANTS ?? 20_000);
  const SHARED = keyedHash("device:everybody");

  it("lists fifty matches of a common fingerprint, read from the indexes", async () => {
    const crowd = await makeProgramme(app, admin, {});
    const one = await makeApplication(app, crowd, {});
    await inBulk(app.db, async (tx) => {
      await tx.execute(sql`alter table grant_applications disable trigger user`);
      await tx.execute(sql`
        insert into users (id, first_name, last_name, email, phone, date_of_birth, gender, address, lga, joined_at)
        select gen_random_uuid(), 'Many', 'People' || n, 'many' || n || '@example.com', '+23490' || lpad(n::text, 8, '0'),
          '1990-01-01', 'female', 'Road', 'Abi', now() from generate_series(1, ${MANY}::int) n`);
      await tx.execute(sql`
        insert into grant_applications (id, reference, programme_id, user_id, amount_asked, contact_phone, applicant_lga,
          applicant_tier, payout_kind)
        select gen_random_uuid(), 'GRA-M' || substr(email, 5, 8), ${crowd.id}::uuid, id, 100, phone, 'Abi', 1, 'wallet'
        from users where first_name = 'Many'`);
      await tx.execute(sql`alter table grant_applications enable trigger user`);
      await tx.execute(sql`
        insert into grant_fingerprints select id, 'phone', md5(id::text) from grant_applications where reference like 'GRA-M%'
        union all select id, 'device', ${SHARED} from grant_applications where reference like 'GRA-M%'`);
      await tx.execute(sql`
        insert into grant_documents (id, application_id, is_photo, file_id, width, height, photo_hash, photo_hash_0, photo_hash_1, photo_hash_2, photo_hash_3)
        select gen_random_uuid(), id, true, (select file_id from grant_documents limit 1), 600, 720,
          ('x' || md5(id::text) || md5(reference))::bit(256),
          (random() * 65535)::int, (random() * 65535)::int, (random() * 65535)::int, (random() * 65535)::int
        from grant_applications where reference like 'GRA-M%'`);
    });
    for (const table of ["users", "grant_applications", "grant_fingerprints", "grant_documents"])
      await app.db.execute(sql.raw(`analyze ${table}`));
    const started = performance.now();
    const matches = await samePrints(app.db, one.userId, [{ kind: "device", value: SHARED }]);
    const took = performance.now() - started;
    expect(matches).toHaveLength(50);
    expect(took).toBeLessThan(500);
    const before = performance.now();
    const mine = await applied({ device_id: "everybody", ...(await sent(await makeJpeg(500))) }, { to: programme });
    const applying = performance.now() - before;
    // biome-ignore lint/suspicious/noConsole: a figure that somebody asked for
    if (process.env.GRANTS) console.log(`${MANY}: look up ${took.toFixed(1)} ms, apply ${applying.toFixed(1)} ms`);
    expect((await seen(mine.id))[0]?.[1]).toHaveLength(50);
    expect(applying).toBeLessThan(3_000);
    expect((await duplicatesOf(app.db, mine.id)).items[0]?.detail).toBe(
      "50 or more other applications have the same device.",
    );
    const rows = await app.db.$count(grantFingerprints, eq(grantFingerprints.applicationId, mine.id));
    expect(rows).toBe(3);
    expect(await app.db.$count(grantDocuments, eq(grantDocuments.applicationId, mine.id))).toBe(1);
  }, 300_000);
});
