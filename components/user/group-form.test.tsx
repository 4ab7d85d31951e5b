import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { keepDrafts } from "@/lib/client/drafts";
import type { UserGroupSingle } from "@/lib/contract/user-groups";
import { GroupForm, NewGroupForm } from "./group-form";

type Sent = { url: string; body: Record<string, unknown> };
const ADA = { id: "019b76da-afc5-77b8-b3c0-9fbab7704c17", name: "Ada Obi", phone: "+2348030001234" };
const GROUP: UserGroupSingle = {
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

/** Shows a form before an API that answers, and tells what was sent to it. */
function show(form: ReactNode): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    if (init.body) sent.push({ url, body: JSON.parse(String(init.body)) });
    const data = /check$/.test(url)
      ? {
          items: [
            { row: 2, text: ADA.phone, user: ADA, problem: null },
            { row: 4, text: "nobody", user: null, problem: "No user has this." },
          ],
        }
      : init.method === "GET"
        ? { items: [ADA], total: 1, totalIsCapped: false, members: 3, members_is_capped: false }
        : GROUP;
    return Response.json({ status: 200, message: "", data });
  });
  render(<QueryClientProvider client={new QueryClient()}>{form}</QueryClientProvider>);
  return sent;
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));

it("makes a group of chosen people: from a file with the rows' own numbers, and nothing of a rule is sent", async () => {
  const onDone = vi.fn();
  const sent = show(<NewGroupForm onDone={onDone} />);
  type("Name", "Pilot");
  const file = new File([`phone\n${ADA.phone}\n\nnobody\n`], "people.csv", { type: "text/csv" });
  fireEvent.change(screen.getByLabelText("CSV file of people to add"), { target: { files: [file] } });
  expect(await screen.findByText("people.csv: 1 user found, 1 row with a problem")).toBeDefined();
  expect(screen.getByText("Row 4")).toBeDefined();
  await press("Create group");
  expect(
    await screen.findByText("Choose the people of people.csv, or drop the file. Then save the group."),
  ).toBeDefined();
  await press("Choose 1 user");
  await press("Create group");
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(sent.map(({ body }) => body)).toEqual([
    {
      entries: [
        { row: 2, text: ADA.phone },
        { row: 4, text: "nobody" },
      ],
    },
    { name: "Pilot", description: "", kind: "static", add: [ADA.id] },
  ]);
});

it("makes a group by a rule, and nothing of chosen people is sent", async () => {
  const onDone = vi.fn();
  const sent = show(<NewGroupForm onDone={onDone} />);
  type("Name", "Young people");
  type("Who belongs to it", "rule");
  await press("Create group");
  expect(await screen.findByText(/A rule says at least one thing/)).toBeDefined();
  fireEvent.click(screen.getByLabelText("Tier 2"));
  fireEvent.click(screen.getByLabelText("Tier 1"));
  type("Youngest age (optional)", "18");
  expect(await screen.findByText("3 users match")).toBeDefined();
  await press("Create group");
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(sent[0]?.body).toMatchObject({ kind: "rule", rule: { tier: "1,2", age_min: 18 } });
  expect(sent[0]?.body).not.toHaveProperty("add");
});

it("asks about a file for the group that it is for, and saves once the file is dropped", async () => {
  const onDone = vi.fn();
  const sent = show(<GroupForm group={GROUP} onDone={onDone} />);
  const file = new File([ADA.phone], "people.csv", { type: "text/csv" });
  fireEvent.change(screen.getByLabelText("CSV file of people to add"), { target: { files: [file] } });
  await screen.findByText(/people.csv: 1 user found/);
  await press("Save group");
  expect(await screen.findByText(/Choose the people of people.csv, or drop the file/)).toBeDefined();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.url).toContain(`/user-groups/${GROUP.id}/check`);
  await press("Remove file");
  await press("Save group");
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(sent[1]?.body).toMatchObject({ add: [], remove: [] });
});

it("changes who is in a group, from the version that was opened", async () => {
  const onDone = vi.fn();
  const sent = show(<GroupForm group={GROUP} onDone={onDone} />);
  type("Remove members", "ada");
  await press("Remove Ada Obi, +2348030001234");
  await press("Save group");
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(sent[0]?.body).toEqual({
    version: 4,
    kind: "static",
    name: "Pilot",
    description: "",
    add: [],
    remove: [ADA.id],
  });
});

it("who was chosen is still known by name after a session's end", async () => {
  const onDone = vi.fn();
  show(<GroupForm group={GROUP} onDone={onDone} />);
  for (const [label, verb] of [
    ["Find people to add", "Add"],
    ["Remove members", "Remove"],
  ] as const) {
    type(label, "ada");
    await press(`${verb} Ada Obi, +2348030001234`);
  }
  keepDrafts();
  cleanup();
  const sent = show(<GroupForm group={GROUP} onDone={onDone} />);
  for (const title of ["Will be added", "Will be taken out"])
    expect(screen.getByRole("region", { name: title }).textContent).toContain("Ada Obi");
  await press("Save group");
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(sent[0]?.body).toMatchObject({ add: [ADA.id], remove: [ADA.id] });
});
