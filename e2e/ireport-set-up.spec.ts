// Slow: sets up categories, departments and deadlines by keyboard.
import type { APIRequestContext, Page } from "@playwright/test";
import { expect, listening, quiet, rows, test } from "./support/test";

const SET_UP = "/dashboard/ireports/categories";
const HOURS = { target_hours: 48, submitted_hours: 12, acknowledged_hours: 12, in_progress_hours: 24 };

type Category = { id: string; name: string; parent_id: string | null; reports: number; version: number };

/** Returns functions that call the API as the civic desk officer with this token. */
function deskOf(request: APIRequestContext, token: string) {
  const call = async (method: "get" | "post" | "patch" | "delete", path: string, data?: object) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await request[method](`/api/v1/ireports/${path}`, { headers, data });
    return { status: answer.status(), ...(await answer.json()) };
  };
  return {
    call,
    categories: async (): Promise<Category[]> => (await call("get", "categories")).data.items,
    addCategory: async (name: string, fields = {}): Promise<Category> => {
      const none = { parent_id: null, department_id: null, icon: "store", active: true, private: false };
      const { status, data, message } = await call("post", "categories", { name, ...HOURS, ...none, ...fields });
      expect(status, message).toBe(200);
      return data;
    },
  };
}

const unique = (name: string) => `${name} ${Date.now()}`;
const rowOf = (page: Page, name: string) => rows(page).filter({ has: page.getByRole("rowheader", { name }) });
const dialogOf = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });

test("adds a category, moves it below another, and deletes it only while unused", async ({ page, as, request }) => {
  const desk = deskOf(request, await as("civic"));
  const [parent, name] = [unique("Parks"), unique("Benches")];
  await desk.addCategory(parent);
  await page.goto(SET_UP);
  await page.getByRole("button", { name: "New category" }).click();
  const form = dialogOf(page, "New category");
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Whole report").fill("0");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Enter at least 1 hour.")).toBeVisible();
  await expect(form.getByText("Choose an icon.")).toBeVisible();
  await form.getByLabel("Whole report").fill("36");
  await expect(form.getByText("36 hours")).toBeVisible();
  await form.getByRole("radio", { name: "Trees" }).check();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toBeHidden();
  await expect(rowOf(page, name)).toContainText("36 hours");

  await page.getByRole("button", { name: `Change ${name}` }).click();
  await expect(page).toHaveURL(/category=[\da-f-]{36}/);
  const change = dialogOf(page, `Change ${name}`);
  await change.getByLabel("Parent category").selectOption({ label: parent });
  await change.getByRole("button", { name: "Save" }).click();
  await expect(change).toBeHidden();
  await expect(rowOf(page, `${name} (below ${parent})`)).toBeVisible();

  // The category below uses it: both the form and the API refuse to delete it.
  await page.getByRole("button", { name: `Change ${parent}` }).click();
  await expect(
    page.getByText("Can't be deleted: in use by 1 category below it. Make it inactive instead."),
  ).toBeVisible();
  await expect(page.getByLabel("Parent category")).toBeDisabled();
  await page.keyboard.press("Escape");
  const used = (await desk.categories()).find((each) => each.name === parent);
  const refused = await desk.call("delete", `categories/${used?.id}`, { version: used?.version });
  expect(refused).toMatchObject({ status: 409, message: expect.stringContaining("1 category below it") });

  for (const each of [name, parent]) {
    await page.getByRole("button", { name: `Change ${each}` }).click();
    await page.getByRole("button", { name: "Delete this category" }).click();
    await dialogOf(page, `Delete ${each}?`).getByRole("button", { name: "Delete" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(rowOf(page, each)).toHaveCount(0);
  }
});

test("reorders categories of one level by keyboard, and saves the order", async ({ page, as, request }) => {
  const desk = deskOf(request, await as("civic"));
  const parent = await desk.addCategory(unique("Level"));
  const names = ["First", "Second", "Third"].map((name) => `${name} of ${parent.name}`);
  for (const name of names) await desk.addCategory(name, { parent_id: parent.id });
  await page.goto(SET_UP);
  await listening(page);
  const below = page.getByRole("rowheader", { name: `(below ${parent.name})` });
  await expect(below).toContainText(names);
  const down = page.getByRole("button", { name: `Move ${names[0]} down` });
  await down.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await expect(below).toContainText([names[1] ?? "", names[2] ?? "", names[0] ?? ""]);
  await expect(page.getByText(`${names[0]} is now 3 of 3.`)).toBeAttached();
  // At the end of its level the button keeps its focus, and another press does nothing.
  await expect(down).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  const order = [names[1] ?? "", names[0] ?? "", names[2] ?? ""];
  await expect(below).toContainText(order);
  const stored = async () =>
    (await desk.categories()).filter((each) => each.parent_id === parent.id).map((each) => each.name);
  // Moves are sent one after the other. The order after the first one equals the final order, so wait for all of them.
  await quiet(page);
  expect(await stored()).toEqual(order);
  await page.reload();
  await expect(below).toContainText(order);
});

test("shows another admin's changes in a conflict and keeps the typed input", async ({
  page,
  as,
  request,
  expectedProblems,
}) => {
  expectedProblems.push(/409/);
  const desk = deskOf(request, await as("civic"));
  const mine = await desk.addCategory(unique("Signs"));
  await page.goto(`${SET_UP}?category=${mine.id}`);
  const form = dialogOf(page, `Change ${mine.name}`);
  await form.getByLabel("To start work").fill("7");
  const theirs = { name: mine.name, parent_id: null, department_id: null, icon: "car", active: false, private: false };
  const changed = await desk.call("patch", `categories/${mine.id}`, { ...theirs, ...HOURS, version: mine.version });
  expect(changed.status, changed.message).toBe(200);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Icon: Car; it was Store")).toBeVisible();
  await expect(form.getByText("Active: No; it was Yes")).toBeVisible();
  await expect(form.getByLabel("To start work")).toHaveValue("7");
  await form.getByRole("button", { name: "Overwrite" }).click();
  await expect(form).toBeHidden();
  await expect(rowOf(page, mine.name)).toContainText("12 hours, 7 hours, 1 day");
  await expect(rowOf(page, mine.name)).toContainText("Active");
});

test("shows a private category only to admins with approve right", async ({ page, as, request }) => {
  const desk = deskOf(request, await as("owner"));
  const canary = await desk.addCategory(unique("Canary"), { private: true });
  const text = "Dear {name}, nobody else reads this.";
  const template = { name: unique("Canary text"), text, category_id: canary.id, state: null };
  expect((await desk.call("post", "templates", template)).status).toBe(200);
  await page.goto(`${SET_UP}?category=${canary.id}`);
  await expect(dialogOf(page, `Change ${canary.name}`).getByLabel("Private")).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(rowOf(page, canary.name)).toContainText("Private");

  await as("support");
  for (const view of ["categories", "departments", "templates"]) {
    await page.goto(`${SET_UP}?view=${view}&category=${canary.id}`);
    await expect(rows(page).first()).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    expect(await page.content()).not.toContain("Canary");
  }
  // Support can change what it sees, but can't make a category private, add or delete one.
  await page.goto(SET_UP);
  await expect(page.getByRole("button", { name: "New category" })).toHaveCount(0);
  await page
    .getByRole("button", { name: /^Change / })
    .first()
    .click();
  await expect(page.getByLabel("Active")).toBeVisible();
  await expect(page.getByLabel("Private")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Delete this category" })).toHaveCount(0);

  await as("viewer");
  await page.goto(SET_UP);
  await expect(rows(page).first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^(New|Change|Move)/ })).toHaveCount(0);
});

test("adds a lead to a department, and deletes it only without categories", async ({ page, as, request }) => {
  const desk = deskOf(request, await as("civic"));
  const name = unique("Parks office");
  await page.goto(`${SET_UP}?view=departments`);
  await page.getByRole("button", { name: "New department" }).click();
  await dialogOf(page, "New department").getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(rowOf(page, name)).toContainText("No lead: no one is mailed about late reports");
  await page.getByRole("button", { name: `Change ${name}` }).click();
  const change = dialogOf(page, `Change ${name}`);
  const lead = (await change.getByLabel("Lead").getByRole("option").nth(1).textContent()) ?? "";
  await change.getByLabel("Lead").selectOption({ label: lead });
  await change.getByRole("button", { name: "Save" }).click();
  await expect(change).toBeHidden();
  await expect(rowOf(page, name)).toContainText(lead.replace(/ \(.*\)$/, ""));

  const departments: { id: string; name: string }[] = (await desk.call("get", "departments")).data.items;
  const id = departments.find((each) => each.name === name)?.id;
  const category = await desk.addCategory(unique("Playgrounds"), { department_id: id });
  await page.goto(`${SET_UP}?view=departments&department=${id}`);
  await expect(change.getByText(/^Can't be deleted: 1 category belongs to it/)).toBeVisible();
  await desk.call("delete", `categories/${category.id}`, { version: category.version });
  await page.reload();
  await change.getByRole("button", { name: "Delete this department" }).click();
  await dialogOf(page, `Delete ${name}?`).getByRole("button", { name: "Delete" }).click();
  await expect(rowOf(page, name)).toHaveCount(0);
});

test("previews a response template while it is written", async ({ page, as }) => {
  await as("civic");
  const name = unique("Crew is coming");
  await page.goto(`${SET_UP}?view=templates`);
  await page.getByRole("button", { name: "New template" }).click();
  const form = dialogOf(page, "New response template");
  await form.getByLabel("Name").first().fill(name);
  await form.getByLabel("State").selectOption("in_progress");
  await form.getByLabel("Text", { exact: true }).fill("Dear , see {date}.");
  await form.getByLabel("Text", { exact: true }).press("Home");
  for (let step = 0; step < 5; step += 1) await page.keyboard.press("ArrowRight");
  await form.getByRole("button", { name: "Citizen's name" }).click();
  await expect(form.getByLabel("Text", { exact: true })).toHaveValue("Dear {name}, see {date}.");
  await expect(form.getByRole("region", { name: "Preview" })).toContainText("Dear Ada Obi, see {date}.");
  await expect(form.getByText("Unknown placeholder: {date}.")).toBeVisible();
  // Typing continues after the inserted placeholder.
  await page.keyboard.type(" and family");
  await expect(form.getByRole("region", { name: "Preview" })).toContainText("Dear Ada Obi and family, see {date}.");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toBeHidden();
  await expect(rowOf(page, name)).toContainText("All categories");
  await expect(rowOf(page, name)).toContainText("Dear Ada Obi and family");
  await page.getByRole("button", { name: `Change ${name}` }).click();
  await page.getByRole("button", { name: "Delete this template" }).click();
  await dialogOf(page, `Delete ${name}?`).getByRole("button", { name: "Delete" }).click();
  await expect(rowOf(page, name)).toHaveCount(0);
});

test("keeps every form usable on a phone", async ({ page, as }) => {
  await as("civic");
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [view, add] of [
    ["categories", "New category"],
    ["departments", "New department"],
    ["templates", "New template"],
  ] as const) {
    await page.goto(`${SET_UP}?view=${view}`);
    await expect(rows(page).first()).toBeVisible();
    await page.getByRole("button", { name: add }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).scrollIntoViewIfNeeded();
    await expect(page.getByRole("dialog").getByRole("button", { name: "Save" })).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  }
});
