import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { kycDocuments } from "@/lib/server/db/schema/kyc";
import { hashColumnsOf, hashOfPixels } from "@/lib/server/files/perceptual-hash";
import { makeKycRequest, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { findSamePhotos } from "./same-photos";

/** Number of photos: 50,000 by default, for speed. `PHOTOS=1000000` tests a million. */
const PHOTO_COUNT = Number(process.env.PHOTOS ?? 50_000);

const BATCH_SIZE = 50_000;

let app: TestApp;
let original: Awaited<ReturnType<typeof makeKycRequest>>;
const photoHash = hashOfPixels(Buffer.from(Array.from({ length: 1_024 }, (_, index) => (index * index * 7) % 251)));

beforeAll(async () => {
  app = await startTestApp();
  original = await makeKycRequest(app);
  const other = await makeKycRequest(app);
  await app.db.insert(kycDocuments).values({
    ...{
      id: crypto.randomUUID(),
      kycId: original.id,
      kind: "selfie",
      fileId: await fileIdOf(other.id),
      width: 600,
      height: 720,
    },
    ...{ photoHash: photoHash.fine, ...hashColumnsOf(photoHash) },
  });
  // Unrelated photos: random hashes, all in one request of another user.
  const file = await fileIdOf(other.id);
  for (let from = 1; from <= PHOTO_COUNT; from += BATCH_SIZE)
    await app.db.execute(sql`
    insert into kyc_documents (id, kyc_id, kind, file_id, width, height, photo_hash, photo_hash_0, photo_hash_1, photo_hash_2, photo_hash_3)
    select gen_random_uuid(), ${other.id}::uuid, 'selfie', ${file}::uuid, 600, 720,
      ('x' || md5(n::text) || md5((-n)::text))::bit(256),
      (random() * 65535)::int, (random() * 65535)::int, (random() * 65535)::int, (random() * 65535)::int
    from generate_series(${from}::int, ${from + BATCH_SIZE - 1}) n`);
  await app.db.execute(sql`analyze kyc_documents`);
}, 300_000);
afterAll(() => app.stop());

const fileIdOf = async (kycId: string) => {
  const found = await app.db.execute<{ file_id: string }>(
    sql`select file_id from kyc_documents where kyc_id = ${kycId}`,
  );
  return found.rows[0]?.file_id ?? "";
};

/** Flips the given number of bits of the hash, spread evenly over the four indexed columns of its coarse part. */
function flipHashBits(bitCount: number) {
  const flipBits = (text: string, stride: number) =>
    [...text]
      .map((sign, index) => (index % stride === 0 && index / stride < bitCount ? String(1 - Number(sign)) : sign))
      .join("");
  const coarseHash = flipBits(photoHash.coarse, 5);
  return { fine: flipBits(photoHash.fine, 7), coarse: coarseHash };
}

const addSelfie = async (request: { id: string }, similar: ReturnType<typeof flipHashBits>) =>
  app.db.insert(kycDocuments).values({
    ...{
      id: crypto.randomUUID(),
      kycId: request.id,
      kind: "selfie",
      fileId: await fileIdOf(request.id),
      width: 600,
      height: 720,
    },
    ...{ photoHash: similar.fine, ...hashColumnsOf(similar) },
  });

it("findSamePhotos finds photos whose perceptual hashes differ in up to eleven coarse bits, among many unrelated photos, with an index", async () => {
  const similar = await makeKycRequest(app);
  const differentPhoto = await makeKycRequest(app);
  await addSelfie(similar, flipHashBits(11));
  await addSelfie(differentPhoto, flipHashBits(36));
  await findSamePhotos(app.db, original);
  const started = performance.now();
  const found = await findSamePhotos(app.db, original);
  const elapsedMs = performance.now() - started;
  expect(found.map(({ id, detail }) => [id, detail])).toEqual([[similar.id, "96% alike"]]);
  // biome-ignore lint/suspicious/noConsole: a figure that somebody asked for
  if (process.env.PHOTOS) console.log(`${PHOTO_COUNT} photos: ${Math.round(elapsedMs)} ms`);
  expect(elapsedMs).toBeLessThan(1_000);
  const queryPlan = await app.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = on`);
    const parts = [hashColumnsOf(photoHash).photoHash0, hashColumnsOf(photoHash).photoHash0 ^ 1];
    return tx.execute(
      sql`explain select 1 from kyc_documents where photo_hash_0 in ${parts} or photo_hash_1 in ${parts}`,
    );
  });
  expect(JSON.stringify(queryPlan.rows)).toContain("kyc_documents_photo_hash_0");
});
