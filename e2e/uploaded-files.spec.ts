import type { Page } from "@playwright/test";
import { zipSync } from "fflate";
import { makeHeic } from "@/lib/server/testing/heic";
import { makeChatScreenshot, makeJpeg } from "@/lib/server/testing/pictures";
import { chooseApplicant } from "./support/counter-form";
import { apiSignIn } from "./support/sign-in";
import { expect, test, waitForHydration } from "./support/test";

const LIST_PATH = "/dashboard/kyc-management";

/** Returns the position of the picture within the document viewer, in pixels. */
const imagePosition = (page: Page) =>
  page.getByRole("region", { name: /^Front, zoom/ }).evaluate((zoomRegion) => {
    const [regionBox, imageBox] = [
      zoomRegion.getBoundingClientRect(),
      zoomRegion.querySelector("img")?.getBoundingClientRect(),
    ];
    if (!imageBox) throw new Error("no picture");
    return {
      room: regionBox.width,
      width: Math.round(imageBox.width),
      top: Math.round(imageBox.top - regionBox.top),
      bottom: Math.round(imageBox.bottom - regionBox.bottom),
    };
  });

test("the document viewer shows a tall screenshot at full width, scrolls to its end, and shows all of it when zoomed out", async ({
  page,
  as,
  request,
}) => {
  const token = await as("kyc");
  const headers = { authorization: `Bearer ${token}` };
  const upload = async (data: Buffer, type: string) => {
    const uploadResponse = await request.post("/api/v1/kyc/uploads", {
      headers: { ...headers, "content-type": type },
      data,
    });
    return (await uploadResponse.json()).data.id;
  };
  const applicantsResponse = await request.get("/api/v1/kyc/applicants?q=okon", { headers });
  type FoundApplicant = { tier: number; status: string; open: unknown } & Record<string, string>;
  const people: FoundApplicant[] = (await applicantsResponse.json()).data.items;
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
        { kind: "front", upload_id: await upload(await makeChatScreenshot(), "image/png") },
        { kind: "selfie", upload_id: await upload(await makeJpeg((Date.now() % 100_000) + 23), "image/jpeg") },
      ],
    },
  });
  const { id } = (await submitted.json()).data;
  // Rejects the identity request, because other test files use the newest pending one.
  await request.patch(`/api/v1/kyc/${id}/decision`, {
    headers: { authorization: `Bearer ${await apiSignIn(request, "owner")}` },
    data: { version: 1, decision: "rejected", reason: "other", message: "It was made by a test." },
  });

  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await page.goto(`${LIST_PATH}/${id}`);
    const zoomRegion = page.getByRole("region", { name: /^Front, zoom/ });
    await expect(page.getByRole("img", { name: "Front" })).toBeVisible();
    await waitForHydration(page);
    const start = await imagePosition(page);
    expect(start.width).toBe(Math.round(Math.min(start.room - 24, 1_080)));
    expect(start.top).toBe(12);
    await zoomRegion.focus();
    await page.keyboard.press("PageDown");
    await expect.poll(async () => (await imagePosition(page)).top).toBeLessThan(-200);
    await zoomRegion.hover();
    await page.mouse.wheel(0, 20_000);
    await expect.poll(async () => (await imagePosition(page)).bottom).toBe(-12);
    for (let pressCount = 0; pressCount < 12; pressCount++) await page.keyboard.press("-");
    await expect.poll(async () => (await imagePosition(page)).top).toBe(12);
    expect((await imagePosition(page)).bottom).toBe(-12);
    await expect(page.getByRole("button", { name: "Zoom out" }).first()).toBeDisabled();
    await page.keyboard.press("0");
    await expect.poll(async () => (await imagePosition(page)).width).toBe(start.width);
  }
});

test("accepts an iPhone photo (HEIC), and refuses a Word document with a message that mentions its type", async ({
  page,
  as,
  expectedProblems,
}) => {
  expectedProblems.push(/415/);
  await as("kyc");
  await page.goto(`${LIST_PATH}/new`);
  await chooseApplicant(page);
  const frontField = page.getByRole("group", { name: "Front" });
  const fileInput = frontField.getByLabel("Choose file: Front");
  expect(await fileInput.getAttribute("accept")).toContain("image/heic");
  const word = Buffer.from(zipSync({ "word/document.xml": Buffer.from("<w:document/>") }));
  await fileInput.setInputFiles({ name: "letter.docx", mimeType: "application/vnd.openxmlformats", buffer: word });
  await expect(frontField.getByRole("alert")).toHaveText(
    "This is a Word document. Save or export it as a PDF and send that.",
  );
  await fileInput.setInputFiles({
    name: "IMG_0042.HEIC",
    mimeType: "image/heic",
    buffer: makeHeic({ columns: 3, rows: 2 }),
  });
  await expect(frontField.getByText("sent")).toBeVisible();
  // Chromium can't decode HEIC, so the page shows a file icon instead of a broken picture.
  await expect(frontField.locator("img")).toHaveCount(0);
});
