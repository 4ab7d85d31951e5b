import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { timeInHours } from "@/lib/server/testing/events";
import { makePromotion } from "@/lib/server/testing/promotions";

let app: TestApp;
let ada: Awaited<ReturnType<typeof makeAdmin>>;
const listPromotions = (query = "", token = ada.token) => app.call("GET", `/promotions${query}`, { token });
const names = async (query = "") =>
  (await listPromotions(query)).json.data.items.map(({ name }: { name: string }) => name);

beforeAll(async () => {
  app = await startTestApp();
  ada = await makeAdmin(app);
  expect((await listPromotions()).json.data).toMatchObject({ items: [], total: 0, totalIsCapped: false });
  await makePromotion(app, ada, { name: "Archived", state: "archived" });
  await makePromotion(app, ada, { name: "Ended", state: "ended" });
  await makePromotion(app, ada, { name: "Over by the clock", state: "active", endsAt: timeInHours(-1) });
  await makePromotion(app, ada, { name: "Draft", state: "draft", kind: "flat", startsAt: null });
  await makePromotion(app, ada, { name: "Scheduled", state: "scheduled", startsAt: timeInHours(5) });
  await makePromotion(app, ada, { name: "Paused", state: "paused", endsAt: timeInHours(9) });
  await makePromotion(app, ada, { name: "Back-to-school 50%", types: ["ticket"], codes: ["SCHOOL-1", "SCHOOL-2"] });
  await makePromotion(app, ada, { name: "Begun by the clock", state: "scheduled", codes: ["ONLY-ONE"] });
});
afterAll(() => app.stop());

const ALL_PROMOTIONS = [
  ...["Begun by the clock", "Back-to-school 50%", "Paused", "Scheduled", "Draft", "Over by the clock", "Ended"],
];

describe("the list of promotions", () => {
  it("lists active promotions first, last changed first within a state, and no archived ones", async () => {
    expect(await names()).toEqual(ALL_PROMOTIONS);
    expect((await listPromotions()).json.data).toMatchObject({ total: ALL_PROMOTIONS.length, page: 0, size: 20 });
  });

  it.each([
    ["?state=active", ["Begun by the clock", "Back-to-school 50%"]],
    ["?state=scheduled", ["Scheduled"]],
    ["?state=ended", ["Over by the clock", "Ended"]],
    ["?state=archived", ["Archived"]],
    ["?state=ended,paused", ["Paused", "Over by the clock", "Ended"]],
    ["?kind=flat,cashback", ["Draft"]],
    ["?trigger=code", ["Begun by the clock", "Back-to-school 50%"]],
    ["?type=ticket", ["Back-to-school 50%"]],
    ["?q=school", ["Back-to-school 50%"]],
    ["?q=SCH%2050%25", ["Back-to-school 50%"]],
    ["?q=chool", []],
    ["?q=%25", []],
    ["?q=clock%20by", ["Begun by the clock", "Over by the clock"]],
    ["?q=only-one", ["Begun by the clock"]],
    ["?q=only", []],
    ["?q=%27%22%5C", []],
  ])("the promotion list with the query %s contains the promotions %j", async (query, expectedNames) => {
    expect(await names(query)).toEqual(expectedNames);
    expect((await listPromotions(query)).json.data.total).toBe(expectedNames.length);
  });

  it("lists promotions without a start or end last if sorted by it, in both directions", async () => {
    expect((await names("?sort=name"))[0]).toBe("Back-to-school 50%");
    expect((await names("?sort=-name"))[0]).toBe("Scheduled");
    expect((await names("?sort=starts_at")).at(-1)).toBe("Draft");
    expect((await names("?sort=-starts_at")).at(-1)).toBe("Draft");
    expect((await names("?sort=-starts_at"))[0]).toBe("Scheduled");
    expect((await names("?sort=ends_at")).slice(0, 2)).toEqual(["Over by the clock", "Paused"]);
    expect((await names("?sort=-ends_at")).slice(0, 2)).toEqual(["Paused", "Over by the clock"]);
    expect(await names("?sort=-updated_at")).toHaveLength(ALL_PROMOTIONS.length);
  });

  it("returns each promotion's current state, and its code if there is only one", async () => {
    const [begunPromotion, schoolPromotion] = (await listPromotions()).json.data.items;
    expect(begunPromotion).toMatchObject({ state: "active", codes: 1, code: "ONLY-ONE" });
    expect(schoolPromotion).toMatchObject({ codes: 2, code: null });
    const [endedPromotion] = (await listPromotions("?state=ended")).json.data.items;
    expect(endedPromotion).toMatchObject({ state: "ended", end_cause: "clock" });
  });

  it("refuses unknown filters of the promotion list, and admins without the right to read", async () => {
    for (const query of ["?state=open", "?sort=budget", "?x=1"]) expect((await listPromotions(query)).status).toBe(400);
    const adminWithoutRights = await makeAdmin(app, { rights: makeRights({ Events: ["read"] }) });
    expect((await listPromotions("", adminWithoutRights.token)).status).toBe(403);
  });

  it("pages the promotion list across states without a gap", async () => {
    for (let n = 0; n < 11; n++) {
      await makePromotion(app, ada, { name: `Page ${n}`, state: "active" });
      await makePromotion(app, ada, { name: `Page ${n}`, state: "ended" });
      await makePromotion(app, ada, { name: `Page ${n}`, state: "draft" });
    }
    const idsOf = async (query: string) =>
      (await listPromotions(query)).json.data.items.map(({ id }: { id: string }) => id);
    const allIds = await idsOf("?size=100&q=page");
    expect(allIds).toHaveLength(33);
    expect([...(await idsOf("?q=page")), ...(await idsOf("?q=page&page=1"))]).toEqual(allIds);
    expect(await idsOf("?q=page&page=2")).toEqual([]);
  });

  it("exports the promotion list with its filters", async () => {
    const { json } = await app.call("POST", "/promotions/export", { token: ada.token, body: { type: "ticket" } });
    expect(json.data.rows).toBe(1);
    const file = await app.call("GET", `/exports/${json.data.token}`, {
      headers: { cookie: `cross-riv-token=${ada.token}` },
    });
    const [, line] = (await file.json.text()).split("\r\n");
    expect(line).toMatch(
      /"Back-to-school 50%",active,"Active",code,"Code",percentage,"Percentage",10\.00,,,0\.00,"ticket","Ticket","","",no,,,,2,10000\.00/,
    );
  });
});
