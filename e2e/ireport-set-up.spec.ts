// Slow: sets up categories, departments and deadlines by keyboard.
import type { APIRequestContext, Page } from "@playwright/test";
import { expect, rows, test, waitForHydration, waitForNetworkQuiet } from "./support/test";

const SET_UP_PATH = "/dashboard/ireports/categories";
const TARGET_HOURS = { target_hours: 48, submitted_hours: 12, acknowledged_hours: 12, in_progress_hours: 24 };

type Category = { id: string; name: string; parent_id: string | null; reports: number; version: number };

/** Returns functions that call the API of report categories and departments with this token. */
function setUpApi(request: APIRequestContext, token: string) {
  const callApi = async (method: "get" | "post" | "patch" | "delete", path: string, data?: object) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await request[method](`/api/v1/ireports/${path}`, { headers, data });
    return { status: answer.status(), ...(await answer.json()) };
  };
  return {
    call: callApi,
    categories: async (): Promise<Category[]> => (await callApi("get", "categories")).data.items,
    addCategory: async (name: string, fields = {}): Promise<Category> => {
      const categoryDefaults = { parent_id: null, department_id: null, icon: "store", active: true, private: false };
      const { status, data, message } = await callApi("post", "categories", {
        name,
        ...TARGET_HOURS,
        ...categoryDefaults,
        ...fields,
      });
      expect(status, message).toBe(200);
      return data;
    },
  };
}

const uniqueName = (name: string) => `${name} ${Date.now()}`;
const rowNamed = (page: Page, name: string) => rows(page).filter({ has: page.getByRole("rowheader", { name }) });
const dialogNamed = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });

test("adds a report category, moves it below another, and deletes it while unused", async ({ page, as, request }) => {
  const setUpCalls = setUpApi(request, await as("civic"));
  const [parent, name] = [uniqueName("Parks"), uniqueName("Benches")];
  await setUpCalls.addCategory(parent);
  await page.goto(SET_UP_PATH);
  await page.getByRole("button", { name: "New category" }).click();
  const formDialog = dialogNamed(page, "New category");
  await formDialog.getByLabel("Name").fill(name);
  await formDialog.getByLabel("Whole report").fill("0");
  await formDialog.getByRole("button", { name: "Save" }).click();
  await expect(formDialog.getByText("Enter at least 1 hour.")).toBeVisible();
  await expect(formDialog.getByText("Choose an icon.")).toBeVisible();
  await formDialog.getByLabel("Whole report").fill("36");
  await expect(formDialog.getByText("36 hours")).toBeVisible();
  await formDialog.getByRole("radio", { name: "Trees" }).check();
  await formDialog.getByRole("button", { name: "Save" }).click();
  await expect(formDialog).toBeHidden();
  await expect(rowNamed(page, name)).toContainText("36 hours");

  await page.getByRole("button", { name: `Change ${name}` }).click();
  await expect(page).toHaveURL(/category=[\da-f-]{36}/);
  const change = dialogNamed(page, `Change ${name}`);
  await change.getByLabel("Parent category").selectOption({ label: parent });
  await change.getByRole("button", { name: "Save" }).click();
  await expect(change).toBeHidden();
  await expect(rowNamed(page, `${name} (below ${parent})`)).toBeVisible();

  // The parent category has a subcategory, so both the form and the API refuse to delete it.
  await page.getByRole("button", { name: `Change ${parent}` }).click();
  await expect(
    page.getByText("Can't be deleted: in use by 1 category below it. Make it inactive instead."),
  ).toBeVisible();
  await expect(page.getByLabel("Parent category")).toBeDisabled();
  await page.keyboard.press("Escape");
  const usedCategory = (await setUpCalls.categories()).find((each) => each.name === parent);
  const deleteAnswer = await setUpCalls.call("delete", `categories/${usedCategory?.id}`, {
    version: usedCategory?.version,
  });
  expect(deleteAnswer).toMatchObject({ status: 409, message: expect.stringContaining("1 category below it") });

  for (const each of [name, parent]) {
    await page.getByRole("button", { name: `Change ${each}` }).click();
    await page.getByRole("button", { name: "Delete this category" }).click();
    await dialogNamed(page, `Delete ${each}?`).getByRole("button", { name: "Delete" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(rowNamed(page, each)).toHaveCount(0);
  }
});

test("reorders report categories of one level by keyboard, and saves the order", async ({ page, as, request }) => {
  const setUpCalls = setUpApi(request, await as("civic"));
  const parent = await setUpCalls.addCategory(uniqueName("Level"));
  const names = ["First", "Second", "Third"].map((name) => `${name} of ${parent.name}`);
  for (const name of names) await setUpCalls.addCategory(name, { parent_id: parent.id });
  await page.goto(SET_UP_PATH);
  await waitForHydration(page);
  const subcategoryHeader = page.getByRole("rowheader", { name: `(below ${parent.name})` });
  await expect(subcategoryHeader).toContainText(names);
  const moveDownButton = page.getByRole("button", { name: `Move ${names[0]} down` });
  await moveDownButton.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await expect(subcategoryHeader).toContainText([names[1] ?? "", names[2] ?? "", names[0] ?? ""]);
  await expect(page.getByText(`${names[0]} is now 3 of 3.`)).toBeAttached();
  // At the end of the list the button keeps its focus, and another press does nothing.
  await expect(moveDownButton).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  const order = [names[1] ?? "", names[0] ?? "", names[2] ?? ""];
  await expect(subcategoryHeader).toContainText(order);
  const storedOrder = async () =>
    (await setUpCalls.categories()).filter((each) => each.parent_id === parent.id).map((each) => each.name);
  // Waits for the responses of all moves, because the order after the first move already equals the final order.
  await waitForNetworkQuiet(page);
  expect(await storedOrder()).toEqual(order);
  await page.reload();
  await expect(subcategoryHeader).toContainText(order);
});

test("shows another admin's changes to a report category in a conflict, and keeps the typed input", async ({
  page,
  as,
  request,
  expectedProblems,
}) => {
  expectedProblems.push(/409/);
  const setUpCalls = setUpApi(request, await as("civic"));
  const ownCategory = await setUpCalls.addCategory(uniqueName("Signs"));
  await page.goto(`${SET_UP_PATH}?category=${ownCategory.id}`);
  const formDialog = dialogNamed(page, `Change ${ownCategory.name}`);
  await formDialog.getByLabel("To start work").fill("7");
  const otherEdit = {
    name: ownCategory.name,
    parent_id: null,
    department_id: null,
    icon: "car",
    active: false,
    private: false,
  };
  const changedByOther = await setUpCalls.call("patch", `categories/${ownCategory.id}`, {
    ...otherEdit,
    ...TARGET_HOURS,
    version: ownCategory.version,
  });
  expect(changedByOther.status, changedByOther.message).toBe(200);
  await formDialog.getByRole("button", { name: "Save" }).click();
  await expect(formDialog.getByText("Icon: Car; it was Store")).toBeVisible();
  await expect(formDialog.getByText("Active: No; it was Yes")).toBeVisible();
  await expect(formDialog.getByLabel("To start work")).toHaveValue("7");
  await formDialog.getByRole("button", { name: "Overwrite" }).click();
  await expect(formDialog).toBeHidden();
  await expect(rowNamed(page, ownCategory.name)).toContainText("12 hours, 7 hours, 1 day");
  await expect(rowNamed(page, ownCategory.name)).toContainText("Active");
});

test("the setup pages show a private report category only to admins with approve right", async ({
  page,
  as,
  request,
}) => {
  const setUpCalls = setUpApi(request, await as("owner"));
  const privateCategory = await setUpCalls.addCategory(uniqueName("Canary"), { private: true });
  const text = "Dear {name}, nobody else reads this.";
  const template = { name: uniqueName("Canary text"), text, category_id: privateCategory.id, state: null };
  expect((await setUpCalls.call("post", "templates", template)).status).toBe(200);
  await page.goto(`${SET_UP_PATH}?category=${privateCategory.id}`);
  await expect(dialogNamed(page, `Change ${privateCategory.name}`).getByLabel("Private")).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(rowNamed(page, privateCategory.name)).toContainText("Private");

  await as("support");
  for (const view of ["categories", "departments", "templates"]) {
    await page.goto(`${SET_UP_PATH}?view=${view}&category=${privateCategory.id}`);
    await expect(rows(page).first()).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    expect(await page.content()).not.toContain("Canary");
  }
  // The support account may edit visible categories, but not add, delete or make them private.
  await page.goto(SET_UP_PATH);
  await expect(page.getByRole("button", { name: "New category" })).toHaveCount(0);
  await page
    .getByRole("button", { name: /^Change / })
    .first()
    .click();
  await expect(page.getByLabel("Active")).toBeVisible();
  await expect(page.getByLabel("Private")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Delete this category" })).toHaveCount(0);

  await as("viewer");
  await page.goto(SET_UP_PATH);
  await expect(rows(page).first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^(New|Change|Move)/ })).toHaveCount(0);
});

test("adds a lead to a department, and deletes a department only if it has no report categories", async ({
  page,
  as,
  request,
}) => {
  const setUpCalls = setUpApi(request, await as("civic"));
  const name = uniqueName("Parks office");
  await page.goto(`${SET_UP_PATH}?view=departments`);
  await page.getByRole("button", { name: "New department" }).click();
  await dialogNamed(page, "New department").getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(rowNamed(page, name)).toContainText("No lead: no one is mailed about late reports");
  await page.getByRole("button", { name: `Change ${name}` }).click();
  const change = dialogNamed(page, `Change ${name}`);
  const leadName = (await change.getByLabel("Lead").getByRole("option").nth(1).textContent()) ?? "";
  await change.getByLabel("Lead").selectOption({ label: leadName });
  await change.getByRole("button", { name: "Save" }).click();
  await expect(change).toBeHidden();
  await expect(rowNamed(page, name)).toContainText(leadName.replace(/ \(.*\)$/, ""));

  const departments: { id: string; name: string }[] = (await setUpCalls.call("get", "departments")).data.items;
  const id = departments.find((each) => each.name === name)?.id;
  const category = await setUpCalls.addCategory(uniqueName("Playgrounds"), { department_id: id });
  await page.goto(`${SET_UP_PATH}?view=departments&department=${id}`);
  await expect(change.getByText(/^Can't be deleted: 1 category belongs to it/)).toBeVisible();
  await setUpCalls.call("delete", `categories/${category.id}`, { version: category.version });
  await page.reload();
  await change.getByRole("button", { name: "Delete this department" }).click();
  await dialogNamed(page, `Delete ${name}?`).getByRole("button", { name: "Delete" }).click();
  await expect(rowNamed(page, name)).toHaveCount(0);
});

test("previews a template for responses to reports while it is typed", async ({ page, as }) => {
  await as("civic");
  const name = uniqueName("Crew is coming");
  await page.goto(`${SET_UP_PATH}?view=templates`);
  await page.getByRole("button", { name: "New template" }).click();
  const formDialog = dialogNamed(page, "New response template");
  await formDialog.getByLabel("Name").first().fill(name);
  await formDialog.getByLabel("State").selectOption("in_progress");
  await formDialog.getByLabel("Text", { exact: true }).fill("Dear , see {date}.");
  await formDialog.getByLabel("Text", { exact: true }).press("Home");
  for (let step = 0; step < 5; step += 1) await page.keyboard.press("ArrowRight");
  await formDialog.getByRole("button", { name: "Citizen's name" }).click();
  await expect(formDialog.getByLabel("Text", { exact: true })).toHaveValue("Dear {name}, see {date}.");
  await expect(formDialog.getByRole("region", { name: "Preview" })).toContainText("Dear Ada Obi, see {date}.");
  await expect(formDialog.getByText("Unknown placeholder: {date}.")).toBeVisible();
  // The cursor is behind the inserted placeholder, so that typing continues there.
  await page.keyboard.type(" and family");
  await expect(formDialog.getByRole("region", { name: "Preview" })).toContainText(
    "Dear Ada Obi and family, see {date}.",
  );
  await formDialog.getByRole("button", { name: "Save" }).click();
  await expect(formDialog).toBeHidden();
  await expect(rowNamed(page, name)).toContainText("All categories");
  await expect(rowNamed(page, name)).toContainText("Dear Ada Obi and family");
  await page.getByRole("button", { name: `Change ${name}` }).click();
  await page.getByRole("button", { name: "Delete this template" }).click();
  await dialogNamed(page, `Delete ${name}?`).getByRole("button", { name: "Delete" }).click();
  await expect(rowNamed(page, name)).toHaveCount(0);
});

test("the forms for report categories, departments and response templates are usable on a phone", async ({
  page,
  as,
}) => {
  await as("civic");
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [view, addButtonName] of [
    ["categories", "New category"],
    ["departments", "New department"],
    ["templates", "New template"],
  ] as const) {
    await page.goto(`${SET_UP_PATH}?view=${view}`);
    await expect(rows(page).first()).toBeVisible();
    await page.getByRole("button", { name: addButtonName }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).scrollIntoViewIfNeeded();
    await expect(page.getByRole("dialog").getByRole("button", { name: "Save" })).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  }
});
