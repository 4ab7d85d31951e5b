import type { Page } from "@playwright/test";
import { zipSync } from "fflate";
import { makeHeic } from "@/lib/server/testing/heic";
import { makeChat, makeJpeg } from "@/lib/server/testing/pictures";
import { apiSignIn } from "./support/sign-in";
import { expect, listening, test } from "./support/test";

const LIST = "/dashboard/kyc-management";

/** Returns the position of the picture within its stage, in pixels. */
const placeOf = (page: Page) =>
  page.getByRole("region", { name: /^Front, zoom/ }).evaluate((stage) => {
    const [outer, inner] = [stage.getBoundingClientRect(), stage.querySelector("img")?.getBoundingClientRect()];
    if (!inner) throw new Error("no picture");
    return {
      room: outer.width,
      width: Math.round(inner.width),
      top: Math.round(inner.top - outer.top),
      bottom: Math.round(inner.bottom - outer.bottom),
    };
  });

test("shows a tall screenshot by its width and scrolls to its end, and shows all of it when zoomed out", async ({
  page,
  as,
  request,
}) => {
  const token = await as("kyc");
  const headers = { authorization: `Bearer ${token}` };
  const upload = async (data: Buffer, type: string) => {
    const sent = await request.post("/api/v1/kyc/uploads", { headers: { ...headers, "content-type": type }, data });
    return (await sent.json()).data.id;
  };
  const found = await request.get("/api/v1/kyc/applicants?q=okon", { headers });
  type Found = { tier: number; status: string; open: unknown } & Record<string, string>;
  const people: Found[] = (await found.json()).data.items;
  const person = people.find(({ tier, open, status }) => tier < 2 && !open && status === "active");
  if (!person) throw new Error("nobody to submit for");
  const { id: user_id, first_name, middle_name, last_name, date_of_birth, gender, phone, address, lga } = person;
  const submitted = await request.post("/api/v1/kyc", {
    headers,
    data: {
      ...{ user_id, first_name, middle_name, last_name, date_of_birth, gender, phone, address, lga },
      tier: 2,
      identity_type: "nin",
      identity_number: String(Date.now()).slice(-11).padStart(11, "6"),
      documents: [
        { kind: "front", upload_id: await upload(await makeChat(), "image/png") },
        { kind: "selfie", upload_id: await upload(await makeJpeg((Date.now() % 100_000) + 23), "image/jpeg") },
      ],
    },
  });
  const { id } = (await submitted.json()).data;
  // Reject it, because other specs work on the newest pending request.
  await request.patch(`/api/v1/kyc/${id}/decision`, {
    headers: { authorization: `Bearer ${await apiSignIn(request, "owner")}` },
    data: { version: 1, decision: "rejected", reason: "other", message: "It was made by a test." },
  });

  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await page.goto(`${LIST}/${id}`);
    const stage = page.getByRole("region", { name: /^Front, zoom/ });
    await expect(page.getByRole("img", { name: "Front" })).toBeVisible();
    await listening(page);
    const start = await placeOf(page);
    expect(start.width).toBe(Math.round(Math.min(start.room - 24, 1_080)));
    expect(start.top).toBe(12);
    await stage.focus();
    await page.keyboard.press("PageDown");
    await expect.poll(async () => (await placeOf(page)).top).toBeLessThan(-200);
    await stage.hover();
    await page.mouse.wheel(0, 20_000);
    await expect.poll(async () => (await placeOf(page)).bottom).toBe(-12);
    for (let press = 0; press < 12; press++) await page.keyboard.press("-");
    await expect.poll(async () => (await placeOf(page)).top).toBe(12);
    expect((await placeOf(page)).bottom).toBe(-12);
    await expect(page.getByRole("button", { name: "Zoom out" }).first()).toBeDisabled();
    await page.keyboard.press("0");
    await expect.poll(async () => (await placeOf(page)).width).toBe(start.width);
  }
});

test("accepts an iPhone photo and refuses a Word document with its type in the message", async ({
  page,
  as,
  expectedProblems,
}) => {
  expectedProblems.push(/415/);
  await as("kyc");
  await page.goto(`${LIST}/new`);
  const search = page.getByLabel("Whose request is it?");
  await expect(async () => {
    await search.fill("");
    await search.fill("effiong");
    await expect(page.getByRole("button", { name: /^Choose / }).first()).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page
    .getByRole("button", { name: /^Choose / })
    .last()
    .click();
  await page.getByLabel("Identity", { exact: true }).selectOption({ label: "NIN" });
  const front = page.getByRole("group", { name: "Front" });
  const choose = front.getByLabel("Choose file: Front");
  expect(await choose.getAttribute("accept")).toContain("image/heic");
  const word = Buffer.from(zipSync({ "word/document.xml": Buffer.from("<w:document/>") }));
  await choose.setInputFiles({ name: "letter.docx", mimeType: "application/vnd.openxmlformats", buffer: word });
  await expect(front.getByRole("alert")).toHaveText(
    "This is a Word document. Save or export it as a PDF and send that.",
  );
  await choose.setInputFiles({
    name: "IMG_0042.HEIC",
    mimeType: "image/heic",
    buffer: makeHeic({ columns: 3, rows: 2 }),
  });
  await expect(front.getByText("sent")).toBeVisible();
  // Chromium can't show HEIC: a file icon is shown instead of a broken picture.
  await expect(front.locator("img")).toHaveCount(0);
});
