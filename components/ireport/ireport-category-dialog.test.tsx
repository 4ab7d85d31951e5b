import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { IreportCategory } from "@/lib/contract/ireport-set-up";
import { IreportCategoryDialog } from "./ireport-category-dialog";

const ROADS_CATEGORY: IreportCategory = {
  id: "019b76da-afc5-77b8-b3c0-9fbab7704c01",
  name: "Roads",
  parent_id: null,
  department: { id: "019b76da-afc5-77b8-b3c0-9fbab7704c11", name: "Works" },
  target_hours: 168,
  submitted_hours: 24,
  acknowledged_hours: 48,
  in_progress_hours: 96,
  icon: "construction",
  active: true,
  private: false,
  hidden: false,
  position: 0,
  reports: 0,
  open: 0,
  templates: 0,
  version: 4,
};
const POTHOLES_CATEGORY = {
  ...ROADS_CATEGORY,
  id: "019b76da-afc5-77b8-b3c0-9fbab7704c02",
  name: "Potholes",
  parent_id: ROADS_CATEGORY.id,
};
const ALL_CATEGORIES = [
  ROADS_CATEGORY,
  POTHOLES_CATEGORY,
  { ...ROADS_CATEGORY, id: "019b76da-afc5-77b8-b3c0-9fbab7704c03", name: "Markets" },
];

const RIGHTS = { update: true, delete: true };

type RequestBody = Record<string, unknown>;
type ApiAnswer = { status: number; message?: string; current?: IreportCategory };

/**
 * Renders the form and returns the request bodies. The stubbed API answers writes with the given responses in order.
 */
async function renderDialog(
  category: IreportCategory | undefined,
  rights: Record<string, boolean>,
  ...answers: ApiAnswer[]
) {
  const sent: RequestBody[] = [];
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    if (url.includes("/departments")) return Response.json({ status: 200, message: "", data: [] });
    if (!init.body) {
      const features = [{ name: "iReports", access: rights }];
      return Response.json({ status: 200, message: "", data: { features } });
    }
    sent.push(JSON.parse(String(init.body)));
    const { status, ...rest } = answers[sent.length - 1] ?? { status: 200 };
    const body = status === 200 ? { data: category ?? ROADS_CATEGORY } : { code: "CONFLICT", ...rest };
    return Response.json({ status, message: "", ...body }, { status });
  });
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <IreportCategoryDialog category={category} all={ALL_CATEGORIES} onClose={onClose} />
    </QueryClientProvider>,
  );
  await screen.findByRole("dialog");
  return { sent, onClose };
}
const getField = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(getField(label), { target: { value } });
const clickButton = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

it("sends a report category's target hours as numbers, an empty choice as null, and the parent category", async () => {
  const { sent, onClose } = await renderDialog(undefined, RIGHTS);
  type("Name", "Burst pipes");
  type("Parent category", ROADS_CATEGORY.id);
  type("Whole report", " 36 ");
  expect(screen.getByText("36 hours")).toBeDefined();
  clickButton("Save");
  expect(await screen.findByText("Choose an icon.")).toBeDefined();
  expect(sent).toEqual([]);
  fireEvent.click(getField("Droplets"));
  clickButton("Save");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([
    {
      name: "Burst pipes",
      parent_id: ROADS_CATEGORY.id,
      department_id: null,
      target_hours: 36,
      submitted_hours: 24,
      acknowledged_hours: 48,
      in_progress_hours: 96,
      icon: "droplets",
      active: true,
      private: false,
    },
  ]);
});

it.each(["", "0", "1.5", "2161"])("requires whole hours up to 90 days instead of %o", async (text) => {
  const { sent } = await renderDialog(POTHOLES_CATEGORY, RIGHTS);
  type("To acknowledge", text);
  clickButton("Save");
  await screen.findByText(/^Enter (whole hours|at least 1 hour|at most 2,160 hours)\.$/);
  expect(sent).toEqual([]);
});

it("the form of a report category with subcategories keeps it on the first level, and keeps its department while departments load", async () => {
  const { sent, onClose } = await renderDialog(ROADS_CATEGORY, RIGHTS);
  expect(getField("Parent category").disabled).toBe(true);
  expect(screen.getByText("It has categories below it, so it stays on the first level.")).toBeDefined();
  expect(await screen.findByText(/^Can't be deleted: in use by 1 category below it/)).toBeDefined();
  clickButton("Save");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toMatchObject([{ parent_id: null, department_id: ROADS_CATEGORY.department?.id, version: 4 }]);
});

it("shows a report category's private switch only to admins with the approve right; others save its value unchanged", async () => {
  const privateCategory = { ...POTHOLES_CATEGORY, private: true, hidden: true };
  const { sent, onClose } = await renderDialog(privateCategory, RIGHTS);
  await screen.findByRole("button", { name: "Delete this category" });
  expect(screen.queryByLabelText("Private")).toBeNull();
  clickButton("Save");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toMatchObject([{ private: true }]);
  cleanup();
  const renderedDialog = await renderDialog(privateCategory, { ...RIGHTS, approve: true });
  fireEvent.click(await screen.findByLabelText("Private"));
  clickButton("Save");
  await waitFor(() => expect(renderedDialog.onClose).toHaveBeenCalled());
  expect(renderedDialog.sent).toMatchObject([{ private: false }]);
});

it("shows another admin's changes to a report category after a conflict, keeps the form, and then offers to overwrite them", async () => {
  const newer = {
    ...{ ...POTHOLES_CATEGORY, name: "Holes", parent_id: null, target_hours: 36, version: 5 },
    ...{ icon: "car" as const, active: false },
  };
  const { sent, onClose } = await renderDialog(POTHOLES_CATEGORY, RIGHTS, {
    status: 409,
    message: "Somebody changed it.",
    current: newer,
  });
  type("To start work", "12");
  clickButton("Save");
  const renderedDialog = await screen.findByText("Current version");
  expect(
    [...(renderedDialog.parentElement?.querySelectorAll("li") ?? [])].map(({ textContent }) => textContent),
  ).toEqual([
    "Name: Holes; it was Potholes",
    "Parent category: None; it was Roads",
    "Whole report: 36 hours; it was 7 days",
    "Active: No; it was Yes",
    "Icon: Car; it was Construction",
  ]);
  expect(getField("To start work").value).toBe("12");
  expect(onClose).not.toHaveBeenCalled();
  clickButton("Overwrite");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent.map(({ version }) => version)).toEqual([4, 5]);
  expect(sent[1]).toMatchObject({ name: "Potholes", parent_id: ROADS_CATEGORY.id, acknowledged_hours: 12 });
});

it("shows why a report category that is in use now can't be deleted, without showing an edit conflict", async () => {
  const refusal = {
    status: 409,
    message: "Potholes has 1 report, so it can't be deleted.",
    current: POTHOLES_CATEGORY,
  };
  const { sent, onClose } = await renderDialog(POTHOLES_CATEGORY, RIGHTS, refusal);
  type("Name", "Half a na");
  fireEvent.click(await screen.findByRole("button", { name: "Delete this category" }));
  const confirmDialog = within(await screen.findByRole("dialog", { name: "Delete Potholes?" }));
  fireEvent.click(confirmDialog.getByRole("button", { name: "Delete" }));
  expect(await confirmDialog.findByText(refusal.message)).toBeDefined();
  await waitFor(() => fireEvent.click(confirmDialog.getByRole("button", { name: "Cancel" })));
  expect((await screen.findByLabelText<HTMLInputElement>("Name")).value).toBe("Half a na");
  expect(screen.queryByText("Current version")).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
  expect(sent).toEqual([{ version: 4 }]);
});

it("offers to delete a report category only to admins with the right", async () => {
  await renderDialog(POTHOLES_CATEGORY, { update: true });
  expect(await screen.findByLabelText("Active")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Delete this category" })).toBeNull();
  cleanup();
  await renderDialog(POTHOLES_CATEGORY, RIGHTS);
  expect(await screen.findByRole("button", { name: "Delete this category" })).toBeDefined();
});
