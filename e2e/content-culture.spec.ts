import { makeJpeg } from "@/lib/server/testing/pictures";
import { expect, rows, test, waitForHydration } from "./support/test";

const LIST_PATH = "/dashboard/content-management/culture";
const CALENDAR_PATH = "/dashboard/content-management/announcements?view=calendar";

test("publishes a culture article in two languages with cover, gallery and tags, and finds it in the list by the filters of the URL", async ({
  page,
  as,
  request,
}) => {
  await as("owner");
  const title = `Ekpe ${Date.now()}`;
  await page.goto(LIST_PATH);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Culture");
  await expect(page.getByRole("navigation", { name: "Content Management" })).toHaveCount(0);
  await page.getByRole("button", { name: "New article" }).click();
  await expect(page).toHaveURL(/culture\/[\da-f-]{36}$/);
  await waitForHydration(page);
  await page.getByLabel("Title", { exact: true }).fill(title);
  await page.getByLabel(/^Summary/).fill("Leopard society");
  await page.getByRole("button", { name: "Write text" }).click();
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  await text.click();
  await text.pressSequentially("It keeps the law.");
  await page.getByLabel("Choose cover").setInputFiles({
    name: "cover.jpg",
    mimeType: "image/jpeg",
    buffer: await makeJpeg(Date.now() % 90_000),
  });
  await page.getByLabel("Cover description").fill("A mask");
  const pictures = await Promise.all(
    [3, 5].map(async (seedOffset) => ({
      name: `gallery-${seedOffset}.jpg`,
      mimeType: "image/jpeg",
      buffer: await makeJpeg((Date.now() % 90_000) + seedOffset),
    })),
  );
  await page.getByLabel("Add pictures to the gallery").setInputFiles(pictures);
  const gallery = page.getByRole("list", { name: "Pictures of the gallery" });
  await expect(gallery.getByRole("listitem")).toHaveCount(2);
  // Waits for the drag-and-drop code, which loads with the first pictures and replaces the rows and their fields.
  await expect(gallery.getByRole("button", { name: /^Move / })).toHaveCount(2);
  for (const index of [0, 1]) {
    await gallery
      .getByLabel("Description")
      .nth(index)
      .fill(`View ${index + 1}`);
    await gallery
      .getByLabel(/^Caption/)
      .nth(index)
      .fill(`Caption ${index + 1}`);
  }
  await page.getByRole("combobox", { name: /^Tags/ }).fill("ekpe");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Remove tag ekpe" })).toBeVisible();
  await page.getByLabel("LGA (optional)").selectOption("Calabar South");

  await page.getByLabel("Language", { exact: true }).selectOption("pcm");
  await expect(page.getByRole("region", { name: "Title in English" })).toContainText(title);
  await expect(page.getByRole("region", { name: "Text in English" })).toContainText("It keeps the law.");
  await page.getByLabel("Title", { exact: true }).fill(`${title} for pidgin`);
  // The citizen app shows the English version while the translation has no text.
  await expect(page.getByText("the app shows the English one")).toBeVisible();
  await page.getByRole("button", { name: "Write text" }).click();
  await text.click();
  await text.pressSequentially("Na im dey keep law.");
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Draft saved")).toBeVisible();
  await page.getByRole("button", { name: "Publish…" }).click();
  const dialog = page.getByRole("dialog", { name: "Publish this article" });
  await dialog.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(dialog).toBeHidden();

  const id = page.url().split("/").at(-1);
  const readPublic = async (language: string) =>
    (await (await request.get(`/api/v1/public/culture/${id}?language=${language}`)).json()).data;
  await expect
    .poll(() => readPublic("en"), { timeout: 10_000 })
    .toMatchObject({
      title,
      summary: "Leopard society",
      html: "<p>It keeps the law.</p>",
      tags: ["ekpe"],
      lga: "Calabar South",
      gallery: [{ caption: "Caption 1" }, { caption: "Caption 2" }],
    });
  expect(await readPublic("pcm")).toMatchObject({ language: "pcm", title: `${title} for pidgin` });

  await page.goto(`${LIST_PATH}?tag=ekpe&state=published&q=${encodeURIComponent(title)}`);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText("Calabar South");
});

test("shows starts and ends of publications in a monthly calendar, with links to the content", async ({
  page,
  as,
  request,
}) => {
  const token = await as("owner");
  const headers = { authorization: `Bearer ${token}` };
  const title = `Harvest ${Date.now()}`;
  const draft = {
    texts: {
      en: {
        title,
        body: { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text: "Come early." }] }] },
      },
    },
    image_id: null,
    image_alt: "",
    link: "",
    audience: "everybody",
    group_ids: [],
    pinned: false,
  };
  const url = "/api/v1/content/entries/announcements";
  const entry = (await (await request.post(url, { headers, data: { draft } })).json()).data;
  const times = { from: "2031-03-31T22:30:00.000Z", until: "2031-03-31T23:30:00.000Z" };
  const answer = await request.post(`${url}/${entry.id}/publications`, {
    headers,
    data: { version: entry.version, ...times },
  });
  expect(answer.status(), await answer.text()).toBe(200);

  await page.goto(`${CALENDAR_PATH}&month=2031-03`);
  const cells = page.getByRole("cell");
  await expect(cells.filter({ hasText: "23:30 Announcement goes live" })).toContainText(title);
  // The announcement ends at 23:30 UTC, which is the following day in Lagos.
  await expect(cells.filter({ hasText: "00:30 Announcement ends" })).toContainText(title);
  await page.getByRole("link", { name: "Next month" }).click();
  await expect(page.getByRole("heading", { name: "Apr 2031" })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("link", { name: "Next month" }).click();
  await expect(page.getByText("Nothing is published, sent or ends in this month.")).toBeVisible();
  await page.getByRole("link", { name: "Previous month" }).click();
  await page.getByRole("link", { name: /Announcement ends/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
});
