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

const openView = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Set-up" }).getByRole("link", { name }).click();

test("adds, changes and deletes a report category, a department and a response template", async ({
  page,
  as,
  request,
}) => {
  const setUpCalls = setUpApi(request, await as("civic"));
  const [parent, name] = [uniqueName("Parks"), uniqueName("Benches")];
  await setUpCalls.addCategory(parent);
  await page.goto(SET_UP_PATH);
  await page.getByRole("button", { name: "New category" }).click();
  const formDialog = dialogNamed(page, "New category");
  await formDialog.getByLabel("Name").fill(name);
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

  for (const each of [name, parent]) {
    await page.getByRole("button", { name: `Change ${each}` }).click();
    await page.getByRole("button", { name: "Delete this category" }).click();
    await dialogNamed(page, `Delete ${each}?`).getByRole("button", { name: "Delete" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(rowNamed(page, each)).toHaveCount(0);
  }

  await test.step("a department with a lead", async () => {
    const department = uniqueName("Parks office");
    await openView(page, "Departments");
    await page.getByRole("button", { name: "New department" }).click();
    await dialogNamed(page, "New department").getByLabel("Name").fill(department);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(rowNamed(page, department)).toContainText("No lead: no one is mailed about late reports");
    await page.getByRole("button", { name: `Change ${department}` }).click();
    const changeDepartment = dialogNamed(page, `Change ${department}`);
    const leadName = (await changeDepartment.getByLabel("Lead").getByRole("option").nth(1).textContent()) ?? "";
    await changeDepartment.getByLabel("Lead").selectOption({ label: leadName });
    await changeDepartment.getByRole("button", { name: "Save" }).click();
    await expect(changeDepartment).toBeHidden();
    await expect(rowNamed(page, department)).toContainText(leadName.replace(/ \(.*\)$/, ""));
    await page.getByRole("button", { name: `Change ${department}` }).click();
    await changeDepartment.getByRole("button", { name: "Delete this department" }).click();
    await dialogNamed(page, `Delete ${department}?`).getByRole("button", { name: "Delete" }).click();
    await expect(rowNamed(page, department)).toHaveCount(0);
  });
  await test.step("a template, which is previewed while it is typed", async () => {
    const template = uniqueName("Crew is coming");
    await openView(page, "Response templates");
    await page.getByRole("button", { name: "New template" }).click();
    const templateDialog = dialogNamed(page, "New response template");
    const text = templateDialog.getByLabel("Text", { exact: true });
    const preview = templateDialog.getByRole("region", { name: "Preview" });
    await templateDialog.getByLabel("Name").first().fill(template);
    await templateDialog.getByLabel("State").selectOption("in_progress");
    await text.fill("Dear , see {date}.");
    await text.press("Home");
    for (let step = 0; step < 5; step += 1) await page.keyboard.press("ArrowRight");
    await templateDialog.getByRole("button", { name: "Citizen's name" }).click();
    await expect(text).toHaveValue("Dear {name}, see {date}.");
    await expect(preview).toContainText("Dear Ada Obi, see {date}.");
    await expect(templateDialog.getByText("Unknown placeholder: {date}.")).toBeVisible();
    // The cursor is behind the inserted placeholder, so that typing continues there.
    await page.keyboard.type(" and family");
    await expect(preview).toContainText("Dear Ada Obi and family, see {date}.");
    await templateDialog.getByRole("button", { name: "Save" }).click();
    await expect(templateDialog).toBeHidden();
    await expect(rowNamed(page, template)).toContainText("All categories");
    await expect(rowNamed(page, template)).toContainText("Dear Ada Obi and family");
    await page.getByRole("button", { name: `Change ${template}` }).click();
    await page.getByRole("button", { name: "Delete this template" }).click();
    await dialogNamed(page, `Delete ${template}?`).getByRole("button", { name: "Delete" }).click();
    await expect(rowNamed(page, template)).toHaveCount(0);
  });
});

test("reorders report categories of one level by keyboard, and saves the order; the set-up forms are usable on a phone", async ({
  page,
  as,
  request,
}) => {
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

  await page.setViewportSize({ width: 390, height: 844 });
  for (const [view, addButtonName] of [
    ["Categories", "New category"],
    ["Departments", "New department"],
    ["Response templates", "New template"],
  ] as const)
    await test.step(`the form for ${view.toLowerCase()} on a phone`, async () => {
      await openView(page, view);
      await page.getByRole("button", { name: addButtonName }).click();
      const saveButton = page.getByRole("dialog").getByRole("button", { name: "Save" });
      await saveButton.scrollIntoViewIfNeeded();
      await expect(saveButton).toBeInViewport();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    });
});

test("the set-up pages contain a private report category only for admins with approve right", async ({
  as,
  request,
}) => {
  const ownerToken = await as("owner");
  const setUpCalls = setUpApi(request, ownerToken);
  const privateCategory = await setUpCalls.addCategory(uniqueName("Canary"), { private: true });
  const text = "Dear {name}, nobody else reads this.";
  const template = { name: uniqueName("Canary text"), text, category_id: privateCategory.id, state: null };
  expect((await setUpCalls.call("post", "templates", template)).status).toBe(200);
  const pageHtml = async (view: string, token: string) => {
    const address = `${SET_UP_PATH}?view=${view}&category=${privateCategory.id}`;
    const response = await request.get(address, { headers: { cookie: `cross-riv-token=${token}` } });
    expect(response.status()).toBe(200);
    return response.text();
  };
  for (const view of ["categories", "templates"]) expect(await pageHtml(view, ownerToken)).toContain("Canary");
  const supportToken = await as("support");
  for (const view of ["categories", "departments", "templates"])
    expect(await pageHtml(view, supportToken)).not.toContain("Canary");
});
