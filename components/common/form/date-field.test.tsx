import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { useFormContext } from "react-hook-form";
import { expect, it, vi } from "vitest";
import { z } from "zod";
import { readDraft, saveAllDrafts } from "@/lib/client/drafts";
import { DateInput } from "./date-box";
import { DateField } from "./date-field";
import { Form, SubmitButton } from "./form";

const daySchema = z.iso.date("Use a date such as 2026-11-21.");
const loadSchema = async () => z.strictObject({ starts: daySchema, ends: z.union([daySchema, z.literal("")]) });

function ResetButton() {
  const { setValue } = useFormContext();
  return <button type="button" aria-label="Set" onClick={() => setValue("starts", "2026-01-31")} />;
}

function renderForm(values = { starts: "", ends: "" }) {
  const send = vi.fn(async () => {});
  render(
    <Form schema={loadSchema} defaultValues={values} draft="dates" onSubmit={send}>
      <DateField name="starts" label="First day" hint="Lagos time" min="2026-01-01" />
      <DateField name="ends" label="Last day" optional />
      <ResetButton />
      <SubmitButton>Save</SubmitButton>
    </Form>,
  );
  return send;
}
const getField = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: RegExp, value: string) => fireEvent.change(getField(label), { target: { value } });
const blurField = (label: RegExp) => fireEvent.blur(getField(label));
/** Finds elements without their role, because role queries take seconds on the whole calendar. */
const dayButton = (day: string, name: string) =>
  waitFor(() => {
    const button = document.querySelector<HTMLButtonElement>(`[data-day="${day}"] button`);
    expect(button?.getAttribute("aria-label")?.replace(/^Today, /, "")).toBe(name);
    return button as HTMLButtonElement;
  });
const clickSave = () => fireEvent.click(screen.getByRole("button", { name: "Save" }));

it("submits a typed date as ISO day and reformats the text as dd/mm/yyyy on blur", async () => {
  const send = renderForm();
  type(/First day/, "27 Nov 2026");
  expect(getField(/First day/).value).toBe("27 Nov 2026");
  blurField(/First day/);
  expect(getField(/First day/).value).toBe("27/11/2026");
  clickSave();
  await waitFor(() => expect(send).toHaveBeenCalledWith({ starts: "2026-11-27", ends: "" }));
});

it("shows stored days as dd/mm/yyyy in a field with a numeric keyboard, a placeholder and a hint", () => {
  renderForm({ starts: "2026-11-27", ends: "" });
  const input = getField(/First day/);
  expect(input.value).toBe("27/11/2026");
  expect(input.type).toBe("text");
  expect(input.inputMode).toBe("numeric");
  expect(input.placeholder).toBe("dd/mm/yyyy");
  expect(document.getElementById(input.getAttribute("aria-describedby") ?? "")?.textContent).toBe("Lagos time");
});

it("keeps text that is not a date, shows an error on blur and does not submit it", async () => {
  const send = renderForm();
  type(/First day/, "31/02/2026");
  expect(screen.queryByText(/is not a date/)).toBeNull();
  blurField(/First day/);
  screen.getByText("31/02/2026 is not a date. Write day/month/year, such as 27/11/2026.");
  expect(getField(/First day/).value).toBe("31/02/2026");
  expect(getField(/First day/).getAttribute("aria-invalid")).toBe("true");
  clickSave();
  await act(async () => {});
  await waitFor(() => expect(document.activeElement).toBe(getField(/First day/)));
  expect(send).not.toHaveBeenCalled();
  screen.getByText("31/02/2026 is not a date. Write day/month/year, such as 27/11/2026.");
  type(/First day/, "28/02/2026");
  blurField(/First day/);
  await waitFor(() => expect(getField(/First day/).getAttribute("aria-invalid")).toBeNull());
});

it("formats the days in the schema's error about a date as dd/mm/yyyy", async () => {
  renderForm();
  clickSave();
  await screen.findByText("Use a date such as 21/11/2026.");
});

it("shows the error of the typed date instead of the schema's error while the field has focus", async () => {
  renderForm();
  type(/First day/, "31/02/2026");
  clickSave();
  await screen.findByText("31/02/2026 is not a date. Write day/month/year, such as 27/11/2026.");
  expect(screen.queryByText("Use a date such as 21/11/2026.")).toBeNull();
});

it("shows the allowed days below a date field", () => {
  renderForm();
  type(/First day/, "31/12/2025");
  blurField(/First day/);
  screen.getByText("Choose a date from 01/01/2026 on.");
});

it("shows the error of an invalid date when Enter is pressed in the field", () => {
  renderForm();
  type(/Last day/, "11/27/2026");
  fireEvent.keyDown(getField(/Last day/), { key: "Enter" });
  screen.getByText("The day comes first. Write 27/11/2026 if you mean 27 November 2026.");
});

it("a date field shows the new date after the form's value was changed without typing", async () => {
  renderForm();
  type(/First day/, "soon");
  fireEvent.click(screen.getByRole("button", { name: "Set" }));
  await waitFor(() => expect(getField(/First day/).value).toBe("31/01/2026"));
});

it("keeps text that is not a date in the form's draft", async () => {
  renderForm();
  type(/First day/, "31/02/2026");
  saveAllDrafts();
  expect(readDraft("dates")).toMatchObject({ starts: "31/02/2026" });
  cleanup();
  renderForm();
  expect(getField(/First day/).value).toBe("31/02/2026");
});

it("keeps a date typed into the server's HTML before hydration", async () => {
  const onChange = vi.fn();
  const dateBox = <DateInput label="Starts" withTime value="" onChange={onChange} />;
  const root = document.createElement("div");
  root.innerHTML = renderToString(dateBox);
  document.body.append(root);
  const input = root.querySelector("input") as HTMLInputElement;
  input.value = "27/11/2026 2pm";
  const app = await act(async () => hydrateRoot(root, dateBox));
  expect(onChange).toHaveBeenCalledWith("2026-11-27T14:00");
  await act(async () => app.unmount());
  root.remove();
});

it("sets a date field to the day chosen in the calendar and keeps the typed time", async () => {
  const onChange = vi.fn();
  render(<DateInput label="Starts" withTime value="2026-11-27T14:30" onChange={onChange} />);
  fireEvent.click(screen.getByRole("button", { name: "Open calendar" }));
  fireEvent.click(await dayButton("2026-11-30", "Monday 30 Nov 2026"));
  expect(onChange).toHaveBeenLastCalledWith("2026-11-30T14:30");
  await waitFor(() => expect(document.querySelector("[role=dialog]")).toBeNull());
});

it("focuses the date field without an error when a day is chosen and the time is missing", async () => {
  const onChange = vi.fn();
  const { rerender } = render(<DateInput label="Starts" withTime value="" onChange={onChange} min="2026-11-10" />);
  fireEvent.change(getField(/Starts/), { target: { value: "27/11/2026" } });
  rerender(<DateInput label="Starts" withTime value="27/11/2026" onChange={onChange} min="2026-11-10" />);
  blurField(/Starts/);
  screen.getByText("Add the time, such as 27/11/2026 14:30.");
  fireEvent.click(screen.getByRole("button", { name: "Open calendar" }));
  const chosenDay = await dayButton("2026-11-27", "Friday 27 Nov 2026, chosen");
  expect((await dayButton("2026-11-09", "Monday 9 Nov 2026")).disabled).toBe(true);
  fireEvent.click(chosenDay);
  rerender(
    <DateInput label="Starts" withTime value={onChange.mock.lastCall?.[0]} onChange={onChange} min="2026-11-10" />,
  );
  await waitFor(() => expect(document.activeElement).toBe(getField(/Starts/)));
  expect(getField(/Starts/).value).toBe("27/11/2026 ");
  expect(screen.queryByText(/Add the time/)).toBeNull();
});
