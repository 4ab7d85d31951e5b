import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { TextAreaField } from "@/components/common/form/fields";
import { Form } from "@/components/common/form/form";
import { FormDialog } from "@/components/common/form/form-dialog";
import { DiscardChanges } from "./discard-changes";

const schema = async () => z.strictObject({ note: z.string().min(1) });
const sent = vi.fn(async (_: { note: string }) => {});

function Page() {
  const [open, setOpen] = useState(true);
  return (
    <>
      <a href="/dashboard/kyc-management">Identity requests</a>
      <FormDialog<{ note: string }>
        open={open}
        onOpenChange={setOpen}
        title="Add note"
        submitLabel="Add"
        schema={schema}
        defaultValues={{ note: "" }}
        onSubmit={sent}
      >
        <TextAreaField name="note" label="Note" />
      </FormDialog>
      <DiscardChanges />
    </>
  );
}

const type = (value: string) => fireEvent.input(screen.getByLabelText("Note"), { target: { value } });

const begin = async (typed: string) => {
  sent.mockClear();
  render(<Page />);
  const field = await screen.findByLabelText("Note");
  if (typed) type(typed);
  return field;
};
const asks = () => screen.findByRole("dialog", { name: "Discard changes?" });
const isOpen = () => screen.queryByRole("dialog", { name: "Add note", hidden: true }) !== null;

test("asks on Escape if the form has changes, and Keep editing keeps the input", async () => {
  const field = await begin("Called her twice");
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
  await asks();
  fireEvent.click(screen.getByRole("button", { name: "Keep editing" }));
  await waitFor(() => expect(screen.queryByText("Discard changes?")).toBeNull());
  expect(field).toHaveProperty("value", "Called her twice");
});

test("asks on a click on the X, and Discard closes the form without submitting", async () => {
  await begin("Called her twice");
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  await asks();
  fireEvent.click(screen.getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(isOpen()).toBe(false));
  expect(sent).not.toHaveBeenCalled();
});

test("closes a form without changes immediately", async () => {
  await begin("");
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
  await waitFor(() => expect(isOpen()).toBe(false));
  expect(screen.queryByText("Discard changes?")).toBeNull();
});

test("treats input that was reverted as no change", async () => {
  await begin("x");
  type("");
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
  await waitFor(() => expect(isOpen()).toBe(false));
});

test("keeps the form open on a click outside", async () => {
  await begin("");
  fireEvent.pointerDown(document.body);
  fireEvent.click(document.body);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(isOpen()).toBe(true);
});

test.each(["ctrlKey", "metaKey"])("submits a multiline field on Enter with %s", async (held) => {
  const field = await begin("Called her twice");
  fireEvent.keyDown(field, { key: "Enter", [held]: true });
  await waitFor(() => expect(sent).toHaveBeenCalledWith({ note: "Called her twice" }));
  await waitFor(() => expect(isOpen()).toBe(false));
});

test("asks when the tab is closed only while there is input", async () => {
  const leave = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  await begin("");
  expect(leave()).toBe(true);
  type("x");
  expect(leave()).toBe(false);
});

test("asks before following a link away from a form on the page", async () => {
  const followed = vi.fn((event: Event) => event.preventDefault());
  const { container } = render(
    <>
      <a href="/dashboard/kyc-management" onClick={(event) => followed(event.nativeEvent)}>
        Identity requests
      </a>
      <Form schema={schema} defaultValues={{ note: "" }} onSubmit={sent}>
        <TextAreaField name="note" label="Note" />
      </Form>
      <DiscardChanges />
    </>,
  );
  type("x");
  fireEvent.click(screen.getByText("Identity requests"));
  await asks();
  expect(followed).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(followed).toHaveBeenCalledTimes(1));
  expect(container.isConnected).toBe(true);
});
