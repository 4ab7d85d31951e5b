import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { PROMOTION_CODE_LETTERS } from "@/lib/contract/promotion.values";
import { promotionCodes } from "@/lib/server/db/schema/promotion";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makePromotion } from "@/lib/server/testing/promotions";

let app: TestApp;
let ada: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  ada = await makeAdmin(app);
});
afterAll(() => app.stop());

const UNKNOWN_ID = "00000000-0000-7000-8000-000000000000";
const call = (method: string, path: string, body?: object, token = ada.token) =>
  app.call(method, `/promotions/${path}`, { token, body });
const typedCodes = (...texts: string[]) => ({ codes: texts.map((text, index) => ({ row: index + 2, text })) });
const problems = (answer: Awaited<ReturnType<typeof call>>) =>
  answer.json.data.items.map(({ problem }: { problem: string | null }) => problem);
const lastAudit = async () => (await app.audit())[0];

describe("typed codes", () => {
  it("adds typed codes to a promotion, with a result for each code", async () => {
    await makePromotion(app, ada, { codes: ["THEIRS"] });
    const { id } = await makePromotion(app, ada, { state: "draft", trigger: "code", codes: ["OURS"] });
    const answer = await call(
      "POST",
      `${id}/codes`,
      typedCodes(" summer-24 ", "SUMMER-24", "theirs", "ours", "a b", "NEW1"),
    );
    expect(problems(answer)).toEqual([
      null,
      "Twice in the file: row 2.",
      "Already used by another promotion.",
      "This promotion has this code already.",
      expect.stringContaining("Use 4 to 24 letters"),
      null,
    ]);
    expect(answer.json.data).toMatchObject({ added: 2, items: [{ row: 2, text: " summer-24 " }, {}, {}, {}, {}, {}] });
    const row = await lastAudit();
    expect(row).toMatchObject({
      ...{ action: "promotion.addCodes", before: { codes: 1 } },
      after: { codes: 3, codes_added: 2, codes_refused: 4 },
    });
    const [, refused] = await app.audit();
    expect(refused).toMatchObject({
      ...{ action: "promotion.addCodes", outcome: "refused", recordId: id },
      refusal: expect.stringContaining("1 × Already used by another promotion."),
    });
    expect(JSON.stringify([row, refused])).not.toMatch(/SUMMER|NEW1/i);
    await call("POST", `${id}/codes`, typedCodes("theirs"));
    expect(await lastAudit()).toMatchObject({ outcome: "refused", recordId: id });
  });

  it("adds a code to one promotion only, even if parallel requests add it to several", async () => {
    const answersOfRace = await Promise.all(
      Array.from({ length: 4 }, () => makePromotion(app, ada, { state: "draft", trigger: "code" })),
    );
    const raceCodes = ["RACE-A", "RACE-B", "RACE-C"];
    const answers = await Promise.all(
      answersOfRace.map(({ id }, index) =>
        call("POST", `${id}/codes`, typedCodes(...(index % 2 ? raceCodes : raceCodes.toReversed()))),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers.reduce((sum, { json }) => sum + json.data.added, 0)).toBe(3);
  });

  it("refuses codes for an ended, automatic or unknown promotion, and from an admin who may only read", async () => {
    for (const state of ["ended", "archived"] as const) {
      const { id } = await makePromotion(app, ada, { state, trigger: "code", codes: [`OLD-${state.toUpperCase()}`] });
      expect(await call("POST", `${id}/codes`, typedCodes("LATE"))).toMatchObject({
        status: 409,
        json: { current: { state } },
      });
      expect((await call("POST", `${id}/codes/generate`, { count: 1 })).status).toBe(409);
    }
    const { id } = await makePromotion(app, ada, {});
    expect((await call("POST", `${id}/codes`, typedCodes("AUTO"))).json.message).toContain("needs no code");
    expect((await call("POST", `${UNKNOWN_ID}/codes`, typedCodes("AUTO"))).status).toBe(404);
    expect((await call("POST", `${id}/codes`, { codes: [] })).status).toBe(400);
    const reader = await makeAdmin(app, { rights: makeRights({ Promotions: ["read"] }) });
    expect((await call("POST", `${id}/codes`, typedCodes("AUTO"), reader.token)).status).toBe(403);
    expect((await call("POST", `${id}/codes/export`, {}, reader.token)).status).toBe(403);
  });
});

describe("generated codes", () => {
  it("generates codes with the prefix and 8 unambiguous letters", async () => {
    const { id } = await makePromotion(app, ada, { state: "draft", trigger: "code" });
    expect((await call("POST", `${id}/codes/generate`, { count: 500, prefix: "cal-" })).json.data).toEqual({
      added: 500,
    });
    const { items, total } = (await call("GET", `${id}/codes?size=100`)).json.data;
    expect(total).toBe(500);
    const codePattern = new RegExp(`^CAL-[${PROMOTION_CODE_LETTERS}]{8}$`);
    for (const { code, uses } of items) expect([codePattern.test(code), uses]).toEqual([true, 0]);
    expect(await lastAudit()).toMatchObject({ after: { codes: 500, codes_added: 500, prefix: "CAL-" } });
  });

  it.each(["CAL--", "-", "CA L", "é"])("refuses to generate codes with the prefix %j", async (prefix) => {
    const { id } = await makePromotion(app, ada, { state: "draft", trigger: "code" });
    expect(await call("POST", `${id}/codes/generate`, { count: 1, prefix })).toMatchObject({
      ...{ status: 400, json: { fields: { prefix: expect.any(String) } } },
    });
  });

  it("counts generated codes towards the limit of 100,000 per promotion, like typed ones", async () => {
    const { id } = await makePromotion(app, ada, { state: "draft", trigger: "code" });
    // Inserts codes without the row trigger, which would take longer than the rest of the test.
    await app.db.transaction(async (tx) => {
      await tx.execute("alter table promotion_codes disable trigger promotion_codes_guard");
      await tx.execute(
        `insert into promotion_codes (code, promotion_id) select 'FULL' || n, '${id}' from generate_series(1, 99999) n`,
      );
      await tx.execute("alter table promotion_codes enable trigger promotion_codes_guard");
    });
    expect((await call("POST", `${id}/codes/generate`, { count: 2 })).json.fields.count).toContain("at most 1.");
    const answer = await call("POST", `${id}/codes`, typedCodes("LAST-ONE", "OVER-IT"));
    expect(problems(answer)).toEqual([null, expect.stringContaining("at most 100,000 codes")]);
  });
});

describe("the list of codes", () => {
  it("filters, sorts, pages and exports the codes of a promotion", async () => {
    const { id } = await makePromotion(app, ada, {
      state: "draft",
      trigger: "code",
      codes: ["LIST-A", "LIST-B", "OTHER"],
    });
    await app.db.update(promotionCodes).set({ uses: 3 }).where(eq(promotionCodes.code, "OTHER"));
    const codes = async (query: string) =>
      (await call("GET", `${id}/codes${query}`)).json.data.items.map(({ code }: { code: string }) => code);
    expect(await codes("")).toEqual(["LIST-A", "LIST-B", "OTHER"]);
    expect(await codes("?sort=-uses")).toEqual(["OTHER", "LIST-B", "LIST-A"]);
    expect(await codes("?used=yes")).toEqual(["OTHER"]);
    expect(await codes("?used=no&q=list-b")).toEqual(["LIST-B"]);
    expect(await codes("?page=1")).toEqual([]);
    expect((await call("GET", `${UNKNOWN_ID}/codes`)).status).toBe(404);
    const { json } = await call("POST", `${id}/codes/export`, { used: "yes" });
    expect(json.data.rows).toBe(1);
    const file = await app.call("GET", `/exports/${json.data.token}`, {
      headers: { cookie: `cross-riv-token=${ada.token}` },
    });
    expect(await file.json.text()).toMatch(/"OTHER",3,/);
    expect((await call("POST", `${UNKNOWN_ID}/codes/export`, {})).status).toBe(404);
  });
});
