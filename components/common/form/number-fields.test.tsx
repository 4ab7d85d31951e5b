import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useFormContext } from "react-hook-form";
import { expect, it, vi } from "vitest";
import { z } from "zod";
import { readDraft, saveAllDrafts } from "@/lib/client/drafts";
import { SelectField } from "./fields";
import { Form, SubmitButton } from "./form";
import { MoneyField, NumberField } from "./number-fields";

const koboSchema = z.int().min(1);
const WHOLE_HOURS_ERROR = "Enter whole hours.";
const loadSchema = async () =>
  z.strictObject({
    amount: koboSchema,
    fee: z.int().min(0),
    cap: koboSchema.nullable(),
    hours: z.int(WHOLE_HOURS_ERROR),
    place: z.enum(["Calabar"]).nullable(),
  });
const EMPTY_VALUES = { amount: null, fee: 0, cap: null, hours: null, place: null };

function UnrelatedField() {
  const { setValue } = useFormContext();
  return <button type="button" onClick={() => setValue("amount", 12_345)} aria-label="Set" />;
}

function renderForm(values: Partial<Record<keyof typeof EMPTY_VALUES, number>> = {}) {
  const send = vi.fn(async () => {});
  render(
    <Form
      schema={loadSchema}
      defaultValues={{ ...EMPTY_VALUES, ...values, place: null }}
      draft="numbers"
      onSubmit={send}
    >
      <MoneyField name="amount" label="Amount" />
      <MoneyField name="fee" label="Fee" empty={0} />
      <MoneyField name="cap" label="Cap" />
      <NumberField name="hours" label="Hours" />
      <SelectField
        name="place"
        label="Place"
        nullable
        placeholder="Anywhere"
        options={[{ value: "Calabar", label: "Calabar" }]}
      />
      <UnrelatedField />
      <SubmitButton>Save</SubmitButton>
    </Form>,
  );
  return send;
}
const getField = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(getField(label), { target: { value } });
const clickSave = () => fireEvent.click(screen.getByRole("button", { name: "Save" }));

it("submits naira as kobo, 1,000 as a number, and each field's own empty value for empty input", async () => {
  const send = renderForm();
  type("Amount", " ₦5,000.5 ");
  type("Fee", "1");
  type("Fee", "");
  type("Hours", "1,000");
  clickSave();
  await waitFor(() =>
    expect(send).toHaveBeenCalledWith({ amount: 500_050, fee: 0, cap: null, hours: 1_000, place: null }),
  );
});

it("submits null when a choice in a select field is cleared", async () => {
  const send = renderForm({ amount: 100, fee: 0, hours: 1 });
  type("Cap", "2");
  type("Place", "Calabar");
  type("Place", "");
  clickSave();
  await waitFor(() => expect(send).toHaveBeenCalledWith({ amount: 100, fee: 0, cap: 200, hours: 1, place: null }));
});

it.each(["5.5", "-1", "0x10", "1e3", "1,00", "ten", "", " "])(
  "a number field rejects %o, shows the error at the field and keeps the text",
  async (text) => {
    const send = renderForm({ amount: 100, fee: 0, hours: 7 });
    type("Hours", text);
    clickSave();
    await screen.findByText(WHOLE_HOURS_ERROR);
    expect(getField("Hours").getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(getField("Hours"));
    expect(getField("Hours").value).toBe(text);
    expect(send).not.toHaveBeenCalled();
  },
);

it("formats a number field's initial value, and a value that was changed without typing", () => {
  renderForm({ amount: 500_050, fee: 0, hours: 1_000 });
  expect(["Amount", "Fee", "Cap", "Hours"].map((label) => getField(label).value)).toEqual([
    "5,000.50",
    "0.00",
    "",
    "1000",
  ]);
  type("Amount", "7");
  expect(getField("Amount").value).toBe("7");
  fireEvent.click(screen.getByRole("button", { name: "Set" }));
  expect(getField("Amount").value).toBe("123.45");
});

it("stores the text of number fields in a draft exactly as typed, valid or not", async () => {
  renderForm();
  type("Amount", "5,000");
  type("Hours", "ten");
  saveAllDrafts();
  cleanup();
  expect(readDraft("numbers")).toMatchObject({ amount: 500_000, hours: "ten" });
  const send = renderForm();
  expect([getField("Amount").value, getField("Hours").value]).toEqual(["5,000", "ten"]);
  clickSave();
  await screen.findByText(WHOLE_HOURS_ERROR);
  type("Hours", "10");
  clickSave();
  await waitFor(() =>
    expect(send).toHaveBeenCalledWith({ amount: 500_000, fee: 0, cap: null, hours: 10, place: null }),
  );
});
