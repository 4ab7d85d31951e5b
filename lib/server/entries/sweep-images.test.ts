import { eq, type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Transaction } from "@/lib/server/db/client";
import { images } from "@/lib/server/db/schema/entries";
import { files } from "@/lib/server/db/schema/file";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeBroadcast } from "@/lib/server/testing/broadcasts";
import { deskOf, docOf, keptPicture } from "@/lib/server/testing/entries";
import { sweepImages } from "./sweep-images";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const announcement = (imageId: string | null, title = "With a picture") => ({
  texts: { en: { title, body: docOf("Text") } },
  image_id: imageId,
  image_alt: imageId ? "A bridge" : "",
  link: "",
  audience: "everybody",
  group_ids: [],
  pinned: false,
});

describe("unused pictures", () => {
  const age = (id: string) =>
    app.db
      .update(images)
      .set({ createdAt: new Date(Date.now() - 25 * 3_600_000) })
      .where(eq(images.id, id));
  const there = async (id: string) => (await app.db.$count(images, eq(images.id, id))) === 1;

  it("are deleted after a day with their files; those of a draft, a publication or a notification stay", async () => {
    await app.db.execute(sql`update images set created_at = now()`);
    const made = async () => {
      const id = await keptPicture(app, admin);
      await age(id);
      return id;
    };
    const desk = deskOf(app, admin, "announcements");
    const [unused, drafted, published, sent] = [await made(), await made(), await made(), await made()];
    const inText = await made();
    const fresh = await keptPicture(app, admin);
    const body = { type: "doc", content: [{ type: "image", attrs: { imageId: inText, alt: "x" } }] };
    await desk.draft(announcement(drafted));
    await desk.draft({ ...announcement(null), texts: { en: { title: "Inside", body } } });
    const live = await desk.published(announcement(published));
    await desk.call("PATCH", `/${live.id}`, { version: live.version, draft: announcement(null) });
    await makeBroadcast(app, admin.id, { imageId: sent });
    const before = await app.db.$count(files);
    expect(await sweepImages(app.db)).toBe(1);
    expect(await there(unused)).toBe(false);
    for (const id of [drafted, inText, published, sent, fresh]) expect([id, await there(id)]).toEqual([id, true]);
    expect(await app.db.$count(files)).toBe(before - 1);
    expect(await sweepImages(app.db)).toBe(0);
  });

  it("stay if a draft starts using one between the first query and the lock", async () => {
    const [taken, unused] = [await keptPicture(app, admin), await keptPicture(app, admin)];
    for (const id of [taken, unused]) await age(id);
    const { id: entryId } = await deskOf(app, admin, "announcements").draft(announcement(null));
    const take = () =>
      app.db.execute(sql`update entries set draft = jsonb_set(draft, '{image_id}', to_jsonb(${taken}::text))
        where id = ${entryId}`);
    /** Commits the draft after the first statement of a sweep has taken its snapshot. */
    const whileSweeping = async (run: (tx: Transaction) => Promise<number>) =>
      app.db.transaction((tx) => {
        let first = true;
        const execute = async (query: SQL) => {
          const found = await tx.execute(query);
          if (first) await take();
          first = false;
          return found;
        };
        return run(
          new Proxy(tx, {
            get: (of, name) => (name === "execute" ? execute : Reflect.get(of, name)),
          }),
        );
      });
    const db = new Proxy(app.db, {
      get: (of, name) => (name === "transaction" ? whileSweeping : Reflect.get(of, name)),
    });
    expect(await sweepImages(db)).toBe(1);
    expect([await there(taken), await there(unused)]).toEqual([true, false]);
  });

  it("are deleted even if there are many, and a draft with a deleted one is rejected", async () => {
    const many = [];
    for (let n = 0; n < 60; n++) many.push(await keptPicture(app, admin));
    for (const id of many) await age(id);
    expect(await sweepImages(app.db)).toBe(60);
    const draft = announcement(many[0] ?? null);
    const { status, json } = await deskOf(app, admin, "announcements").call("POST", "", { draft });
    expect([status, Object.keys(json.fields)]).toEqual([400, ["draft.image_id"]]);
  });
});
