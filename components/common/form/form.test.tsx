import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { ApiError } from "@/lib/client/api-error";
import { OneTimeCodeField } from "./code-field";
import { CheckboxField, PasswordField, SelectField, TextAreaField, TextField } from "./fields";
import { Form, SubmitButton } from "./form";

const loadSchema = async () =>
  z.object({
    title: z.string().min(3, "Use at least 3 characters."),
    reason: z.string().min(1, "Choose a reason."),
    version: z.number(),
  });

function renderForm(onSubmit: (input: unknown) => Promise<unknown>) {
  render(
    <Form schema={loadSchema} fixed={{ version: 7 }} defaultValues={{ title: "", reason: "" }} onSubmit={onSubmit}>
      <TextField name="title" label="Title" hint="As the user reads it." />
      <SelectField name="reason" label="Reason" placeholder="Choose…" options={[{ value: "other", label: "Other" }]} />
      <SubmitButton>Save</SubmitButton>
    </Form>,
  );
}
const titleField = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Title" });
const fillTitle = () => {
  fireEvent.change(titleField(), { target: { value: "Unreadable" } });
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "other" } });
};
const clickSave = () => fireEvent.click(screen.getByRole("button", { name: "Save" }));
const descriptionTexts = (element: Element) =>
  (element.getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent);

describe("validation", () => {
  test("links a form's errors to their fields and focuses the first invalid field", async () => {
    const send = vi.fn();
    renderForm(send);
    clickSave();
    await screen.findByText("Use at least 3 characters.");
    expect(titleField().getAttribute("aria-invalid")).toBe("true");
    expect(descriptionTexts(titleField())).toEqual(["As the user reads it.", "Use at least 3 characters."]);
    expect(descriptionTexts(screen.getByRole("combobox"))).toEqual(["Choose a reason."]);
    expect(document.activeElement).toBe(titleField());
    expect(send).not.toHaveBeenCalled();
  });

  test("submits valid form input together with the values that have no form field", async () => {
    const send = vi.fn(async () => {});
    renderForm(send);
    fillTitle();
    clickSave();
    await waitFor(() => expect(send).toHaveBeenCalledWith({ title: "Unreadable", reason: "other", version: 7 }));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("shows an error when a form's schema can't be loaded", async () => {
    render(
      <Form schema={() => Promise.reject(new Error("chunk"))} onSubmit={vi.fn()}>
        <SubmitButton>Save</SubmitButton>
      </Form>,
    );
    clickSave();
    expect((await screen.findByRole("alert")).textContent).toContain("can't be checked right now");
  });
});

describe("API errors", () => {
  const rejectWith = (body: ConstructorParameters<typeof ApiError>[1]) => async () => {
    throw new ApiError("http", body);
  };

  test("shows the API's field errors at the form's fields and keeps the input", async () => {
    renderForm(
      rejectWith({ status: 400, message: "Look at the marked fields.", fields: { title: "This title is taken." } }),
    );
    fillTitle();
    clickSave();
    await screen.findByText("This title is taken.");
    expect(descriptionTexts(titleField())).toContain("This title is taken.");
    expect(document.activeElement).toBe(titleField());
    expect(titleField().value).toBe("Unreadable");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("shows above the form an API error that names no field", async () => {
    renderForm(rejectWith({ status: 429, message: "Too many tries. Wait 30 seconds and try again.", retry_after: 30 }));
    fillTitle();
    clickSave();
    expect((await screen.findByRole("alert")).textContent).toContain("Wait 30 seconds");
    expect(titleField().value).toBe("Unreadable");
  });

  test("shows above the form an API error that names a value without a form field", async () => {
    renderForm(rejectWith({ status: 400, message: "The version is old.", fields: { version: "Old." } }));
    fillTitle();
    clickSave();
    expect((await screen.findByRole("alert")).textContent).toBe("The version is old.");
  });
});

test("ignores a form's second submit while the first is in progress", async () => {
  let finishSubmit = () => {};
  const send = vi.fn(() => new Promise<void>((resolve) => (finishSubmit = resolve)));
  renderForm(send);
  fillTitle();
  clickSave();
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1));
  expect(screen.getByRole("button", { name: "Save" }).getAttribute("aria-busy")).toBe("true");
  clickSave();
  fireEvent.submit(titleField());
  finishSubmit();
  await waitFor(() => expect(screen.getByRole("button", { name: "Save" }).getAttribute("aria-busy")).toBeNull());
  expect(send).toHaveBeenCalledTimes(1);
});

test("clears a select's value that is no longer an option", async () => {
  const send = vi.fn();
  const form = (values: readonly string[]) => (
    <Form
      schema={loadSchema}
      fixed={{ version: 7 }}
      defaultValues={{ title: "Unreadable", reason: "" }}
      onSubmit={send}
    >
      <SelectField
        name="reason"
        label="Reason"
        placeholder="Choose…"
        options={values.map((value) => ({ value, label: value }))}
      />
      <SubmitButton>Save</SubmitButton>
    </Form>
  );
  const { rerender } = render(form(["other", "late"]));
  const select = screen.getByRole<HTMLSelectElement>("combobox");
  fireEvent.change(select, { target: { value: "other" } });
  rerender(form(["other", "early"]));
  expect(select.value).toBe("other");
  rerender(form(["late"]));
  expect(select.value).toBe("");
  rerender(form(["other", "late"]));
  expect(select.value).toBe("");
  clickSave();
  await screen.findByText("Choose a reason.");
  expect(send).not.toHaveBeenCalled();
});

describe("fields", () => {
  const showFields = () =>
    render(
      <Form schema={async () => z.object({})} onSubmit={async () => {}}>
        <PasswordField name="password" label="Password" autoComplete="current-password" />
        <OneTimeCodeField name="token" label="Code" />
        <TextAreaField name="note" label="Note" max={20} optional />
        <CheckboxField name="agree" label="Users must accept again" />
      </Form>,
    );

  test("shows and hides the typed password on click", () => {
    showFields();
    const field = screen.getByLabelText("Password");
    expect(field.getAttribute("type")).toBe("password");
    fireEvent.click(screen.getByRole("button", { name: "Show password" }));
    expect(field.getAttribute("type")).toBe("text");
  });

  test("keeps only the digits of a pasted code in a single input", () => {
    showFields();
    const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Code" });
    fireEvent.change(field, { target: { value: "Code: 123 4567" } });
    expect(field.value).toBe("123456");
    expect(field.getAttribute("autocomplete")).toBe("one-time-code");
    expect(field.getAttribute("inputmode")).toBe("numeric");
  });

  test("counts the characters of a long text field", () => {
    showFields();
    fireEvent.change(screen.getByRole("textbox", { name: /Note/ }), { target: { value: "twelve chars" } });
    expect(screen.getByText("12 / 20")).toBeTruthy();
  });
});

test("scrolls to the error above the form after each failed submit", async () => {
  // Mocks `scrollIntoView` with a promise as result, as in Chromium 156.
  const scroll = vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(async () => {});
  renderForm(() => Promise.reject(new ApiError("http", { status: 422, message: "Try again." })));
  fillTitle();
  clickSave();
  await screen.findByText("Try again.");
  await waitFor(() => expect(scroll).toHaveBeenCalled());
  const countAfterFirst = scroll.mock.calls.length;
  clickSave();
  await waitFor(() => expect(scroll.mock.calls.length).toBeGreaterThan(countAfterFirst));
  expect(await screen.findByText("Try again.")).toBeTruthy();
  scroll.mockRestore();
});
