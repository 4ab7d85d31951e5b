import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { kycDocuments } from "@/lib/server/db/schema/kyc";
import { hashOfPixels, partsOf } from "@/lib/server/files/perceptual-hash";
import { makeKyc, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { samePhotos } from "./same-photos";

/** Number of photos. 50,000 by default to keep the run short; PHOTOS=1000000 for a million. */
const PHOTOS = Number(process.env.PHOTOS ?? 50_000);

const BATCH = 50_000;

let app: TestApp;
let one: Awaited<ReturnType<typeof makeKyc>>;
const photoHash = hashOfPixels(Buffer.from(Array.from({ length: 1_024 }, (_, at) => (at * at * 7) % 251)));

beforeAll(async () => {
  app = await startTestApp();
  one = await makeKyc(app);
  const other = await makeKyc(app);
  await app.db.insert(kycDocuments).values({
    ...{
      id: crypto.randomUUID(),
      kycId: one.id,
      kind: "selfie",
      fileId: await fileOf(other.id),
      width: 600,
      height: 720,
    },
    ...{ photoHash: photoHash.fine, ...partsOf(photoHash) },
  });
  // Unrelated photos: random hashes, all on one request of another user.
  const file = await fileOf(other.id);
  for (let from = 1; from <= PHOTOS; from += BATCH)
    await app.db.execute(sql`
    insert into kyc_documents (id, kyc_id, kind, file_id, width, height, photo_hash, photo_hash_0, photo_hash_1, photo_hash_2, photo_hash_3)
    select gen_random_uuid(), ${other.id}::uuid, 'selfie', ${file}::uuid, 600, 720,
      ('x' || md5(n::text) || md5((-n)::text))::bit(256),
      (random() * 65535)::int, (random() * 65535)::int, (random() * 65535)::int, (random() * 65535)::int
    from generate_series(${from}::int, ${from + BATCH - 1}) n`);
  await app.db.execute(sql`analyze kyc_documents`);
}, 300_000);
afterAll(() => app.stop());

const fileOf = async (kycId: string) => {
  const found = await app.db.execute<{ file_id: string }>(
    sql`select file_id from kyc_documents where kyc_id = ${kycId}`,
  );
  return found.rows[0]?.file_id ?? "";
};

/** Flips the given number of bits of the hash, spread evenly over the four quarters of the coarse hash. */
function changed(signs: number) {
  const flip = (text: string, every: number) =>
    [...text].map((sign, at) => (at % every === 0 && at / every < signs ? String(1 - Number(sign)) : sign)).join("");
  const coarse = flip(photoHash.coarse, 5);
  return { fine: flip(photoHash.fine, 7), coarse };
}

const addTo = async (request: { id: string }, near: ReturnType<typeof changed>) =>
  app.db.insert(kycDocuments).values({
    ...{
      id: crypto.randomUUID(),
      kycId: request.id,
      kind: "selfie",
      fileId: await fileOf(request.id),
      width: 600,
      height: 720,
    },
    ...{ photoHash: near.fine, ...partsOf(near) },
  });

it("finds hashes that differ in up to eleven coarse bits among many unrelated photos, using the indexes", async () => {
  const near = await makeKyc(app);
  const far = await makeKyc(app);
  await addTo(near, changed(11));
  await addTo(far, changed(36));
  await samePhotos(app.db, one);
  const started = performance.now();
  const found = await samePhotos(app.db, one);
  const took = performance.now() - started;
  expect(found.map(({ id, detail }) => [id, detail])).toEqual([[near.id, "96% alike"]]);
  // biome-ignore lint/suspicious/noConsole: a figure that somebody asked for
  if (process.env.PHOTOS) console.log(`${PHOTOS} photos: ${Math.round(took)} ms`);
  expect(took).toBeLessThan(1_000);
  const plan = await app.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = on`);
    const parts = [partsOf(photoHash).photoHash0, partsOf(photoHash).photoHash0 ^ 1];
    return tx.execute(
      sql`explain select 1 from kyc_documents where photo_hash_0 in ${parts} or photo_hash_1 in ${parts}`,
    );
  });
  expect(JSON.stringify(plan.rows)).toContain("kyc_documents_photo_hash_0");
});
