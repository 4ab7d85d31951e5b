import { afterAll, beforeAll, expect, it } from "vitest";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { insertPicture } from "@/lib/server/testing/content-entries";
import { renderPreview } from "./preview";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

it("a preview reads only the pictures of its language, and reads all their sizes with one query", async () => {
  const storePicture = (bytes: string) => insertPicture(app, admin, { bytes });
  const dataUriOf = (bytes: string) => `data:image/webp;base64,${Buffer.from(bytes).toString("base64")}`;
  const [cover, first, second, englishPicture] = [
    await storePicture("c"),
    await storePicture("1"),
    await storePicture("2"),
    await storePicture("e"),
  ];
  const efikPictures = [await storePicture("f"), await storePicture("g"), await storePicture("h")];
  const bodyWithImages = (...ids: string[]) => ({
    type: "doc" as const,
    content: ids.map((imageId) => ({ type: "image" as const, attrs: { imageId, alt: "x" } })),
  });
  const draft = {
    texts: {
      en: { title: "Ekpe", summary: "", body: bodyWithImages(englishPicture) },
      efi: { title: "Ekpe", summary: "", body: bodyWithImages(...efikPictures) },
    },
    cover_id: cover,
    cover_alt: "A cover",
    gallery: [first, second].map((image_id) => ({ image_id, alt: "x", captions: {} })),
    tags: [],
    lga: null,
  };
  let queryCount = 0;
  const db = new Proxy(app.db, {
    get(target, name) {
      if (String(name).startsWith("select")) queryCount++;
      return Reflect.get(target, name);
    },
  });
  const preview = (language: string) =>
    renderPreview(db, { kind: "culture", entryId: "018f0000-0000-7000-8000-000000000000", draft, language });
  const english = await preview("en");
  expect([english.image, english.gallery.map(({ image }) => image)]).toEqual([
    dataUriOf("c"),
    [dataUriOf("1"), dataUriOf("2")],
  ]);
  expect(english.html).toContain(dataUriOf("e"));
  expect(english.html).not.toContain("/api/v1/");
  // Expects one query each for the pictures, their sizes and the closest sizes, and one query for each of the four files.
  expect(queryCount).toBe(3 + 4);
  const efik = await preview("efi");
  for (const bytes of ["f", "g", "h"]) expect(efik.html).toContain(dataUriOf(bytes));
});
