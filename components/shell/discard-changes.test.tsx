import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { TextAreaField } from "@/components/common/form/fields";
import { Form } from "@/components/common/form/form";
import { FormDialog } from "@/components/common/form/form-dialog";
import { DiscardChangesDialogHost } from "./discard-changes";

const loadSchema = async () => z.strictObject({ note: z.string().min(1) });
const mockSubmit = vi.fn(async (_: { note: string }) => {});

function TestPage() {
  const [open, setOpen] = useState(true);
  return (
    <>
      <a href="/dashboard/kyc-management">Identity requests</a>
      <FormDialog<{ note: string }>
        open={open}
        onOpenChange={setOpen}
        title="Add note"
        submitLabel="Add"
        schema={loadSchema}
        defaultValues={{ note: "" }}
        onSubmit={mockSubmit}
      >
        <TextAreaField name="note" label="Note" />
      </FormDialog>
      <DiscardChangesDialogHost />
    </>
  );
}

const type = (value: string) => fireEvent.input(screen.getByLabelText("Note"), { target: { value } });

const typeAndClose = async (text: string) => {
  mockSubmit.mockClear();
  render(<TestPage />);
  const field = await screen.findByLabelText("Note");
  if (text) type(text);
  return field;
};
const findQuestion = () => screen.findByRole("dialog", { name: "Discard changes?" });
const isNoteDialogOpen = () => screen.queryByRole("dialog", { name: "Add note", hidden: true }) !== null;

test("asks for confirmation on Escape if the form has changes; Keep editing keeps the input", async () => {
  const field = await typeAndClose("Called her twice");
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
  await findQuestion();
  fireEvent.click(screen.getByRole("button", { name: "Keep editing" }));
  await waitFor(() => expect(screen.queryByText("Discard changes?")).toBeNull());
  expect(field).toHaveProperty("value", "Called her twice");
});

test("asks for confirmation when a changed form is closed with X; Discard closes it without submitting", async () => {
  await typeAndClose("Called her twice");
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  await findQuestion();
  fireEvent.click(screen.getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(isNoteDialogOpen()).toBe(false));
  expect(mockSubmit).not.toHaveBeenCalled();
});

test("closes an unchanged form without asking for confirmation", async () => {
  await typeAndClose("");
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
  await waitFor(() => expect(isNoteDialogOpen()).toBe(false));
  expect(screen.queryByText("Discard changes?")).toBeNull();
});

test("closes a form without confirmation if its input was typed back to the original value", async () => {
  await typeAndClose("x");
  type("");
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
  await waitFor(() => expect(isNoteDialogOpen()).toBe(false));
});

test("keeps the form open on a click outside the dialog", async () => {
  await typeAndClose("");
  fireEvent.pointerDown(document.body);
  fireEvent.click(document.body);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(isNoteDialogOpen()).toBe(true);
});

test.each(["ctrlKey", "metaKey"])("submits a multiline field on Enter with %s", async (modifier) => {
  const field = await typeAndClose("Called her twice");
  fireEvent.keyDown(field, { key: "Enter", [modifier]: true });
  await waitFor(() => expect(mockSubmit).toHaveBeenCalledWith({ note: "Called her twice" }));
  await waitFor(() => expect(isNoteDialogOpen()).toBe(false));
});

test("asks for confirmation before closing the tab only while a form has changes", async () => {
  const closeTab = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  await typeAndClose("");
  expect(closeTab()).toBe(true);
  type("x");
  expect(closeTab()).toBe(false);
});

test("asks for confirmation before a link leads away from a changed form", async () => {
  const onLinkClick = vi.fn((event: Event) => event.preventDefault());
  const { container } = render(
    <>
      <a href="/dashboard/kyc-management" onClick={(event) => onLinkClick(event.nativeEvent)}>
        Identity requests
      </a>
      <Form schema={loadSchema} defaultValues={{ note: "" }} onSubmit={mockSubmit}>
        <TextAreaField name="note" label="Note" />
      </Form>
      <DiscardChangesDialogHost />
    </>,
  );
  type("x");
  fireEvent.click(screen.getByText("Identity requests"));
  await findQuestion();
  expect(onLinkClick).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(onLinkClick).toHaveBeenCalledTimes(1));
  expect(container.isConnected).toBe(true);
});
