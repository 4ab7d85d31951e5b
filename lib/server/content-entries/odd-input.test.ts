import { afterAll, beforeAll, expect, it } from "vitest";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { contentEntryCallsOf, docWithText, insertPicture } from "@/lib/server/testing/content-entries";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const announcement = (link: string) => ({
  texts: { en: { title: "With a link", body: docWithText("Text") } },
  image_id: null,
  image_alt: "",
  link,
  audience: "everybody",
  group_ids: [],
  pinned: false,
});
/** Numbers outside the database's integer range, and one above the contract's limits. */
const OUT_OF_RANGE = ["2147483648", "-2147483649", "100001"];

it("refuses a content entry's link that can't be stored, with an error at its field", async () => {
  const { call } = contentEntryCallsOf(app, admin, "announcements");
  for (const link of ["https://crossriverstate.gov.ng/\ud800", `https://a.ng/${"x".repeat(500)}`]) {
    const { status, json } = await call("POST", "", { draft: announcement(link) });
    expect([status, Object.keys(json.fields)]).toEqual([400, ["draft.link"]]);
  }
});

it("refuses a content entry's version number outside the allowed range", async () => {
  const { call, published } = contentEntryCallsOf(app, admin, "announcements");
  const { id, version } = await published(announcement(""));
  for (const number of OUT_OF_RANGE) {
    expect((await call("GET", `/${id}/publications/${number}`)).status).toBe(400);
    expect((await call("POST", `/${id}/publications/${number}/draft`, { version })).status).toBe(400);
  }
  expect((await call("GET", `/${id}/publications/1`)).status).toBe(200);
});

it("refuses a picture width outside the allowed range", async () => {
  const id = await insertPicture(app, admin);
  const status = async (width: string) =>
    (await app.call("GET", `/content/images/${id}?width=${width}`, { token: admin.token })).status;
  for (const width of OUT_OF_RANGE) expect([width, await status(width)]).toEqual([width, 400]);
  expect(await status("10000")).toBe(200);
});
