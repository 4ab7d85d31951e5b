import { randomUUID } from "node:crypto";
import { expect, test } from "./support/test";

// Runs the same test twice on one server. Without the cleanup, the second run would find the settings of the first.
for (const which of ["one", "the other"])
  test(`a test starts without settings stored by an earlier test: ${which} of two tests`, async ({ as, request }) => {
    const headers = { authorization: `Bearer ${await as("owner")}` };
    const call = async (method: string, path: string, data?: object) => {
      const answer = await request.fetch(`/api/v1${path}`, { method, headers, data });
      expect(answer.ok(), await answer.text()).toBe(true);
      return (await answer.json()).data;
    };
    const { views, settings } = await call("GET", "/saved-views");
    expect(views).toEqual([]);
    for (const each of settings)
      expect(each).toMatchObject({ default_view_id: null, columns: null, last_search: null });
    expect((await call("GET", "/search/pins")).items).toEqual([]);
    const layout = await call("GET", "/overview/layout");
    expect(layout.is_default).toBe(true);
    const preferences = await call("GET", "/notices/preferences");
    expect(preferences.digest_hour).toBeNull();

    const columns = { order: ["reference"], hidden: [] };
    const view = { list: "kyc", name: "Late", audience: "mine", search: "late=true", columns };
    const { id } = await call("POST", "/saved-views", view);
    await call("PATCH", "/saved-views/settings/kyc", { default_view_id: id, columns, last_search: "late=true" });
    await call("POST", "/search/pins", { kind: "user", id: randomUUID(), title: "Ada Obi" });
    await call("PATCH", "/overview/layout", { version: layout.version, blocks: layout.blocks.toReversed() });
    await call("PATCH", "/notices/preferences", { ...preferences, digest_hour: 7 });

    // A later sign-in in the same test keeps the settings.
    await as("viewer");
    await as("owner");
    expect((await call("GET", "/saved-views")).views).toHaveLength(1);
    expect((await call("GET", "/notices/preferences")).digest_hour).toBe(7);
  });
