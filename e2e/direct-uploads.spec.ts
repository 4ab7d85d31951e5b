// Slow: starts a second server, with a bucket.
import type { Page } from "@playwright/test";
import { startTestS3Bucket } from "@/lib/server/testing/bucket";
import { makeLargePhoto } from "@/lib/server/testing/pictures";
import { chooseApplicant } from "./support/counter-form";
import { testPort } from "./support/ports";
import { startServer, type TestServer } from "./support/server";
import { expect, test } from "./support/test";

const PORT = testPort(22);
const BASE_URL = `http://localhost:${PORT}`;
const NEW_PATH = "/dashboard/kyc-management/new";
test.use({ baseURL: BASE_URL });

let bucket: Awaited<ReturnType<typeof startTestS3Bucket>>;
let server: TestServer;
let photo: Buffer;
// Uses the `server` fixture, because the second server needs the data folder of the worker's server.
test.beforeAll(async ({ server: _ }) => {
  bucket = await startTestS3Bucket(BASE_URL);
  const { url, keyId, secret } = bucket.settings;
  const env = { FILES_BUCKET_URL: url, FILES_BUCKET_KEY_ID: keyId, FILES_BUCKET_SECRET: secret };
  // With VERCEL, the server announces its limit of 4.5 MB for request bodies.
  server = await startServer({ port: PORT, dataDir: process.env.DATA_DIR ?? "", env: { ...env, VERCEL: "1" } });
  photo = await makeLargePhoto();
  expect(photo.length).toBeGreaterThan(4_500_000);
});
test.afterAll(async () => {
  await server.stop();
  await bucket.stop();
});

/** Opens the form for identity requests at the counter and chooses an applicant. @returns the field for the card's front */
async function openFrontField(page: Page) {
  await page.goto(NEW_PATH);
  await chooseApplicant(page);
  return page.getByRole("group", { name: "Front" });
}
const photoFile = () => ({ name: "IMG_0042.jpg", mimeType: "image/jpeg", buffer: photo });

test("uploads a photo above 4.5 MB straight to the storage bucket, and sends only its id to the server", async ({
  page,
  as,
}) => {
  const sent: { method: string; url: string; bytes: number }[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" || request.method() === "PUT")
      sent.push({ method: request.method(), url: request.url(), bytes: request.postDataBuffer()?.length ?? 0 });
  });
  await as("kyc");
  const frontField = await openFrontField(page);
  sent.length = 0;
  await frontField.getByLabel("Choose file: Front").setInputFiles(photoFile());
  await expect(frontField.getByText("sent")).toBeVisible();
  expect(sent.map(({ method, url }) => `${method} ${url.replace(/quarantine.*/, "quarantine/…")}`)).toEqual([
    `POST ${BASE_URL}/api/v1/uploads`,
    `PUT ${bucket.settings.url}/quarantine/…`,
    `POST ${BASE_URL}/api/v1/kyc/uploads`,
  ]);
  for (const { url, bytes } of sent.filter(({ method }) => method === "POST"))
    expect([url, bytes < 200]).toEqual([url, true]);
  await expect(frontField.locator("img")).toBeVisible();
});

test("a form keeps the chosen photo if the bucket can't be reached, and uploads it on a retry", async ({
  page,
  as,
  expectedProblems,
}) => {
  expectedProblems.push(/ERR_FAILED|Failed to load resource/);
  await as("kyc");
  const frontField = await openFrontField(page);
  await page.route(`${bucket.settings.url}/**`, (route) => route.abort());
  await frontField.getByLabel("Choose file: Front").setInputFiles(photoFile());
  await expect(frontField.getByRole("alert")).toHaveText(
    "The file can't be sent to the file storage. Check your connection and try again. If it happens again, tell support.",
  );
  await page.unroute(`${bucket.settings.url}/**`);
  await frontField.getByRole("button", { name: /again/i }).click();
  await expect(frontField.getByText("sent")).toBeVisible();
});
