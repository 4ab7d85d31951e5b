import type { APIRequestContext, Page } from "@playwright/test";
import { makeJpeg, makePrintedPdf } from "@/lib/server/testing/pictures";
import { chooseApplicant } from "./support/counter-form";
import { apiSignIn } from "./support/sign-in";
import { expect, test, waitForHydration } from "./support/test";

const LIST_PATH = "/dashboard/kyc-management";
const NEW_PATH = `${LIST_PATH}/new`;

const uniqueDigits = () => String(Date.now()).slice(-11).padStart(11, "7");
const makeImageFile = async (name: string, seed: number) => ({
  name,
  mimeType: "image/jpeg",
  buffer: await makeJpeg(seed),
});

/** Opens an approved request with a front, a back and a selfie. Other test files decide pending ones. @param token of the admin */
async function openApprovedRequest(page: Page, token: string): Promise<void> {
  const query = "state=approved&identity_type=drivers_licence&sort=-submitted_at&size=20&page=0";
  const answer = await page.request.get(`/api/v1/kyc?${query}`, { headers: { authorization: `Bearer ${token}` } });
  await page.goto(`${LIST_PATH}/${(await answer.json()).data.items[0].id}`);
  await waitForHydration(page);
}

/** Rejects the test's new request as another admin, because other test files use the newest pending one. */
const rejectRequest = async (request: APIRequestContext, id: string, version = 1) =>
  request.patch(`/api/v1/kyc/${id}/decision`, {
    headers: { authorization: `Bearer ${await apiSignIn(request, "owner")}` },
    data: { version, decision: "rejected", reason: "other", message: "It was made by a test." },
  });

test("submits an identity request at the counter, and keeps the input if a file or the form is refused", async ({
  page,
  as,
  request,
  expectedProblems,
}) => {
  expectedProblems.push(/415|400/);
  await as("kyc");
  await page.goto(LIST_PATH);
  await page.getByRole("link", { name: "New request" }).click();
  await page.waitForURL(NEW_PATH);
  await chooseApplicant(page);
  await page.getByLabel("Identity number").fill("123");
  await page.getByLabel("Address").fill("7 Walk-in Close, Calabar");

  // Uploads an HTML page with a photo's file name, which is refused, then a real photo.
  const frontField = page.getByRole("group", { name: "Front" });
  const fakeImage = {
    name: "front.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.from("<html><script>1</script></html>"),
  };
  await frontField.getByLabel("Choose file: Front").setInputFiles(fakeImage);
  await expect(frontField.getByRole("alert")).toContainText("This is a web page (HTML)");
  await frontField
    .getByLabel("Choose file: Front")
    .setInputFiles(await makeImageFile("front.jpg", Date.now() % 100_000));
  await expect(frontField.getByText("sent")).toBeVisible();
  await page.getByRole("button", { name: "Submit request" }).click();
  await expect(page.getByText("A NIN has 11 digits.")).toBeVisible();
  await expect(page.getByText("Add the selfie.")).toBeVisible();
  await expect(page.getByLabel("Address")).toHaveValue("7 Walk-in Close, Calabar");

  await page.getByLabel("Identity number").fill(uniqueDigits());
  const selfie = page.getByRole("group", { name: "Selfie" });
  await selfie
    .getByLabel("Choose file: Selfie")
    .setInputFiles(await makeImageFile("face.jpg", (Date.now() % 100_000) + 7));
  await expect(selfie.getByText("sent")).toBeVisible();
  await page.getByRole("button", { name: "Submit request" }).click();
  await page.waitForURL(/kyc-management\/[0-9a-f-]{36}$/);
  await expect(page.getByText("Pending").first()).toBeVisible();
  await expect(page.getByRole("img", { name: "Front" })).toBeVisible();
  await expect(page.getByText("7 Walk-in Close, Calabar").first()).toBeVisible();
  await expect(page.getByText("Emmanuel Ogar").first()).toBeVisible();
  // The submitter may not decide the request, so another admin does.
  await expect(page.getByText("You entered this request, so Ekaette Bassey has to decide it.")).toBeVisible();
  for (const name of [/^Approve/, /^Reject/]) await expect(page.getByRole("button", { name })).toBeDisabled();
  await expect(page.getByRole("button", { name: /Claim/ })).toHaveCount(0);
  expect((await rejectRequest(request, page.url().slice(-36))).status()).toBe(200);
});

test("the document viewer zooms, moves, rotates and compares documents by mouse and by keyboard, reloads a broken picture, and opens full screen", async ({
  page,
  as,
}) => {
  await openApprovedRequest(page, await as("viewer"));
  await test.step("zooms at the pointer by wheel, moves by drag, resets by double click, and reloads a broken picture", async () => {
    const image = page.getByRole("img", { name: "Front" });
    await expect(image).toBeVisible();
    const zoomRegion = page.getByRole("region", { name: /^Front, zoom/ });
    const box = await zoomRegion.boundingBox();
    if (!box) throw new Error("no stage");
    const pointer = { x: box.x + box.width / 2 - 150, y: box.y + box.height / 2 - 60 };
    await page.mouse.click(pointer.x, pointer.y);
    await page.mouse.wheel(0, -400);
    await expect(page.getByText("223%")).toBeVisible();
    // The point under the pointer stays in place, so its distance to the picture's left edge grows by the zoom factor.
    const imageLeft = (await image.boundingBox())?.x ?? 0;
    await page.mouse.down();
    await page.mouse.move(pointer.x - 80, pointer.y - 30, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => Math.round(((await image.boundingBox())?.x ?? 0) - imageLeft)).toBe(-80);
    await page.mouse.dblclick(pointer.x, pointer.y);
    await expect(page.getByText("100%")).toBeVisible();

    // Serves a picture that can't be decoded, so that the page offers a retry.
    const documentUrls = /\/documents\//;
    await page.route(documentUrls, (route) => route.fulfill({ contentType: "image/jpeg", body: "cut short" }));
    await page.keyboard.press("2");
    await expect(page.getByText("This picture is incomplete.")).toBeVisible();
    await page.unroute(documentUrls);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("img", { name: "Back" })).toBeVisible();
  });
  await test.step("selects, zooms, moves, rotates and compares documents by keyboard, and opens full screen", async () => {
    const zoomRegion = (label: string) => page.getByRole("region", { name: new RegExp(`^${label}, zoom`) });
    const transformOf = () => page.getByRole("img", { name: "Selfie" }).evaluate((image) => image.style.transform);
    await page.keyboard.press("3");
    await expect(page.getByRole("img", { name: "Selfie" })).toBeVisible();
    await page.keyboard.press("+");
    await page.keyboard.press("+");
    await expect(page.getByText("225%")).toBeVisible();
    const transformBefore = await transformOf();
    await zoomRegion("Selfie").focus();
    await page.keyboard.press("ArrowDown");
    await expect.poll(transformOf).not.toBe(transformBefore);
    await page.keyboard.press("]");
    await expect.poll(transformOf).toContain("rotate(90deg)");
    await page.keyboard.press("0");
    await expect.poll(transformOf).toContain("rotate(0deg) scale(1)");

    await page.keyboard.press("c");
    await expect(zoomRegion("Selfie")).toBeVisible();
    await expect(zoomRegion("Front")).toBeVisible();
    await zoomRegion("Front").focus();
    await page.keyboard.press("2");
    await expect(zoomRegion("Back")).toBeVisible();
    await page.keyboard.press("f");
    await expect(page.getByRole("button", { name: "Leave full screen" })).toBeVisible();
    expect((await zoomRegion("Back").boundingBox())?.height).toBeGreaterThan(600);
    await page.keyboard.press("f");
    await expect(page.getByRole("button", { name: "Full screen", exact: true })).toBeVisible();
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText("Compare two documents");
  });
});

test.describe(() => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("in the document viewer, one finger scrolls the page, two zoom the picture, and one moves the zoomed picture", async ({
    page,
    as,
  }) => {
    await openApprovedRequest(page, await as("viewer"));
    const image = page.getByRole("img", { name: "Front" });
    await expect(image).toBeVisible();
    const zoomRegion = page.getByRole("region", { name: /^Front, zoom/ });
    const zoomPercent = async () =>
      Number(/zoom (\d+)%/.exec((await zoomRegion.getAttribute("aria-label")) ?? "")?.[1]);
    const browser = await page.context().newCDPSession(page);
    type Point = { x: number; y: number };
    const moveFingers = async (from: Point[], to: Point[], steps = 10) => {
      const sendTouch = (type: "touchStart" | "touchMove" | "touchEnd", points: Point[]) =>
        browser.send("Input.dispatchTouchEvent", { type, touchPoints: points.map((point, id) => ({ ...point, id })) });
      // The fingers touch one after the other, as in real use.
      for (let n = 1; n <= from.length; n++) await sendTouch("touchStart", from.slice(0, n));
      for (let step = 1; step <= steps; step++)
        await sendTouch(
          "touchMove",
          from.map(({ x, y }, n) => ({
            x: x + (((to[n]?.x ?? x) - x) * step) / steps,
            y: y + (((to[n]?.y ?? y) - y) * step) / steps,
          })),
        );
      await sendTouch("touchEnd", []);
    };
    const imageCentre = async () => {
      const box = await zoomRegion.boundingBox();
      if (!box) throw new Error("no stage");
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };

    await zoomRegion.evaluate((element) => element.scrollIntoView({ block: "center", behavior: "instant" }));
    const scrollBefore = await page.evaluate(() => window.scrollY);
    const centreBefore = await imageCentre();
    await moveFingers([centreBefore], [{ x: centreBefore.x, y: centreBefore.y - 120 }]);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(scrollBefore + 50);
    expect(await zoomPercent()).toBe(100);

    for (const [dx, dy] of [
      [1, 0],
      [0, 1],
      [0.7, 0.7],
    ] as const) {
      await zoomRegion.evaluate((element) => element.scrollIntoView({ block: "center", behavior: "instant" }));
      const pointer = await imageCentre();
      const twoFingers = (distance: number) =>
        [-1, 1].map((direction) => ({
          x: pointer.x + direction * distance * dx,
          y: pointer.y + direction * distance * dy,
        }));
      await moveFingers(twoFingers(30), twoFingers(90));
      await expect.poll(zoomPercent).toBeGreaterThan(270);
      await expect.poll(zoomPercent).toBeLessThan(330);
      if (dx < 0.5 || dy < 0.5) {
        await moveFingers(twoFingers(90), twoFingers(20));
        await expect.poll(zoomPercent).toBe(100);
      }
    }
    const at = await imageCentre();
    const imageLeft = (await image.boundingBox())?.x ?? 0;
    await moveFingers([at], [{ x: at.x - 40, y: at.y }]);
    await expect.poll(async () => Math.round(((await image.boundingBox())?.x ?? 0) - imageLeft)).toBe(-40);
  });
});

test("shows a PDF document page by page, warns before its download, and marks it as replaced after a resubmission", async ({
  page,
  as,
  request,
}) => {
  const token = await as("kyc");
  const postJson = async (path: string, options: object) =>
    (await (await request.post(`/api/v1${path}`, { headers: { authorization: `Bearer ${token}` }, ...options })).json())
      .data;
  const upload = async (bytes: Buffer, type: string) =>
    (
      await (
        await request.post("/api/v1/kyc/uploads", {
          headers: { authorization: `Bearer ${token}`, "content-type": type },
          data: bytes,
        })
      ).json()
    ).data.id;
  const applicantsResponse = await request.get("/api/v1/kyc/applicants?q=ekpo", {
    headers: { authorization: `Bearer ${token}` },
  });
  type FoundApplicant = { id: string; tier: number; status: string; open: unknown };
  const people: (FoundApplicant & Record<string, string>)[] = (await applicantsResponse.json()).data.items;
  const person = people.find(({ tier, open, status }) => tier < 2 && !open && status === "active");
  if (!person) throw new Error("nobody to submit for");
  const { id: user_id, first_name, middle_name, last_name, date_of_birth, gender, phone, address, lga } = person;
  const submissionFields = {
    ...{ first_name, middle_name, last_name, date_of_birth, gender, phone, address, lga },
    tier: 2,
    identity_type: "nin",
    identity_number: uniqueDigits(),
  };
  const submitted = await postJson("/kyc", {
    data: {
      ...submissionFields,
      user_id,
      documents: [
        { kind: "front", upload_id: await upload(await makePrintedPdf(2), "application/pdf") },
        { kind: "selfie", upload_id: await upload(await makeJpeg((Date.now() % 100_000) + 13), "image/jpeg") },
      ],
    },
  });
  const sentBack = await request.patch(`/api/v1/kyc/${submitted.id}/decision`, {
    headers: { authorization: `Bearer ${await apiSignIn(request, "owner")}` },
    data: { version: 1, decision: "resubmission_requested", reason: "other", message: "Please send a photo instead." },
  });
  const { version } = (await sentBack.json()).data;
  await page.goto(`${LIST_PATH}/${submitted.id}`);
  await expect(page.getByRole("img", { name: "Front, page 1" })).toBeVisible();
  await expect(page.getByText("Page 1 of 2")).toBeVisible();
  await expect(page.getByRole("button", { name: "Previous page" })).toBeDisabled();
  await waitForHydration(page);
  await page.keyboard.press("PageDown");
  const secondPage = page.getByRole("img", { name: "Front, page 2" });
  await expect(secondPage).toBeVisible();
  await expect(page.getByText("Page 2 of 2")).toBeVisible();
  expect(await secondPage.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([
    1414, 2000,
  ]);
  await page.keyboard.press("+");
  await expect(page.getByText("150%")).toBeVisible();
  await page.getByRole("button", { name: "Previous page" }).click();
  await expect(page.getByRole("img", { name: "Front, page 1" })).toBeVisible();
  await expect(page.getByText("100%")).toBeVisible();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText("Next page");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Download original" }).click();
  const dialog = page.getByRole("dialog", { name: "Download the original of Front?" });
  await expect(dialog).toContainText("may contain active content");
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download PDF" }).click();
  expect((await download).suggestedFilename()).toBe("Front.pdf");

  const photo = await upload(await makeJpeg((Date.now() % 100_000) + 17), "image/jpeg");
  const resubmitted = { ...submissionFields, version, documents: [{ kind: "front", upload_id: photo }] };
  const { version: newestVersion } = await postJson(`/kyc/${submitted.id}/resubmission`, { data: resubmitted });
  expect((await rejectRequest(request, submitted.id, newestVersion)).status()).toBe(200);
  await page.reload();
  await expect(page.getByRole("img", { name: "Front", exact: true })).toBeVisible();
  await expect(page.getByRole("group", { name: "Documents", exact: true }).getByRole("button")).toHaveCount(2);
  // Selects by name, because a similar picture of another person may be listed too: the tests use random pictures.
  await page
    .getByRole("group", { name: "Other documents" })
    .getByTitle(/^Replaced/)
    .click();
  await expect(page.getByText("Page 1 of 2")).toBeVisible();
  await expect(page.getByText(/Replaced on \d/)).toBeVisible();
});
