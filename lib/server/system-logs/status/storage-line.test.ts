import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestS3Bucket } from "@/lib/server/testing/bucket";
import { changeSettings } from "@/lib/server/testing/settings";
import { storageLine } from "./storage-line";

const PAGE_ORIGIN = "https://pay.example";
const settings = changeSettings();
let [openBucket, closedBucket]: Partial<Awaited<ReturnType<typeof startTestS3Bucket>>>[] = [];
beforeAll(async () => {
  [openBucket, closedBucket] = [await startTestS3Bucket(PAGE_ORIGIN), await startTestS3Bucket()];
  settings.appOrigin = PAGE_ORIGIN;
});
afterAll(async () => {
  await openBucket?.stop?.();
  await closedBucket?.stop?.();
});

const uploadsFact = ({ facts }: Awaited<ReturnType<typeof storageLine>>) =>
  facts.find(({ label }) => label === "Uploads above 4 MB")?.value;

it("the storage line of System Status shows that browsers upload to a bucket with the documented CORS rule", async () => {
  settings.filesBucket = openBucket?.settings;
  const line = await storageLine();
  expect([line.state, uploadsFact(line)]).toEqual(["working", "straight to the bucket"]);
});

it("the storage line of System Status reports a refused preflight request, and is failing only if the server can't receive the file itself", async () => {
  settings.filesBucket = closedBucket?.settings;
  const line = await storageLine();
  expect(line.state).toBe("working");
  expect(uploadsFact(line)).toBe(
    "through this server. The bucket answered 403 to the preflight request of an upload from https://pay.example.",
  );
  settings.isOnVercel = true;
  expect(await storageLine()).toMatchObject({
    state: "failing",
    next: { text: expect.stringContaining("docs/deploy/bucket-cors.json") },
  });
});

it("the storage line of System Status does not mention uploads if no bucket is configured", async () => {
  settings.filesBucket = undefined;
  expect(uploadsFact(await storageLine())).toBeUndefined();
});
