import type { APIRequestContext } from "@playwright/test";
import { makeJpeg } from "@/lib/server/testing/pictures";
import { expect, rows, test, waitForHydration } from "./support/test";

const LIST_PATH = "/dashboard/content-management/slider";

type Slide = {
  id: string;
  title: string;
  focal_x: number;
  focal_y: number;
  link: string | null;
  image: { sizes: { url: string }[] } | null;
};

/** Returns the slides of the citizen app's home screen from the public API. */
async function fetchSlides(request: APIRequestContext): Promise<Slide[]> {
  const answer = await request.get("/api/v1/public/slides", { headers: { "cache-control": "no-cache" } });
  expect(answer.status()).toBe(200);
  return (await answer.json()).data.items;
}

const makeImageFile = async (name: string) => ({
  name,
  mimeType: "image/jpeg",
  buffer: await makeJpeg(Date.now() % 90_000),
});

test("publishes a slide with a picture and its focal point within seconds, and requires a description of the picture", async ({
  page,
  as,
  request,
}) => {
  await as("owner");
  const title = `Regatta ${Date.now()}`;
  await page.goto(LIST_PATH);
  await page.getByRole("button", { name: "New slide" }).click();
  await expect(page).toHaveURL(/slider\/[\da-f-]{36}$/);
  await waitForHydration(page);
  await page.getByLabel("Choose picture").setInputFiles(await makeImageFile("regatta.jpg"));
  const focalPoint = page.getByRole("button", { name: "Focal point: 50% from the left, 50% from the top" });
  await expect(focalPoint).toBeVisible();
  await focalPoint.focus();
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("button", { name: "Focal point: 60% from the left, 49% from the top" })).toBeFocused();
  await page.getByLabel("From the top, %").fill("30");
  await page.getByLabel("Title (optional)").fill(title);

  await page.getByLabel(/^Link/).fill("http://no.example");
  await expect(page.getByText("Begin with https://, mailto: or tel:")).toBeVisible();
  await page.getByLabel(/^Link/).fill("tel:112");
  await page.getByRole("button", { name: /^Save draft/ }).click();
  await expect(page.getByText("Draft saved")).toBeVisible();

  await page.getByRole("button", { name: "Publish…" }).click();
  const dialog = page.getByRole("dialog", { name: "Publish this slide" });
  await dialog.getByRole("button", { name: "Say in English what the picture shows." }).click();
  await expect(page.getByLabel("Picture description")).toBeFocused();
  await page.keyboard.type("Boats on the river");
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Draft saved")).toBeVisible();
  await page.getByRole("button", { name: "Publish…" }).click();
  await dialog.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect
    .poll(async () => (await fetchSlides(request)).find((slide) => slide.title === title), { timeout: 10_000 })
    .toMatchObject({ focal_x: 60, focal_y: 30, link: "tel:112", image: { alt: "Boats on the river" } });

  // Each picture has a public URL that serves it in sizes created by the server.
  const image = (await fetchSlides(request)).find((slide) => slide.title === title)?.image;
  const file = await request.get(image?.sizes[0]?.url ?? "");
  expect([file.status(), file.headers()["content-type"]]).toEqual([200, expect.stringMatching(/^image\//)]);
});

test("reorders slides by keyboard, publishes the order within seconds, and fits on a phone in both views", async ({
  page,
  as,
  request,
}) => {
  await as("owner");
  await page.goto(`${LIST_PATH}?view=order`);
  const titlesBefore = (await fetchSlides(request)).map(({ title }) => title);
  const [firstTitle = "", secondTitle = ""] = titlesBefore;
  await expect(page.getByRole("region", { name: "Slides that are live now" })).toContainText(firstTitle);
  const orderWrites: string[] = [];
  page.on(
    "request",
    (sentRequest) =>
      sentRequest.method() !== "GET" && sentRequest.url().includes("/order") && orderWrites.push(sentRequest.url()),
  );
  const moveHandle = page.getByRole("button", { name: `Move ${firstTitle}` });
  await waitForHydration(page);
  await moveHandle.focus();
  await page.keyboard.press("Space");
  await expect(page.getByText(`${firstTitle} would be 1 of`)).toBeAttached();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByText(`${firstTitle} would be 2 of`)).toBeAttached();
  await page.keyboard.press("Space");
  await expect
    .poll(async () => (await fetchSlides(request)).map(({ title }) => title).slice(0, 2), { timeout: 10_000 })
    .toEqual([secondTitle, firstTitle]);
  expect(orderWrites).toHaveLength(1);

  // Restores the previous order by entering a position.
  const positionField = page.getByLabel(`Position of ${firstTitle}, 1 to`);
  await expect(positionField).toHaveValue("2");
  await positionField.fill("1");
  await positionField.press("Enter");
  await expect
    .poll(async () => (await fetchSlides(request)).map(({ title }) => title), { timeout: 10_000 })
    .toEqual(titlesBefore);

  await page.setViewportSize({ width: 390, height: 844 });
  const views = page.getByRole("navigation", { name: "Slider views" });
  const overflowWidth = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect(views.getByRole("link", { name: "Order and preview" })).toHaveAttribute("aria-current", "page");
  expect(await overflowWidth()).toBeLessThanOrEqual(0);
  await views.getByRole("link", { name: "Slides" }).click();
  await expect(rows(page).first()).toContainText(/\d+ KB/);
  expect(await overflowWidth()).toBeLessThanOrEqual(0);
});
