import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { IreportCategory } from "@/lib/contract/ireport-set-up";
import { IreportCategoryDialog } from "./ireport-category-dialog";

const ROADS: IreportCategory = {
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
const POTHOLES = { ...ROADS, id: "019b76da-afc5-77b8-b3c0-9fbab7704c02", name: "Potholes", parent_id: ROADS.id };
const ALL = [ROADS, POTHOLES, { ...ROADS, id: "019b76da-afc5-77b8-b3c0-9fbab7704c03", name: "Markets" }];

const RIGHTS = { update: true, delete: true };

type Body = Record<string, unknown>;
type Answer = { status: number; message?: string; current?: IreportCategory };

/** Renders the form with an API that responds to writes one after the other, and returns the bodies sent to it. */
async function show(category: IreportCategory | undefined, rights: Record<string, boolean>, ...answers: Answer[]) {
  const sent: Body[] = [];
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    if (url.includes("/departments")) return Response.json({ status: 200, message: "", data: [] });
    if (!init.body) {
      const features = [{ name: "iReports", access: rights }];
      return Response.json({ status: 200, message: "", data: { features } });
    }
    sent.push(JSON.parse(String(init.body)));
    const { status, ...rest } = answers[sent.length - 1] ?? { status: 200 };
    const body = status === 200 ? { data: category ?? ROADS } : { code: "CONFLICT", ...rest };
    return Response.json({ status, message: "", ...body }, { status });
  });
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <IreportCategoryDialog category={category} all={ALL} onClose={onClose} />
    </QueryClientProvider>,
  );
  await screen.findByRole("dialog");
  return { sent, onClose };
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

it("sends hours as numbers, an empty choice as null, and the parent category", async () => {
  const { sent, onClose } = await show(undefined, RIGHTS);
  type("Name", "Burst pipes");
  type("Parent category", ROADS.id);
  type("Whole report", " 36 ");
  expect(screen.getByText("36 hours")).toBeDefined();
  press("Save");
  expect(await screen.findByText("Choose an icon.")).toBeDefined();
  expect(sent).toEqual([]);
  fireEvent.click(field("Droplets"));
  press("Save");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([
    {
      name: "Burst pipes",
      parent_id: ROADS.id,
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

it.each(["", "0", "1.5", "2161"])("requires whole hours up to 90 days instead of %o", async (typed) => {
  const { sent } = await show(POTHOLES, RIGHTS);
  type("To acknowledge", typed);
  press("Save");
  await screen.findByText(/^Enter (whole hours|at least 1 hour|at most 2,160 hours)\.$/);
  expect(sent).toEqual([]);
});

it("keeps a parent category on the first level, and its department while departments load", async () => {
  const { sent, onClose } = await show(ROADS, RIGHTS);
  expect(field("Parent category").disabled).toBe(true);
  expect(screen.getByText("It has categories below it, so it stays on the first level.")).toBeDefined();
  expect(await screen.findByText(/^Can't be deleted: in use by 1 category below it/)).toBeDefined();
  press("Save");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toMatchObject([{ parent_id: null, department_id: ROADS.department?.id, version: 4 }]);
});

it("shows the private switch only with the approval right, and otherwise keeps its value", async () => {
  const officials = { ...POTHOLES, private: true, hidden: true };
  const { sent, onClose } = await show(officials, RIGHTS);
  await screen.findByRole("button", { name: "Delete this category" });
  expect(screen.queryByLabelText("Private")).toBeNull();
  press("Save");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toMatchObject([{ private: true }]);
  cleanup();
  const shown = await show(officials, { ...RIGHTS, approve: true });
  fireEvent.click(await screen.findByLabelText("Private"));
  press("Save");
  await waitFor(() => expect(shown.onClose).toHaveBeenCalled());
  expect(shown.sent).toMatchObject([{ private: false }]);
});

it("shows what another admin changed, keeps the form, and only then offers to overwrite", async () => {
  const newer = { ...POTHOLES, name: "Holes", parent_id: null, target_hours: 36, version: 5 };
  const { sent, onClose } = await show(POTHOLES, RIGHTS, {
    status: 409,
    message: "Somebody changed it.",
    current: newer,
  });
  type("To start work", "12");
  press("Save");
  const shown = await screen.findByText("Current version");
  expect([...(shown.parentElement?.querySelectorAll("li") ?? [])].map(({ textContent }) => textContent)).toEqual([
    "Name: Holes; it was Potholes",
    "Parent category: None; it was Roads",
    "Whole report: 36 hours; it was 7 days",
  ]);
  expect(field("To start work").value).toBe("12");
  expect(onClose).not.toHaveBeenCalled();
  press("Overwrite");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent.map(({ version }) => version)).toEqual([4, 5]);
  expect(sent[1]).toMatchObject({ name: "Potholes", parent_id: ROADS.id, acknowledged_hours: 12 });
});

it("shows that a category is now in use, without treating that as a conflict", async () => {
  const refused = { status: 409, message: "Potholes has 1 report, so it can't be deleted.", current: POTHOLES };
  const { sent, onClose } = await show(POTHOLES, RIGHTS, refused);
  type("Name", "Half a na");
  fireEvent.click(await screen.findByRole("button", { name: "Delete this category" }));
  const asked = within(await screen.findByRole("dialog", { name: "Delete Potholes?" }));
  fireEvent.click(asked.getByRole("button", { name: "Delete" }));
  expect(await asked.findByText(refused.message)).toBeDefined();
  await waitFor(() => fireEvent.click(asked.getByRole("button", { name: "Cancel" })));
  expect((await screen.findByLabelText<HTMLInputElement>("Name")).value).toBe("Half a na");
  expect(screen.queryByText("Current version")).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
  expect(sent).toEqual([{ version: 4 }]);
});
