import { afterAll, beforeAll, expect, it } from "vitest";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { keptPicture } from "@/lib/server/testing/entries";
import { previewOf } from "./preview";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

it("contains the pictures of its language, reads their sizes once and no pictures of other languages", async () => {
  const made = (bytes: string) => keptPicture(app, admin, { bytes });
  const uri = (bytes: string) => `data:image/webp;base64,${Buffer.from(bytes).toString("base64")}`;
  const [cover, first, second, inEnglish] = [await made("c"), await made("1"), await made("2"), await made("e")];
  const inEfik = [await made("f"), await made("g"), await made("h")];
  const bodyWith = (...ids: string[]) => ({
    type: "doc" as const,
    content: ids.map((imageId) => ({ type: "image" as const, attrs: { imageId, alt: "x" } })),
  });
  const draft = {
    texts: {
      en: { title: "Ekpe", summary: "", body: bodyWith(inEnglish) },
      efi: { title: "Ekpe", summary: "", body: bodyWith(...inEfik) },
    },
    cover_id: cover,
    cover_alt: "A cover",
    gallery: [first, second].map((image_id) => ({ image_id, alt: "x", captions: {} })),
    tags: [],
    lga: null,
  };
  let asked = 0;
  const db = new Proxy(app.db, {
    get(of, name) {
      if (String(name).startsWith("select")) asked++;
      return Reflect.get(of, name);
    },
  });
  const preview = (language: string) =>
    previewOf(db, { kind: "culture", entryId: "018f0000-0000-7000-8000-000000000000", draft, language });
  const english = await preview("en");
  expect([english.image, english.gallery.map(({ image }) => image)]).toEqual([uri("c"), [uri("1"), uri("2")]]);
  expect(english.html).toContain(uri("e"));
  expect(english.html).not.toContain("/api/v1/");
  // Pictures, their sizes, the nearest sizes, and the four files.
  expect(asked).toBe(3 + 4);
  const efik = await preview("efi");
  for (const bytes of ["f", "g", "h"]) expect(efik.html).toContain(uri(bytes));
});
