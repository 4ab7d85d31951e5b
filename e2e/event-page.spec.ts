import type { APIRequestContext, Page } from "@playwright/test";
import { callAsApp } from "./support/citizen";
import { expect, test, waitForHydration, waitForNetworkQuiet } from "./support/test";

const EVENTS_PATH = "/dashboard/event-management/events";
const API_PATH = "/api/v1/events";
const DAY_MS = 86_400_000;
const uniqueName = (name: string) => `${name} ${Date.now()}`;
/** Returns a Lagos time on the day `days` days from now. */
const lagosTime = (days: number, time: string) =>
  `${new Date(Date.now() + days * DAY_MS + 3_600_000).toISOString().slice(0, 10)}T${time}`;

type CreatedEvent = { id: string; version: number; title: string; ticket_types: { id: string; name: string }[] };

/** Returns functions that call the events API with this token. */
function eventApi(request: APIRequestContext, token: string) {
  const callApi = async (method: "get" | "post" | "patch", path: string, data?: object) => {
    const answer = await request[method](path, { headers: { authorization: `Bearer ${token}` }, data });
    const body = await answer.json();
    expect(answer.status(), body.message).toBe(200);
    return body.data;
  };
  const fetchEvent = (id: string): Promise<CreatedEvent> => callApi("get", `${API_PATH}/${id}`);
  const addCategory = (): Promise<{ id: string; name: string }> =>
    callApi("post", `${API_PATH}/categories`, { name: uniqueName("Shows"), colour: "#0a5d3f", icon: "music" });
  const eventFields = async (title: string) => ({
    title,
    description: null,
    category_id: (await addCategory()).id,
    venue: "Cultural Centre, Calabar",
    lga: "Calabar Municipal",
    lat: null,
    lng: null,
    starts_at: new Date(Date.now() + 20 * DAY_MS).toISOString(),
    ends_at: new Date(Date.now() + 20.2 * DAY_MS).toISOString(),
    cover_image_id: null,
    organiser: "",
    capacity: null,
  });
  const addType = (eventId: string, fields: object) =>
    callApi("post", `${API_PATH}/${eventId}/ticket-types`, {
      ...{ name: "Regular", description: "", price: 0, quantity: 10, min_per_order: 1, max_per_order: 10 },
      ...{ sales_from: null, sales_until: null, hidden: false },
      ...fields,
    });
  return {
    call: callApi,
    single: fetchEvent,
    addCategory,
    details: eventFields,
    /** Creates a live event with these ticket types. */
    live: async (title: string, types: object[] = [{}]): Promise<CreatedEvent> => {
      const { id } = await callApi("post", API_PATH, await eventFields(title));
      for (const type of types) await addType(id, type);
      await callApi("patch", `${API_PATH}/${id}/live`, { version: (await fetchEvent(id)).version });
      return fetchEvent(id);
    },
    /** Orders free tickets of the first type for a citizen. */
    order: async (event: CreatedEvent, quantity: number) => {
      const user = (await callApi("get", "/api/v1/user-management/users?status=active&size=20")).items[0];
      const items = [{ ticket_type_id: event.ticket_types[0]?.id, quantity }];
      return callAsApp(request, "POST", `/events/${event.id}/orders`, { user_id: user.id, items });
    },
  };
}

const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: /^Parts of / }).getByRole("link", { name, exact: true });
const saveButton = (page: Page) => page.getByRole("button", { name: "Save changes" });
const savedNotice = (page: Page) => page.getByText("All changes saved");

test("lists the missing fields of an event's draft, sets its place on the map, and publishes it once fields and a ticket type are entered", async ({
  page,
  as,
  request,
}) => {
  const category = await eventApi(request, await as("owner")).addCategory();
  const title = uniqueName("Harmony night");
  await page.goto(`${EVENTS_PATH}/new`);
  await waitForHydration(page);
  await page.getByRole("button", { name: "Create draft" }).click();
  await expect(page.getByText("Use at least 2 characters.")).toBeVisible();
  await page.getByLabel("Title").fill(title);
  await page.getByRole("button", { name: "Create draft" }).click();
  await expect(page).toHaveURL(/events\/[\da-f-]{36}$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  const missingAlert = page.getByRole("alert").filter({ hasText: "Before it can go live" });
  await expect(missingAlert.getByRole("listitem")).toHaveCount(5);
  await expect(page.getByRole("button", { name: "Go live" })).toBeDisabled();

  // Each link in the list of missing fields focuses its field.
  await missingAlert.getByRole("button", { name: "Enter the venue." }).click();
  await expect(page.getByLabel("Venue", { exact: true })).toBeFocused();
  await page.getByLabel("Venue", { exact: true }).fill("U. J. Esuene Stadium");
  await page.getByLabel("Category").selectOption({ label: category.name });
  await page.getByLabel("Starts", { exact: true }).fill(lagosTime(30, "18:00"));
  await page.getByLabel("Ends", { exact: true }).fill(lagosTime(30, "17:00"));
  await page.getByLabel("LGA").selectOption("Calabar Municipal");
  await test.step("sets the place by a click on the map, and removes it", async () => {
    const map = page.getByRole("img", { name: "Calabar Municipal on the map of the state" });
    await map.click({ position: { x: 150, y: 200 } });
    await expect(page.getByRole("img", { name: "This event" })).toBeVisible();
    await expect(page.getByLabel("Latitude")).toHaveValue(/^[45]\.\d+$/);
    await expect(page.getByLabel("Longitude")).toHaveValue(/^8\.\d+$/);
    await page.getByRole("button", { name: "Remove point" }).click();
    await expect(page.getByRole("img", { name: "This event" })).toHaveCount(0);
  });
  await page.getByLabel("Latitude").fill("4.9757, 8.3417");
  await expect(page.getByLabel("Longitude")).toHaveValue("8.3417");
  await saveButton(page).click();
  await expect(page.getByText("The event has to end after it starts.")).toBeVisible();
  await page.getByLabel("Ends", { exact: true }).fill(lagosTime(30, "23:00"));
  await page.keyboard.press("Control+s");
  await expect(savedNotice(page)).toBeVisible();
  await expect(missingAlert.getByRole("listitem")).toHaveCount(1);

  await missingAlert.getByRole("button", { name: "Add a ticket type." }).click();
  await expect(page).toHaveURL(/tab=tickets/);
  await page.getByRole("button", { name: "New ticket type" }).click();
  const typeDialog = page.getByRole("dialog", { name: "New ticket type" });
  await typeDialog.getByLabel("Name").fill("Regular");
  await typeDialog.getByLabel("Price in naira").fill("2,500");
  await typeDialog.getByLabel("Tickets", { exact: true }).fill("100");
  await typeDialog.getByRole("button", { name: "Save" }).click();
  await expect(typeDialog).toBeHidden();
  await expect(page.getByText("₦2,500.00")).toBeVisible();
  await expect(missingAlert).toBeHidden();

  await page.getByRole("button", { name: "Go live" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Go live" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Check-in" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel event" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete draft" })).toHaveCount(0);
  await tab(page, "Activity").click();
  await expect(page.getByText("Went live")).toBeVisible();
});

test("reorders ticket types by keyboard, shows sold-out ones, deletes only unsold ones, and copies them with the event as a draft", async ({
  page,
  as,
  request,
  expectedProblems,
}) => {
  expectedProblems.push(/400/);
  const eventCalls = eventApi(request, await as("owner"));
  const event = await eventCalls.live(uniqueName("Carnival"), [{ name: "Early bird", quantity: 2 }, { name: "Table" }]);
  await eventCalls.order(event, 2);
  await page.goto(`${EVENTS_PATH}/${event.id}?tab=tickets`);
  await waitForHydration(page);
  const list = page.getByRole("list", { name: "Ticket types" });
  await expect(list.getByRole("listitem").first()).toContainText("Sold out");
  await expect(list.getByRole("listitem").first()).toContainText("Free");
  await expect(page.getByRole("button", { name: "Delete Early bird" })).toHaveCount(0);
  // Waits for the drag-and-drop code: loading it later would replace the focused field.
  await expect(page.getByRole("button", { name: "Move Table" })).toBeVisible();
  const position = page.getByLabel("Position of Table, 1 to 2");
  await position.fill("1");
  await position.press("Enter");
  await expect(list.getByRole("listitem").first()).toContainText("Table");
  await waitForNetworkQuiet(page);
  expect((await eventCalls.single(event.id)).ticket_types.map(({ name }) => name)).toEqual(["Table", "Early bird"]);

  await page.getByRole("button", { name: "Change Early bird" }).click();
  const typeDialog = page.getByRole("dialog", { name: "Change Early bird" });
  await typeDialog.getByLabel("Tickets", { exact: true }).fill("1");
  await typeDialog.getByRole("button", { name: "Save" }).click();
  await expect(typeDialog.getByText(/Enter at least 2/)).toBeVisible();
  await typeDialog.getByLabel("Tickets", { exact: true }).fill("5");
  await typeDialog.getByRole("button", { name: "Save" }).click();
  await expect(typeDialog).toBeHidden();
  await expect(list.getByText("3 left of 5")).toBeVisible();

  await page.getByRole("button", { name: "Delete Table" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(list.getByRole("listitem")).toHaveCount(1);

  await test.step("duplicates the event as a draft, and deletes the draft", async () => {
    await page.getByRole("button", { name: "Duplicate" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Copy of ${event.title}`);
    await tab(page, "Ticket types").click();
    await expect(page.getByText("Early bird", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Delete draft" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(page).toHaveURL(new RegExp(`${EVENTS_PATH}$`));
  });
});

test("shows another admin's changes to an event in a conflict, previews the effects of cancelling it, and cancels it after its title was typed", async ({
  page,
  as,
  request,
  expectedProblems,
}) => {
  expectedProblems.push(/409/);
  const eventCalls = eventApi(request, await as("owner"));
  const event = await eventCalls.live(uniqueName("Beach day"));
  await page.goto(`${EVENTS_PATH}/${event.id}`);
  await waitForHydration(page);
  await page.getByLabel("Organiser").fill("Boat club");
  const otherEdit = { ...(await eventCalls.details(event.title)), venue: "Marina", version: event.version };
  await eventCalls.call("patch", `${API_PATH}/${event.id}`, otherEdit);
  await saveButton(page).click();
  await expect(page.getByText("Venue: Marina; it was Cultural Centre, Calabar")).toBeVisible();
  await expect(page.getByLabel("Organiser")).toHaveValue("Boat club");
  // Switching to another tab of the event does not lose the input.
  await tab(page, "Figures").click();
  await expect(page.getByText("No ticket is sold yet.")).toBeVisible();
  await tab(page, "Details").click();
  await page.getByRole("button", { name: "Take theirs" }).click();
  await expect(page.getByLabel("Venue", { exact: true })).toHaveValue("Marina");
  await page.getByLabel("Organiser").fill("Boat club");
  await saveButton(page).click();
  await expect(savedNotice(page)).toBeVisible();
  expect(await eventCalls.single(event.id)).toMatchObject({ venue: "Marina", organiser: "Boat club" });

  await eventCalls.order(event, 2);
  await page.getByRole("button", { name: "Cancel event" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/^2 tickets will be voided/)).toBeVisible();
  await expect(dialog.getByText(/^1 person will be notified/)).toBeVisible();
  await expect(dialog.getByRole("checkbox")).toHaveCount(0);
  await dialog.getByLabel("Reason").fill("A storm is coming.");
  await dialog.getByLabel("Type the event's title to confirm").fill("Beach");
  await dialog.getByRole("button", { name: "Cancel event" }).click();
  await expect(dialog.getByText("This is not the event's title. Type it as shown above.")).toBeVisible();
  await dialog.getByLabel("Type the event's title to confirm").fill(event.title);
  // After another order, the dialog first shows the new number of tickets, and only then lets the admin cancel.
  await eventCalls.order(event, 1);
  await dialog.getByRole("button", { name: "Cancel event" }).click();
  await expect(dialog.getByText(/^3 tickets will be voided/)).toBeVisible();
  await expect(dialog.getByLabel("Reason")).toHaveValue("A storm is coming.");
  await dialog.getByRole("button", { name: "Cancel event" }).click();
  await expect(dialog).toHaveCount(0);

  await expect(page.getByText("This event is cancelled", { exact: true })).toBeVisible();
  await expect(page.getByText("A storm is coming.")).toBeVisible();
  await expect(page.getByText("2 of 2", { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("table", { name: "Orders of this event" })).toContainText("Free");
  await expect(page.getByLabel("Venue", { exact: true })).not.toBeEditable();
  await expect(page.getByRole("button", { name: "Cancel event" })).toHaveCount(0);
});
