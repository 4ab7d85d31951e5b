import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { z } from "zod";
import { Form, SubmitButton } from "./form";
import { MentionField } from "./mention-field";

const READERS = [
  { id: "1", name: "Ada Obi", email: "ada@example.org" },
  { id: "2", name: "Grace Ada", email: "grace@example.org" },
  { id: "3", name: "Ben Eze", email: "ben@example.org" },
];
const loadSchema = async () => z.object({ text: z.string() });

function renderField() {
  const onMention = vi.fn();
  const onSubmit = vi.fn(async () => {});
  render(
    <Form schema={loadSchema} defaultValues={{ text: "" }} onSubmit={onSubmit}>
      <MentionField name="text" label="Note" readers={READERS} onMention={onMention} />
      <SubmitButton>Save</SubmitButton>
    </Form>,
  );
  return { onMention, onSubmit, box: screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Note" }) };
}
/** Types text into the box, with the caret at the text's end or at `caret`. */
function type(box: HTMLTextAreaElement, text: string, caret = text.length) {
  fireEvent.change(box, { target: { value: text } });
  box.setSelectionRange(caret, caret);
  fireEvent.select(box);
}
const offeredNames = () => screen.queryAllByRole("option").map((option) => option.textContent);

it("offers to mention admins whose first or last name begins with the text after an @, and inserts the chosen one", async () => {
  const { box, onMention, onSubmit } = renderField();
  type(box, "mail a@ad");
  expect(offeredNames()).toEqual([]);
  expect(onMention).not.toHaveBeenCalled();
  type(box, "Ask @ad");
  expect(offeredNames()).toEqual(["Ada Obi ada@example.org", "Grace Ada grace@example.org"]);
  fireEvent.keyDown(box, { key: "ArrowDown" });
  expect(box.getAttribute("aria-activedescendant")).toBe(screen.getAllByRole("option")[1]?.id);
  fireEvent.keyDown(box, { key: "Enter" });
  expect(box.value).toBe("Ask @Grace Ada ");
  expect(offeredNames()).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ text: "Ask @Grace Ada " }));
});

it("inserts the clicked name of a mentioned admin into the middle of a text", () => {
  const { box } = renderField();
  type(box, "Ask @be please", 7);
  fireEvent.pointerDown(screen.getByRole("option", { name: /Ben Eze/ }));
  expect(box.value).toBe("Ask @Ben Eze please");
  expect(box.selectionStart).toBe("Ask @Ben Eze ".length);
});

it("closes the list of admins to mention after a whole name, on blur and on Escape; Enter then works in the text as usual", () => {
  const { box } = renderField();
  type(box, "@Ben Eze");
  expect(offeredNames()).toEqual([]);
  type(box, "@a");
  fireEvent.blur(box);
  expect(offeredNames()).toEqual([]);
  type(box, "@ad");
  fireEvent.keyDown(box, { key: "Escape" });
  expect([offeredNames(), box.value]).toEqual([[], "@ad"]);
  expect(fireEvent.keyDown(box, { key: "Enter" })).toBe(true);
});
