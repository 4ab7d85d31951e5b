import { expectNoViolations } from "./support/accessible";
import { expect, test } from "./support/test";
import { isWebhookSigned, startWebhookReceiver } from "./support/webhook-receiver";

const WEBHOOKS_PATH = "/dashboard/app-config/notifications?view=webhooks";

test("adds a webhook endpoint, shows its secret once, sends a signed test event, replays it, and deletes the endpoint", async ({
  page,
  as,
  expectedProblems,
}) => {
  // Expects a 400, because the server refuses the first URL that the test enters.
  expectedProblems.push(/400 \(Bad Request\).*webhook-endpoints/);
  const receiver = await startWebhookReceiver();
  await as("owner");
  await page.goto("/dashboard/app-config/notifications");
  await page.getByRole("link", { name: "Webhooks" }).click();
  await expect(page).toHaveURL(WEBHOOKS_PATH);
  await page.getByRole("button", { name: "New endpoint" }).click();
  const form = page.getByRole("dialog", { name: "New endpoint" });
  await form.getByLabel("Name", { exact: true }).fill("City app, test");
  await form.getByLabel("App", { exact: true }).selectOption("demo");
  await form.getByLabel("Address").fill("https://10.0.0.1/hooks");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("does not lead to the public internet").first()).toBeVisible();
  await form.getByLabel("Address").fill(receiver.url);
  await form.getByLabel("These types").check();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Choose at least one type of event, or all.")).toBeVisible();
  await form.getByLabel("All types").check();
  await form.getByRole("button", { name: "Save" }).click();

  const secretDialog = page.getByRole("dialog", { name: "Secret of City app, test" });
  const secret = (await secretDialog.locator("code").textContent()) ?? "";
  expect(secret).toMatch(/^whsec_/);
  await page.keyboard.press("Escape");
  await expect(secretDialog).toBeVisible();
  await secretDialog.getByRole("button", { name: "I have saved it" }).click();

  await page.getByRole("button", { name: "Send a test event to City app, test" }).click();
  const log = page.getByRole("region", { name: "Delivery log" });
  await expect(log.getByText("Delivered")).toBeVisible();
  expect(receiver.received).toHaveLength(1);
  expect(receiver.received.every((each) => isWebhookSigned(each, secret))).toBe(true);

  await log.getByRole("button", { name: "Details of webhook.test" }).click();
  const details = page.getByRole("dialog", { name: "webhook.test" });
  await expect(details).toContainText('"type": "webhook.test"');
  await expect(details).toContainText("thanks");
  await expectNoViolations(page);
  await details.getByRole("button", { name: "Replay" }).click();
  await expect.poll(() => receiver.received.length).toBe(2);
  const [first, second] = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect(second).toBe(first);
  await details.getByRole("button", { name: "Close" }).last().click();

  await page.setViewportSize({ width: 390, height: 800 });
  await expectNoViolations(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole("button", { name: "Change City app, test" }).click();
  const change = page.getByRole("dialog", { name: "Change City app, test" });
  await change.getByRole("button", { name: "Delete this endpoint" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("City app, test", { exact: true })).toHaveCount(0);
  await receiver.stop();
});

test("shows the number of failed webhook deliveries in a period, and replays them", async ({ page, as, request }) => {
  const receiver = await startWebhookReceiver();
  const headers = { authorization: `Bearer ${await as("owner")}` };
  receiver.status = 410;
  // Subscribes to an event type that no other test emits, because the replay includes all events while the endpoint was disabled.
  const data = { app: "demo", name: "Moved app", url: receiver.url, events: ["payment.dispute_won"], enabled: true };
  const created = await (await request.post("/api/v1/app-config/webhook-endpoints", { headers, data })).json();
  const path = `/api/v1/app-config/webhook-endpoints/${created.data.id}`;
  await request.post(`${path}/test`, { headers, data: {} });
  type Endpoint = { id: string; enabled: boolean };
  const isEnabled = async () => {
    const { data } = await (await request.get("/api/v1/app-config/webhook-endpoints", { headers })).json();
    return data.items.find(({ id }: Endpoint) => id === created.data.id)?.enabled;
  };
  await expect.poll(isEnabled, { timeout: 60_000 }).toBe(false);
  await page.goto(`${WEBHOOKS_PATH}&endpoint=${created.data.id}`);
  await expect(page.getByText("Disabled, because it responded with 410 Gone.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Delivery log" }).locator("tbody tr")).toHaveCount(1);

  receiver.status = 200;
  await page.getByRole("button", { name: "Change Moved app" }).click();
  await page.getByRole("dialog").getByLabel("Enabled").check();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Replay failed events of Moved app" }).click();
  const dialog = page.getByRole("dialog", { name: "Replay failed events of Moved app" });
  await expect(dialog.getByText("1 event failed.")).toBeVisible();
  await expectNoViolations(page);
  await dialog.getByRole("button", { name: "Replay 1 event" }).click();
  await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(2);
  await receiver.stop();
});
