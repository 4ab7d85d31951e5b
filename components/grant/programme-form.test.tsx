import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { stubRecordApi, TEST_ADMIN } from "@/components/record-editor/record-testing";
import { makeQueryClient } from "@/lib/client/query-client";
import { readStoredDraft } from "@/lib/client/stored-drafts";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import type { ProgrammeDetails } from "@/lib/contract/grant";
import { programmeQuery } from "@/lib/queries/grant";
import { ProgrammeForm } from "./programme-form";
import { ProgrammeScreen } from "./programme-screen";

setNavigationHooks({ useRouter: () => ({ push: vi.fn() }) });

const PROGRAMME: ProgrammeDetails = {
  id: "019b76da-afc5-77b8-b3c0-9fbab7704c19",
  name: "Seedlings",
  sponsor: "Ministry of Agriculture",
  state: "draft",
  award_kind: "fixed",
  amount: 5_000_000,
  budget: 100_000_000,
  committed: 0,
  paid: 0,
  opens_at: "2027-01-01T08:00:00.000Z",
  closes_at: "2027-02-01T08:00:00.000Z",
  applications: { submitted: 0, shortlisted: 0, approved: 0, disbursed: 0, rejected: 0, payment_failed: 0 },
  updated_at: "2026-11-21T10:00:00.000Z",
  version: 3,
  purpose: "Seedlings for a season",
  public_text: null,
  tier_min: null,
  lgas: [],
  age_min: 18,
  age_max: null,
  group: null,
  questions: [],
  documents: [],
  publishes_awards: true,
  pool: 500_000_000,
  missing: {},
  copied_from: null,
  timeline: [],
};

let api: ReturnType<typeof stubRecordApi<ProgrammeDetails>>;
beforeEach(() => {
  api = stubRecordApi("Grants", PROGRAMME);
});
const NO_RIGHT_TEXT = /you don't have the right to change it/;
async function renderForm(programme: ProgrammeDetails) {
  const onDirty = vi.fn();
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <ProgrammeForm programme={programme} onDirty={onDirty} />
    </QueryClientProvider>,
  );
  // Waits until the admin's rights are loaded, because the form is read-only until then.
  if ("update" in api.rights) await waitFor(() => expect(screen.queryByText(NO_RIGHT_TEXT)).toBeNull());
  return onDirty;
}
const getField = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(getField(label), { target: { value } });
const clickButton = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
const pressSave = () => fireEvent.keyDown(document, { key: "s", ctrlKey: true });

it("saves a programme with Ctrl+S, and sends money in kobo, numbers as numbers and Lagos times in UTC", async () => {
  const onDirty = await renderForm(PROGRAMME);
  type("Amount in naira", "75,000.50");
  type("Budget in naira", "2,000,000");
  type("Until", "2027-03-01T12:00");
  type("Minimum age (optional)", "");
  type("Maximum age (optional)", "35");
  fireEvent.click(getField("Abi"));
  expect(onDirty).toHaveBeenLastCalledWith(true);
  pressSave();
  expect(await screen.findByText("All changes saved")).toBeDefined();
  expect(api.sent).toEqual([
    expect.objectContaining({
      version: 3,
      amount: 7_500_050,
      budget: 200_000_000,
      closes_at: "2027-03-01T11:00:00.000Z",
      age_min: null,
      age_max: 35,
      lgas: ["Abi"],
      group_id: null,
    }),
  ]);
});

it("saving a programme removes a question's empty choices, and all choices if the question became a text question", async () => {
  await renderForm(PROGRAMME);
  await clickButton("Add question");
  type("Question 1", " What do you grow? ");
  type("Answer", "choice");
  type("Choices", " Cassava \n\nYam\n  \n");
  pressSave();
  expect(await screen.findByText("All changes saved")).toBeDefined();
  expect(api.sent[0]?.questions).toEqual([
    expect.objectContaining({ kind: "choice", label: "What do you grow?", choices: ["Cassava", "Yam"] }),
  ]);
  type("Answer", "text");
  pressSave();
  await waitFor(() => expect(api.sent).toHaveLength(2));
  expect(api.sent[1]?.questions).toEqual([expect.objectContaining({ kind: "text", choices: [] })]);
});

it("shows errors at a programme's fields, before and after sending", async () => {
  await renderForm(PROGRAMME);
  type("Until", "2026-12-01T12:00");
  type("Maximum age (optional)", "12");
  await clickButton("Save changes");
  expect(await screen.findByText("The window has to close after it opens.")).toBeDefined();
  expect(screen.getByText("The maximum age can't be less than the minimum age.")).toBeDefined();
  expect(api.sent).toEqual([]);
  type("Until", "2027-03-01T12:00");
  type("Maximum age (optional)", "");
  expect(screen.queryByText("The window has to close after it opens.")).toBeNull();
  type("Budget in naira", "a lot");
  await clickButton("Save changes");
  await waitFor(() => expect(getField("Budget in naira").getAttribute("aria-invalid")).toBe("true"));
  // Waits, because an effect moves the focus shortly after the error is rendered.
  await waitFor(() => expect(document.activeElement).toBe(getField("Budget in naira")));
  type("Budget in naira", "1,000,000");
  type("Sponsor", "State");
  api.answers = [{ status: 400, message: "Choose another.", fields: { sponsor: "Choose another." } }];
  await clickButton("Save changes");
  expect(await screen.findAllByText("Choose another.")).toHaveLength(1);
  expect(getField("Sponsor").getAttribute("aria-invalid")).toBe("true");
});

it("shows another admin's changes to a programme after a conflict, keeps the form, and only then overwrites their version", async () => {
  await renderForm(PROGRAMME);
  type("Sponsor", "State");
  const conflicting = { ...PROGRAMME, sponsor: "World Bank", budget: 300_000_000, version: 5 };
  api.answers = [{ status: 409, message: "It changed.", current: conflicting }];
  await clickButton("Save changes");
  expect(await screen.findByText("Sponsor: World Bank; it was Ministry of Agriculture")).toBeDefined();
  expect(screen.getByText("Budget: 3,000,000.00; it was 1,000,000.00")).toBeDefined();
  expect(getField("Sponsor").value).toBe("State");
  await clickButton("Keep mine");
  expect(await screen.findByText("All changes saved")).toBeDefined();
  expect(api.sent.map(({ version, sponsor }) => ({ version, sponsor }))).toEqual([
    { version: 3, sponsor: "State" },
    { version: 5, sponsor: "State" },
  ]);
});

it("replaces the programme's input with the other admin's version on Take theirs", async () => {
  await renderForm(PROGRAMME);
  type("Sponsor", "State");
  api.answers = [{ status: 409, current: { ...PROGRAMME, sponsor: "World Bank", version: 5 } }];
  await clickButton("Save changes");
  await clickButton("Take theirs");
  expect(getField("Sponsor").value).toBe("World Bank");
  expect(screen.getByText("All changes saved")).toBeDefined();
});

it("stores a programme's typed values in the browser, and offers them when the page is opened again", async () => {
  await renderForm(PROGRAMME);
  type("Sponsor", "State");
  const storedProgrammeDraft = () => readStoredDraft(TEST_ADMIN.email, `programme:${PROGRAMME.id}`);
  await waitFor(() => expect(storedProgrammeDraft()).toMatchObject({ draft: { sponsor: "State" } }));
  cleanup();
  await renderForm(PROGRAMME);
  await clickButton("Restore");
  expect(getField("Sponsor").value).toBe("State");
  await clickButton("Discard changes");
  expect(getField("Sponsor").value).toBe("Ministry of Agriculture");
});

it("locks a programme's published terms once it is open and explains why; closing time and award list stay editable", async () => {
  await renderForm({ ...PROGRAMME, state: "open" });
  expect(await screen.findByText(/because applicants have seen them/)).toBeDefined();
  for (const label of ["Sponsor", "Amount in naira", "Budget in naira", "Minimum age (optional)"])
    expect([label, getField(label).readOnly]).toEqual([label, true]);
  expect(getField("Accepts applications from").closest("fieldset")?.disabled).toBe(true);
  expect(getField("Until").closest("fieldset")?.disabled).toBe(false);
  expect(screen.queryByRole("button", { name: "Add question" })).toBeNull();
  expect(getField("Publish the award list").disabled).toBe(false);
  cleanup();
  await renderForm({ ...PROGRAMME, state: "open", publishes_awards: false });
  await waitFor(() => expect(getField("Publish the award list").disabled).toBe(true));
});

it("shows no save bar for a programme without the update right, or once the programme is completed", async () => {
  api.rights = { read: true };
  await renderForm({ ...PROGRAMME, state: "closed" });
  expect(await screen.findByText(NO_RIGHT_TEXT)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Save changes" })).toBeNull();
  cleanup();
  api.rights = { read: true, update: true };
  await renderForm({ ...PROGRAMME, state: "completed" });
  await waitFor(() => expect(getField("Name").readOnly).toBe(true));
  expect(screen.queryByRole("button", { name: "Save changes" })).toBeNull();
});

it("lists what a programme's draft lacks, each with a link to the field", async () => {
  const client = makeQueryClient();
  const missing = { sponsor: "Enter who pays for it.", closes_at: "Enter when applications close." };
  const draft = { ...PROGRAMME, sponsor: "", closes_at: null, missing };
  client.setQueryData(programmeQuery(PROGRAMME.id).queryKey, draft);
  client.setQueryDefaults(programmeQuery(PROGRAMME.id).queryKey, { staleTime: Number.POSITIVE_INFINITY });
  render(
    <QueryClientProvider client={client}>
      <ProgrammeScreen programmeId={PROGRAMME.id} />
    </QueryClientProvider>,
  );
  await clickButton("Enter who pays for it.");
  expect(document.activeElement).toBe(getField("Sponsor"));
  await clickButton("Enter when applications close.");
  expect(document.activeElement).toBe(getField("Until"));
});
