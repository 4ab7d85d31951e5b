import { eq, type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Transaction } from "@/lib/server/db/client";
import { images } from "@/lib/server/db/schema/content-entries";
import { files } from "@/lib/server/db/schema/file";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeBroadcast } from "@/lib/server/testing/broadcasts";
import { contentEntryCallsOf, docWithText, insertPicture } from "@/lib/server/testing/content-entries";
import { deleteUnusedImages } from "./delete-unused-images";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const announcement = (imageId: string | null, title = "With a picture") => ({
  texts: { en: { title, body: docWithText("Text") } },
  image_id: imageId,
  image_alt: imageId ? "A bridge" : "",
  link: "",
  audience: "everybody",
  group_ids: [],
  pinned: false,
});

describe("unused pictures", () => {
  const makeOld = (id: string) =>
    app.db
      .update(images)
      .set({ createdAt: new Date(Date.now() - 25 * 3_600_000) })
      .where(eq(images.id, id));
  const exists = async (id: string) => (await app.db.$count(images, eq(images.id, id))) === 1;

  it("deletes unused pictures and their files after a day, but no picture of a draft, publication or notification", async () => {
    await app.db.execute(sql`update images set created_at = now()`);
    const createOld = async () => {
      const id = await insertPicture(app, admin);
      await makeOld(id);
      return id;
    };
    const desk = contentEntryCallsOf(app, admin, "announcements");
    const [unusedId, inDraft, inPublication, inBroadcast] = [
      await createOld(),
      await createOld(),
      await createOld(),
      await createOld(),
    ];
    const inBodyText = await createOld();
    const freshId = await insertPicture(app, admin);
    const body = { type: "doc", content: [{ type: "image", attrs: { imageId: inBodyText, alt: "x" } }] };
    await desk.draft(announcement(inDraft));
    await desk.draft({ ...announcement(null), texts: { en: { title: "Inside", body } } });
    const liveEntry = await desk.published(announcement(inPublication));
    await desk.call("PATCH", `/${liveEntry.id}`, { version: liveEntry.version, draft: announcement(null) });
    await makeBroadcast(app, admin.id, { imageId: inBroadcast });
    const before = await app.db.$count(files);
    expect(await deleteUnusedImages(app.db)).toBe(1);
    expect(await exists(unusedId)).toBe(false);
    for (const id of [inDraft, inBodyText, inPublication, inBroadcast, freshId])
      expect([id, await exists(id)]).toEqual([id, true]);
    expect(await app.db.$count(files)).toBe(before - 1);
    expect(await deleteUnusedImages(app.db)).toBe(0);
  });

  it("keeps an unused picture if a draft starts to use it while the cleanup task runs", async () => {
    const [usedDuringSweep, unusedId] = [await insertPicture(app, admin), await insertPicture(app, admin)];
    for (const id of [usedDuringSweep, unusedId]) await makeOld(id);
    const { id: entryId } = await contentEntryCallsOf(app, admin, "announcements").draft(announcement(null));
    const placeInDraft = () =>
      app.db.execute(sql`update entries set draft = jsonb_set(draft, '{image_id}', to_jsonb(${usedDuringSweep}::text))
        where id = ${entryId}`);
    /** Runs the deletion of unused pictures. Right after its first query, another transaction commits a draft that uses the picture. */
    const sweepWith = async (run: (tx: Transaction) => Promise<number>) =>
      app.db.transaction((tx) => {
        let first = true;
        const execute = async (query: SQL) => {
          const queryResult = await tx.execute(query);
          if (first) await placeInDraft();
          first = false;
          return queryResult;
        };
        return run(
          new Proxy(tx, {
            get: (target, name) => (name === "execute" ? execute : Reflect.get(target, name)),
          }),
        );
      });
    const db = new Proxy(app.db, {
      get: (target, name) => (name === "transaction" ? sweepWith : Reflect.get(target, name)),
    });
    expect(await deleteUnusedImages(db)).toBe(1);
    expect([await exists(usedDuringSweep), await exists(unusedId)]).toEqual([true, false]);
  });

  it("deletes many unused pictures, and refuses a draft with a deleted picture", async () => {
    const manyIds = [];
    for (let n = 0; n < 60; n++) manyIds.push(await insertPicture(app, admin));
    for (const id of manyIds) await makeOld(id);
    expect(await deleteUnusedImages(app.db)).toBe(60);
    const draft = announcement(manyIds[0] ?? null);
    const { status, json } = await contentEntryCallsOf(app, admin, "announcements").call("POST", "", { draft });
    expect([status, Object.keys(json.fields)]).toEqual([400, ["draft.image_id"]]);
  });
});
