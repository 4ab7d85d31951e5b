import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { saveAllDrafts } from "@/lib/client/drafts";
import type { UserGroupDetails } from "@/lib/contract/user-groups";
import { makeWorkbook } from "@/lib/tables/testing-workbook";
import { GroupForm, NewGroupForm } from "./group-form";

type SentRequest = { url: string; body: Record<string, unknown> };
const MEMBER = { id: "019b76da-afc5-77b8-b3c0-9fbab7704c17", name: "Ada Obi", phone: "+2348030001234" };
const GROUP: UserGroupDetails = {
  id: "019b76da-afc5-77b8-b3c0-9fbab7704c18",
  name: "Pilot",
  description: "",
  kind: "static",
  rule: null,
  members: 1,
  members_is_capped: false,
  created_at: "2026-11-21T10:00:00.000Z",
  version: 4,
  used_by: [],
  timeline: [],
};

/** Renders a form with a stubbed API and returns the received requests. */
function renderForm(form: ReactNode): SentRequest[] {
  const sent: SentRequest[] = [];
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    if (init.body) sent.push({ url, body: JSON.parse(String(init.body)) });
    const data = /check$/.test(url)
      ? {
          items: [
            { row: 2, text: MEMBER.phone, user: MEMBER, problem: null },
            { row: 4, text: "nobody", user: null, problem: "No user has this." },
          ],
        }
      : init.method === "GET"
        ? { items: [MEMBER], total: 1, totalIsCapped: false, members: 3, members_is_capped: false }
        : GROUP;
    return Response.json({ status: 200, message: "", data });
  });
  render(<QueryClientProvider client={new QueryClient()}>{form}</QueryClientProvider>);
  return sent;
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const clickButton = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));

it("creates a user group from a file, shows row numbers of the file, and sends no rule", async () => {
  const onDone = vi.fn();
  const sent = renderForm(<NewGroupForm onDone={onDone} />);
  type("Name", "Pilot");
  const file = new File([`phone\n${MEMBER.phone}\n\nnobody\n`], "people.csv", { type: "text/csv" });
  fireEvent.change(screen.getByLabelText("CSV or Excel file of people to add"), { target: { files: [file] } });
  expect(await screen.findByText("people.csv: 1 user found, 1 row with a problem")).toBeDefined();
  expect(screen.getByText("Row 4")).toBeDefined();
  await clickButton("Create group");
  expect(
    await screen.findByText("Add the people of people.csv, or remove the file. Then save the group."),
  ).toBeDefined();
  await clickButton("Choose 1 user");
  await clickButton("Create group");
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(sent.map(({ body }) => body)).toEqual([
    {
      entries: [
        { row: 2, text: MEMBER.phone },
        { row: 4, text: "nobody" },
      ],
    },
    { name: "Pilot", description: "", kind: "static", add: [MEMBER.id] },
  ]);
});

it("creates a user group with a rule, and sends no chosen people", async () => {
  const onDone = vi.fn();
  const sent = renderForm(<NewGroupForm onDone={onDone} />);
  type("Name", "Young people");
  type("Who belongs to it", "rule");
  await clickButton("Create group");
  expect(await screen.findByText(/Set at least one condition/)).toBeDefined();
  fireEvent.click(screen.getByLabelText("Tier 2"));
  fireEvent.click(screen.getByLabelText("Tier 1"));
  type("Youngest age (optional)", "18");
  expect(await screen.findByText("3 users match")).toBeDefined();
  await clickButton("Create group");
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(sent[0]?.body).toMatchObject({ kind: "rule", rule: { tier: "1,2", age_min: 18 } });
  expect(sent[0]?.body).not.toHaveProperty("add");
});

it("saves an edited user group only once the people of a checked file are added or the file is removed", async () => {
  const onDone = vi.fn();
  const sent = renderForm(<GroupForm group={GROUP} onDone={onDone} />);
  const file = new File([MEMBER.phone], "people.csv", { type: "text/csv" });
  fireEvent.change(screen.getByLabelText("CSV or Excel file of people to add"), { target: { files: [file] } });
  await screen.findByText(/people.csv: 1 user found/);
  await clickButton("Save group");
  expect(await screen.findByText(/Add the people of people.csv, or remove the file/)).toBeDefined();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.url).toContain(`/user-groups/${GROUP.id}/check`);
  await clickButton("Remove file");
  await clickButton("Save group");
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(sent[1]?.body).toMatchObject({ add: [], remove: [] });
});

it("sends membership changes with the version of the user group that was opened", async () => {
  const onDone = vi.fn();
  const sent = renderForm(<GroupForm group={GROUP} onDone={onDone} />);
  type("Remove members", "ada");
  await clickButton("Remove Ada Obi, +2348030001234");
  await clickButton("Save group");
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(sent[0]?.body).toEqual({
    version: 4,
    kind: "static",
    name: "Pilot",
    description: "",
    add: [],
    remove: [MEMBER.id],
  });
});

it("restores a group's chosen people with their names after the next sign-in", async () => {
  const onDone = vi.fn();
  renderForm(<GroupForm group={GROUP} onDone={onDone} />);
  for (const [label, verb] of [
    ["Find people to add", "Add"],
    ["Remove members", "Remove"],
  ] as const) {
    type(label, "ada");
    await clickButton(`${verb} Ada Obi, +2348030001234`);
  }
  saveAllDrafts();
  cleanup();
  const sent = renderForm(<GroupForm group={GROUP} onDone={onDone} />);
  for (const title of ["Will be added", "Will be removed"])
    expect(screen.getByRole("region", { name: title }).textContent).toContain("Ada Obi");
  await clickButton("Save group");
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(sent[0]?.body).toMatchObject({ add: [MEMBER.id], remove: [MEMBER.id] });
});

it("checks the people of an Excel file with several sheets, and lists rows whose phone number Excel shortened", async () => {
  const sent = renderForm(<NewGroupForm onDone={vi.fn()} />);
  type("Name", "Pilot");
  const rows = [["Name", "Phone No."], ["Ada", 2348030001234], ["Eze", "2.34803E+12"], ["Ini", "nobody"], ["Uko"]];
  const workbook = makeWorkbook([
    { name: "Cover", rows: [] },
    { name: "June", rows },
  ]);
  fireEvent.change(screen.getByLabelText("CSV or Excel file of people to add"), {
    target: { files: [new File([workbook], "people.xlsx")] },
  });
  expect(await screen.findByText("people.xlsx: 1 user found, 3 rows with a problem")).toBeDefined();
  expect(screen.getByText("Read from sheet “June”, column B “Phone No.”.")).toBeDefined();
  expect(sent[0]?.body).toEqual({
    entries: [
      { row: 2, text: "2348030001234" },
      { row: 4, text: "nobody" },
    ],
  });
  expect(screen.getByRole("list", { name: "Rows with a problem" }).textContent).toBe(
    [
      "Row 32.34803E+12Excel shortened this number. Format the column as text, then paste the numbers again.",
      "Row 4nobodyNo user has this.",
      "Row 5This row has no phone number, email or user id.",
    ].join(""),
  );
});

it("checks people pasted from a spreadsheet for a user group, and keeps the pasted cells if no column is recognised", async () => {
  const sent = renderForm(<NewGroupForm onDone={vi.fn()} />);
  type("Rows to check", "Name\tAmount\nAda\t500\n");
  await clickButton("Check rows");
  expect(await screen.findByText(/^No column was recognised as phone numbers, emails or user ids\./)).toBeDefined();
  expect(sent).toEqual([]);
  type("Rows to check", `Name\tPhone\nAda\t${MEMBER.phone}\n`);
  await clickButton("Check rows");
  expect(await screen.findByText(/^Pasted rows: 1 user found/)).toBeDefined();
  expect(sent[0]?.body).toEqual({ entries: [{ row: 2, text: MEMBER.phone }] });
});

it("shows the name of a file that can't be read as a list of people", async () => {
  renderForm(<NewGroupForm onDone={vi.fn()} />);
  type("Name", "Pilot");
  const legacyXls = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  fireEvent.change(screen.getByLabelText("CSV or Excel file of people to add"), {
    target: { files: [new File([legacyXls], "people.xls")] },
  });
  expect(
    await screen.findByText(
      "people.xls: This is an old Excel file (.xls). Save it as .xlsx or CSV and choose that file.",
    ),
  ).toBeDefined();
});
