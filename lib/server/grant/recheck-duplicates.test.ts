import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { hashIdentityNumber } from "@/lib/server/base/secret";
import { grantApplications, grantDocuments, grantFingerprints, grantReviews } from "@/lib/server/db/schema/grant";
import { makeAdmin, makeKycRequest, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import {
  grantCallsOf,
  makeGrantApplication,
  makeGrantProgramme,
  readGrantApplication,
} from "@/lib/server/testing/grants";
import { uploadTestFile } from "@/lib/server/testing/ireports";
import { makeJpeg, makePicture } from "@/lib/server/testing/pictures";
import { runInBulk } from "@/lib/server/testing/run-in-bulk";
import { findDuplicateMatches } from "./find-duplicate-matches";
import { readGrantDuplicates, recheckDuplicates } from "./recheck-duplicates";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
type TestProgramme = Awaited<ReturnType<typeof makeGrantProgramme>>;
let programme: TestProgramme;
const PHOTO_DOCUMENT = uuid();
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  programme = await makeOpenProgramme();
});
afterAll(() => app.stop());

const makeOpenProgramme = () =>
  makeGrantProgramme(app, admin, {
    documents: [{ id: PHOTO_DOCUMENT, label: "Photo", required: false, is_photo: true }],
  });

/** Creates an application with unique data except `shared`. */
async function applyWith(
  shared: object,
  { to: programmeOf, user }: { to: TestProgramme; user?: Awaited<ReturnType<typeof makeUser>> },
) {
  const applicantUser = user ?? (await makeUser(app));
  const { status, json } = await grantCallsOf(app, programmeOf).apply(applicantUser, shared);
  expect([status, json.message]).toEqual([200, "OK"]);
  return { id: json.data.id as string, user: applicantUser };
}
const sentDocument = async (bytes: Buffer) => ({
  documents: [
    { document_id: PHOTO_DOCUMENT, upload_id: (await uploadTestFile(app, "/app/uploads", bytes)).json.data.id },
  ],
});
const bankPayout = (account_number: string) => ({
  payout: { kind: "bank", bank: "First Bank", bank_code: "011", account_number, account_name: "Ada Obi" },
});
const duplicatesSeen = async (id: string) => {
  const { items } = await readGrantDuplicates(app.db, id);
  return items.map(({ kind, applications }) => [kind, applications.map((each) => each.id).sort()]);
};
const versionAndMark = async (id: string) => {
  const { version, mark } = await readGrantDuplicates(app.db, id);
  return { version, mark };
};
const clearFlags = async (id: string, actor = admin, seenState?: { version: number; mark: string }) =>
  app.call("PATCH", `/grants/applications/${id}/duplicates`, {
    token: actor.token,
    body: { ...(seenState ?? (await versionAndMark(id))), reason: "A family with one phone" },
  });
const recheck = (id: string) => app.db.transaction((tx) => recheckDuplicates(tx, id));

/** Returns a smaller copy of the photo: other bytes, same perceptual hash. */
const resavedPhoto = async (seed: number, quality: number) =>
  (await makePicture(seed)).resize(500).jpeg({ quality }).toBuffer();

describe("an applicant with four accounts", () => {
  const SHARED: [string, string, (n: number) => Promise<object>][] = [
    ["account", "a bank account", async () => bankPayout("0123456789")],
    ["phone", "a phone", async () => ({ contact_phone: "0805 555 5555" })],
    ["device", "a device", async () => ({ device_id: "one-phone" })],
    ["photo", "a file", async () => sentDocument(await makeJpeg(1))],
    ["photo", "a photo that was saved again", async (n) => sentDocument(await resavedPhoto(2, 60 + n * 8))],
  ];
  it.each(SHARED)(
    "puts the flag “%s” on four applications, as possible duplicates, if their applicants share %s",
    async (kind, _what, shared) => {
      const other = await makeOpenProgramme();
      const applicationIds: string[] = [];
      for (const n of [0, 1, 2, 3])
        applicationIds.push((await applyWith(await shared(n), { to: n % 2 ? other : programme })).id);
      for (const id of applicationIds) {
        expect((await readGrantApplication(app, id)).duplicates).toEqual([kind]);
        expect(await duplicatesSeen(id)).toEqual([[kind, applicationIds.filter((each) => each !== id).sort()]]);
      }
    },
  );

  it("flags applicants with the same identity number, even if one application was rejected", async () => {
    const applicationIds: string[] = [];
    for (const n of [0, 1, 2, 3]) {
      const user = await makeUser(app);
      const state = n % 2 ? ("pending" as const) : ("approved" as const);
      await makeKycRequest(app, {
        userId: user.id,
        phone: user.phone,
        state,
        identityNumberHash: hashIdentityNumber("22222222222"),
      });
      applicationIds.push((await applyWith({}, { to: programme, user })).id);
      if (n === 0)
        await app.db
          .update(grantApplications)
          .set({ state: "rejected", reason: "No" })
          .where(eq(grantApplications.id, applicationIds[0] ?? ""));
    }
    for (const id of applicationIds)
      expect(await duplicatesSeen(id)).toEqual([
        ["identity_number", applicationIds.filter((each) => each !== id).sort()],
      ]);
  });

  it("flags applicants with the same identity number, even if a newer KYC request has another document", async () => {
    const applicationIds: string[] = [];
    const OTHER_NUMBER = hashIdentityNumber("passport");
    for (const n of [0, 1, 2, 3]) {
      const user = await makeUser(app);
      const kyc = { userId: user.id, phone: user.phone };
      const longAgo = new Date(Date.now() - 90_000_000);
      const ninRequest = { ...kyc, submittedAt: longAgo, identityNumberHash: hashIdentityNumber("44444444444") };
      // The shared identity number is in an older approved request, or in a pending request beside an approved request.
      await makeKycRequest(app, { ...ninRequest, state: n === 2 ? "pending" : "approved" });
      const document = { ...kyc, identityNumberHash: `${OTHER_NUMBER}${n}` };
      if (n > 0) await makeKycRequest(app, { ...document, state: "approved" });
      applicationIds.push((await applyWith({}, { to: programme, user })).id);
    }
    for (const id of applicationIds) {
      expect((await readGrantApplication(app, id)).duplicates).toEqual(["identity_number"]);
      expect(await duplicatesSeen(id)).toEqual([
        ["identity_number", applicationIds.filter((each) => each !== id).sort()],
      ]);
    }
  });

  it("flags an application as a duplicate if an older KYC request of its applicant has the phone number of another applicant", async () => {
    const [one, two] = [await makeUser(app), await makeUser(app)];
    const approvedKyc = { userId: one.id, state: "approved" as const };
    const before = { submittedAt: new Date(Date.now() - 90_000_000), phone: two.phone };
    await makeKycRequest(app, { ...approvedKyc, ...before, identityNumberHash: hashIdentityNumber("old") });
    await makeKycRequest(app, { ...approvedKyc, phone: one.phone, identityNumberHash: hashIdentityNumber("new") });
    const [first, second] = [
      await applyWith({}, { to: programme, user: one }),
      await applyWith({}, { to: programme, user: two }),
    ];
    expect(await duplicatesSeen(first.id)).toEqual([["phone", [second.id]]]);
  });

  it("flags four applications with shared data as possible duplicates even if they are submitted in parallel", async () => {
    const users = await Promise.all([0, 1, 2, 3].map(() => makeUser(app)));
    const applicationIds = await Promise.all(
      users.map((user) => applyWith(bankPayout("9999999999"), { to: programme, user })),
    );
    for (const { id } of applicationIds) {
      expect((await readGrantApplication(app, id)).duplicates).toEqual(["account"]);
      expect((await duplicatesSeen(id))[0]?.[1]).toHaveLength(3);
    }
  });
});

describe("duplicates", () => {
  it("flags as duplicates neither two applications of the same person nor applications without shared data", async () => {
    const one = await applyWith({ ...bankPayout("1111111111"), device_id: "mine" }, { to: programme });
    const secondApplication = await applyWith(
      { ...bankPayout("1111111111"), device_id: "mine" },
      { to: await makeOpenProgramme(), user: one.user },
    );
    await applyWith({ ...bankPayout("1111111112"), ...(await sentDocument(await makeJpeg(77))) }, { to: programme });
    expect((await readGrantApplication(app, secondApplication.id)).duplicates).toEqual([]);
    expect(await duplicatesSeen(one.id)).toEqual([]);
  });

  it("finds duplicates by any spelling of a phone number, and by the account's own number", async () => {
    const one = await makeUser(app, { phone: "+2347012345678" });
    const first = await applyWith({ contact_phone: "08099999991" }, { to: programme, user: one });
    const second = await applyWith({ contact_phone: "0701-234-5678" }, { to: programme });
    expect(await duplicatesSeen(first.id)).toEqual([["phone", [second.id]]]);
  });

  it("finds duplicates by any spelling of a bank code and a device id", async () => {
    const bankAccountOf = (bank_code: string) => ({ payout: { ...bankPayout("3333333333").payout, bank_code } });
    const one = await applyWith({ ...bankAccountOf("044"), device_id: "ab-CD-1" }, { to: programme });
    const two = await applyWith({ ...bankAccountOf("000044"), device_id: "AB-cd-1" }, { to: programme });
    await applyWith({ ...bankAccountOf("440") }, { to: programme });
    expect(await duplicatesSeen(one.id)).toEqual([
      ["account", [two.id]],
      ["device", [two.id]],
    ]);
  });

  it("lists the newest fifty duplicates per shared value, so that a frequent value does not hide a rare one", async () => {
    const [crowd, rareHash] = [hashIdentityNumber("phone:crowd"), hashIdentityNumber("phone:alone")];
    const checkKeyRow = (applicationId: string, value: string) => ({ applicationId, kind: "phone" as const, value });
    const rareMatch = await applyWith({}, { to: programme });
    await app.db.insert(grantFingerprints).values(checkKeyRow(rareMatch.id, rareHash));
    for (let n = 0; n < 52; n++) {
      const { id } = await makeGrantApplication(app, programme, {});
      await app.db.insert(grantFingerprints).values(checkKeyRow(id, crowd));
    }
    const ownApplication = await applyWith({}, { to: programme });
    await app.db
      .insert(grantFingerprints)
      .values([checkKeyRow(ownApplication.id, crowd), checkKeyRow(ownApplication.id, rareHash)]);
    const matchedIds = (await duplicatesSeen(ownApplication.id))[0]?.[1];
    expect(matchedIds).toHaveLength(51);
    expect(matchedIds).toContain(rareMatch.id);
  });

  it("lists the kinds of data that possible duplicates share, and returns 403 without the right to read grants", async () => {
    const one = await applyWith({ ...bankPayout("2222222222"), device_id: "two" }, { to: programme });
    const two = await applyWith({ ...bankPayout("2222222222"), device_id: "two" }, { to: programme });
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
    const adminWithoutGrants = await makeAdmin(app, { rights: makeRights({ Events: ["read"] }) });
    expect((await app.call("GET", url, { token: adminWithoutGrants.token })).status).toBe(403);
    const missing = await app.call("GET", `/grants/applications/${uuid()}/duplicates`, { token: admin.token });
    expect(missing.status).toBe(404);
  });

  it("finds duplicates by the perceptual hash of a picture sent with an answer", async () => {
    const one = await applyWith(await sentDocument(await resavedPhoto(41, 90)), { to: programme });
    const two = await applyWith({}, { to: programme });
    const openQuestion = { question: "A photo, please.", askedBy: admin.id, askedAt: new Date() };
    await app.db.update(grantApplications).set(openQuestion).where(eq(grantApplications.id, two.id));
    const [document] = (await sentDocument(await resavedPhoto(41, 65))).documents;
    const unnamedDocument = { documents: [{ upload_id: document?.upload_id }] };
    expect((await grantCallsOf(app, programme).answer(two.user, two.id, unnamedDocument)).status).toBe(200);
    for (const { id } of [one, two]) expect((await readGrantApplication(app, id)).duplicates).toEqual(["photo"]);
  });

  it("finds duplicates in documents sent with an answer", async () => {
    const one = await applyWith(await sentDocument(await makeJpeg(31)), { to: programme });
    const two = await applyWith({}, { to: programme });
    const thirdMatch = await applyWith({}, { to: programme });
    const openQuestion = { question: "A photo, please.", askedBy: admin.id, askedAt: new Date() };
    for (const { id } of [two, thirdMatch])
      await app.db.update(grantApplications).set(openQuestion).where(eq(grantApplications.id, id));
    const grants = grantCallsOf(app, programme);
    expect((await grants.answer(two.user, two.id, await sentDocument(await makeJpeg(31)))).status).toBe(200);
    expect(
      (await grants.answer(thirdMatch.user, thirdMatch.id, await sentDocument(await resavedPhoto(31, 70)))).status,
    ).toBe(200);
    for (const { id } of [one, two, thirdMatch]) {
      expect((await readGrantApplication(app, id)).duplicates).toEqual(["photo"]);
      expect((await duplicatesSeen(id))[0]?.[1]).toHaveLength(2);
    }
    expect((await app.audit())[0]).toMatchObject({ action: "grant.answerForApp", after: { duplicates: ["photo"] } });
  });

  it("finds duplicates by an identity number that was added after the application was submitted", async () => {
    const [one, two] = [await applyWith({}, { to: programme }), await applyWith({}, { to: programme })];
    for (const { user } of [one, two])
      await makeKycRequest(app, {
        userId: user.id,
        phone: user.phone,
        identityNumberHash: hashIdentityNumber("33333333333"),
      });
    expect(await recheck(one.id)).toEqual({ kinds: [], uncleared: [] });
    expect(await recheck(two.id)).toEqual({ kinds: ["identity_number"], uncleared: [`identity_number:${one.id}`] });
    for (const { id } of [one, two])
      expect((await readGrantApplication(app, id)).duplicates).toEqual(["identity_number"]);
    const { version } = await readGrantApplication(app, one.id);
    expect(await recheck(one.id)).toEqual({ kinds: ["identity_number"], uncleared: [`identity_number:${two.id}`] });
    expect((await readGrantApplication(app, one.id)).version).toBe(version);
  });
});

describe("clearing duplicates", () => {
  it("stores admin, reason and matches when duplicates are cleared; a further match flags the application again", async () => {
    const one = await applyWith({ device_id: "family" }, { to: programme });
    const two = await applyWith({ device_id: "family" }, { to: programme });
    const { status, json } = await clearFlags(one.id);
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
    expect((await clearFlags(one.id)).json.message).toBe("Its duplicates are cleared already.");
    const thirdMatch = await applyWith({ device_id: "family" }, { to: programme });
    const flaggedApplication = await readGrantApplication(app, one.id);
    expect([flaggedApplication.duplicatesClearedAt, flaggedApplication.duplicatesClearedBy]).toEqual([null, null]);
    expect(await recheck(one.id)).toEqual({ kinds: ["device"], uncleared: [`device:${thirdMatch.id}`] });
    expect((await readGrantDuplicates(app.db, one.id)).cleared).toBeNull();
    expect((await clearFlags(one.id)).status).toBe(200);
    expect((await readGrantApplication(app, one.id)).duplicatesClearedOf.sort()).toEqual(
      [`device:${two.id}`, `device:${thirdMatch.id}`].sort(),
    );
  });

  it("refuses to clear duplicates if a match was added, nothing is flagged, or the application is decided", async () => {
    const one = await applyWith({ device_id: "shop" }, { to: programme });
    const url = `/grants/applications/${one.id}/duplicates`;
    expect((await clearFlags(one.id)).json.message).toBe("Nothing is flagged, so there is nothing to clear.");
    const oldState = await versionAndMark(one.id);
    await applyWith({ device_id: "shop" }, { to: programme });
    const staleClear = await app.call("PATCH", url, { token: admin.token, body: { ...oldState, reason: "One shop" } });
    expect([staleClear.status, staleClear.json.current.items[0].kind]).toEqual([409, "device"]);
    expect((await readGrantApplication(app, one.id)).duplicatesClearedAt).toBeNull();
    await app.db
      .update(grantApplications)
      .set({ state: "rejected", reason: "No" })
      .where(eq(grantApplications.id, one.id));
    expect((await clearFlags(one.id)).json.message).toContain("is decided");
    expect((await app.audit())[0]).toMatchObject({ action: "grant.clearDuplicates", outcome: "refused" });
  });

  it("refuses to clear duplicates if the recheck finds an unseen match, and allows it once the admin has seen the match", async () => {
    const one = await applyWith({ device_id: "twins" }, { to: programme });
    await applyWith({ device_id: "twins" }, { to: programme });
    const seenBefore = await versionAndMark(one.id);
    const laterMatch = await applyWith({}, { to: programme });
    for (const { user } of [one, laterMatch])
      await makeKycRequest(app, {
        userId: user.id,
        phone: user.phone,
        identityNumberHash: hashIdentityNumber("55555555555"),
      });
    await recheck(laterMatch.id);
    // The application itself is unchanged, so its version alone would not reveal the match.
    const { version } = await readGrantApplication(app, one.id);
    const refused = await clearFlags(one.id, admin, { ...seenBefore, version });
    expect([refused.status, refused.json.message]).toEqual([
      409,
      "Other applications now share data with this one. Check its duplicates again.",
    ]);
    expect(refused.json.current).toMatchObject({ ...(await versionAndMark(one.id)), version });
    expect((await readGrantApplication(app, one.id)).duplicatesClearedAt).toBeNull();
    const { mark } = refused.json.current;
    expect((await clearFlags(one.id, admin, { version, mark })).status).toBe(200);
  });

  it("refuses to clear duplicates without the right to approve, with a conflict of interest, or without a reason", async () => {
    const one = await applyWith({ device_id: "kiosk" }, { to: programme });
    await applyWith({ device_id: "kiosk" }, { to: programme });
    const reader = await makeAdmin(app, { rights: makeRights({ Grants: ["read", "update"] }) });
    expect((await clearFlags(one.id, reader)).status).toBe(403);
    const seenState = await versionAndMark(one.id);
    const url = `/grants/applications/${one.id}/duplicates`;
    expect((await app.call("PATCH", url, { token: admin.token, body: { ...seenState, reason: " " } })).status).toBe(
      400,
    );
    const conflictedAdmin = await makeAdmin(app);
    await app.db
      .insert(grantReviews)
      .values({ applicationId: one.id, reviewerId: conflictedAdmin.id, conflict: "My cousin" });
    expect((await clearFlags(one.id, conflictedAdmin)).json.message).toContain("conflict of interest");
    expect((await clearFlags(one.id)).status).toBe(200);
  });
});

describe("with many applications", () => {
  /** Runs with a million applications if GRANTS=1000000; with fewer by default, to be fast. */
  const MANY = Number(process.env.GRANTS ?? 20_000);
  const SHARED = hashIdentityNumber("device:everybody");

  it("lists fifty duplicates that share a frequent value, and reads them from the indexes", async () => {
    const crowd = await makeGrantProgramme(app, admin, {});
    const one = await makeGrantApplication(app, crowd, {});
    await runInBulk(app.db, async (tx) => {
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
    const matches = await findDuplicateMatches(app.db, one.userId, [{ kind: "device", value: SHARED }]);
    const searchMs = performance.now() - started;
    expect(matches).toHaveLength(50);
    expect(searchMs).toBeLessThan(500);
    const before = performance.now();
    const ownApplication = await applyWith(
      { device_id: "everybody", ...(await sentDocument(await makeJpeg(500))) },
      { to: programme },
    );
    const applyMs = performance.now() - before;
    // biome-ignore lint/suspicious/noConsole: a figure that somebody asked for
    if (process.env.GRANTS) console.log(`${MANY}: look up ${searchMs.toFixed(1)} ms, apply ${applyMs.toFixed(1)} ms`);
    expect((await duplicatesSeen(ownApplication.id))[0]?.[1]).toHaveLength(50);
    expect(applyMs).toBeLessThan(3_000);
    expect((await readGrantDuplicates(app.db, ownApplication.id)).items[0]?.detail).toBe(
      "50 or more other applications have the same device.",
    );
    const rows = await app.db.$count(grantFingerprints, eq(grantFingerprints.applicationId, ownApplication.id));
    expect(rows).toBe(3);
    expect(await app.db.$count(grantDocuments, eq(grantDocuments.applicationId, ownApplication.id))).toBe(1);
  }, 300_000);
});
