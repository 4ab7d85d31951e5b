import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALL_RIGHTS, makeRights, PERMISSION_FLAGS } from "@/lib/contract/access";
import { HOME_BLOCKS } from "@/lib/contract/overview.values";
import { openSession } from "@/lib/server/auth/session";
import { roles } from "@/lib/server/db/schema/admin";
import { homeLayouts } from "@/lib/server/db/schema/home";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

type BlockPlacement = { block: string; hidden: boolean };
const read = async (token: string) => (await app.call("GET", "/overview/layout", { token })).json.data;
const save = (token: string, version: number, blocks: unknown) =>
  app.call("PATCH", "/overview/layout", { token, body: { version, blocks } });
const reset = (token: string, version: number) =>
  app.call("PATCH", "/overview/layout/reset", { token, body: { version } });
const namesOf = ({ blocks }: { blocks: BlockPlacement[] }) => blocks.map(({ block }) => block);

describe("arrangement by rights", () => {
  it("the default layout of Home begins with work and changes, then has the modules in which the admin may do most, and their charts", async () => {
    const { token } = await makeAdmin(app, {
      rights: makeRights({
        "KYC Management": ["read", "update", "approve"],
        "User Management": ["read"],
        iReports: ["read", "update"],
      }),
    });
    const layout = await read(token);
    expect(layout).toMatchObject({ is_default: true, version: 0 });
    expect(namesOf(layout)).toEqual([
      ...["work", "changes", "KYC Management", "iReports", "User Management"],
      ...["chart:kyc", "chart:ireports"],
    ]);
    expect(layout.blocks.every(({ hidden }: BlockPlacement) => !hidden)).toBe(true);
  });

  it("the default layout of Home has every block for a full administrator, in the order of the sidebar", async () => {
    const layout = await read((await makeAdmin(app, { rights: ALL_RIGHTS })).token);
    expect(namesOf(layout).toSorted()).toEqual([...HOME_BLOCKS].toSorted());
    expect(namesOf(layout).slice(0, 4)).toEqual(["work", "changes", "KYC Management", "User Management"]);
  });

  it("the default layout of Home has no block of a feature that the admin may not read", async () => {
    const { token } = await makeAdmin(app, {
      rights: makeRights({ Grants: PERMISSION_FLAGS.filter((flag) => flag !== "read") }),
    });
    expect(namesOf(await read(token))).toEqual(["work", "changes"]);
  });
});

it("a saved Home layout applies to all devices of the admin, and to no other admin, with an audit row", async () => {
  const rights = makeRights({ "KYC Management": ["read"], Events: ["read"] });
  const admin = await makeAdmin(app, { rights });
  const blocks = [
    { block: "Events", hidden: false },
    { block: "work", hidden: false },
    { block: "changes", hidden: true },
    { block: "chart:kyc", hidden: false },
    { block: "KYC Management", hidden: false },
  ];
  const saved = await save(admin.token, 0, blocks);
  expect(saved.json.data).toEqual({ blocks, is_default: false, version: 1 });
  const phone = await openSession(app.db, admin.id, { address: "10.0.0.2", device: "phone" }, true);
  expect(await read(phone)).toEqual({ blocks, is_default: false, version: 1 });
  const other = await makeAdmin(app, { rights });
  expect((await read(other.token)).is_default).toBe(true);
  const [row] = await app.audit();
  expect(row).toMatchObject({
    action: "overview.saveLayout",
    outcome: "done",
    adminId: admin.id,
    before: { order: "by rights", hidden: "" },
    after: { hidden: "Since my last visit" },
  });
});

it("saving a Home layout with an outdated version is refused, with the current layout that another device saved", async () => {
  const { token } = await makeAdmin(app);
  const blocks = [{ block: "work", hidden: false }];
  expect((await save(token, 0, blocks)).status).toBe(200);
  const refused = await save(token, 0, [{ block: "changes", hidden: false }]);
  expect(refused.status).toBe(409);
  expect(refused.json.message).toContain("on another device");
  expect(refused.json.current.version).toBe(1);
  expect(namesOf(await read(token))[0]).toBe("work");
  expect((await reset(token, 0)).status).toBe(409);
});

it("of two concurrent first changes of a Home layout, one is saved and the other gets 409", async () => {
  const { token, id } = await makeAdmin(app);
  const answers = await Promise.all([
    save(token, 0, [{ block: "work", hidden: false }]),
    save(token, 0, [{ block: "changes", hidden: false }]),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await app.db.$count(homeLayouts, eq(homeLayouts.adminId, id))).toBe(1);
});

it("resetting a Home layout restores the default and increments the version, so that a change of an older version is refused", async () => {
  const { token } = await makeAdmin(app);
  await save(token, 0, [{ block: "changes", hidden: true }]);
  const layout = (await reset(token, 1)).json.data;
  expect(layout).toMatchObject({ is_default: true, version: 2 });
  expect(namesOf(layout)[0]).toBe("work");
  expect((await app.audit())[0]).toMatchObject({ action: "overview.resetLayout", after: { order: "by rights" } });
  expect((await save(token, 1, [{ block: "work", hidden: false }])).status).toBe(409);
});

it.each([
  ["an unknown block", [{ block: "weather", hidden: false }]],
  ["a block twice", Array.from({ length: 2 }, () => ({ block: "work", hidden: false }))],
  ["no blocks", []],
  ["an unknown field", [{ block: "work", hidden: false, colour: "red" }]],
])("saving a Home layout refuses %s", async (_name, blocks) => {
  const { token } = await makeAdmin(app);
  expect((await save(token, 0, blocks)).status).toBe(400);
  expect((await read(token)).version).toBe(0);
});

it("saving a Home layout refuses a block of a feature that the admin may not read", async () => {
  const { token } = await makeAdmin(app, { rights: makeRights({ Events: ["read"] }) });
  const { status, json } = await save(token, 0, [{ block: "Grants", hidden: false }]);
  expect([status, json.message]).toEqual([400, expect.stringContaining("You may not read “Grants”")]);
});

it("a Home layout leaves out a block whose right the admin lost, and adds blocks of new rights at the end", async () => {
  const admin = await makeAdmin(app, { rights: makeRights({ Events: ["read"], Grants: ["read"] }) });
  const blocks = ["Grants", "Events", "work", "changes"].map((block) => ({ block, hidden: false }));
  await save(admin.token, 0, blocks);
  const features = makeRights({ Events: ["read"], Promotions: ["read"] });
  await app.db.update(roles).set({ features }).where(eq(roles.id, admin.roleId));
  expect(namesOf(await read(admin.token))).toEqual(["Events", "work", "changes", "Promotions"]);
});

it("a Home layout ignores a stored block that no longer exists", async () => {
  const admin = await makeAdmin(app, { rights: makeRights({}) });
  await app.db.execute(sql`insert into home_layouts (admin_id, blocks) values (${admin.id},
    '[{"block": "Weather", "hidden": false}, {"block": "changes", "hidden": false}]')`);
  expect(namesOf(await read(admin.token))).toEqual(["changes", "work"]);
});
