"use client";

import { Landmark, Leaf, Star } from "lucide-react";
import { createElement, type ReactNode } from "react";
import { type FieldErrors, FormProvider, useForm } from "react-hook-form";
import { OneTimeCodeField } from "@/components/common/form/code-field";
import { DateField } from "@/components/common/form/date-field";
import { CheckboxField, PasswordField, SelectField, TextAreaField, TextField } from "@/components/common/form/fields";
import { IconField } from "@/components/common/form/icon-field";
import { MENTION_HINT, MentionField } from "@/components/common/form/mention-field";
import { MoneyField, NumberField, PercentField } from "@/components/common/form/number-fields";
import { GalleryExample, GallerySection } from "./section";

const CHANNELS = [
  { value: "card", label: "Card" },
  { value: "ussd", label: "USSD" },
];
const SAMPLE_READERS = [
  { id: "1", name: "Ada Obi", email: "ada@example.org" },
  { id: "2", name: "Ben Eze", email: "ben@example.org" },
];
const ICONS = { landmark: Landmark, leaf: Leaf, star: Star };
export type SampleIcon = keyof typeof ICONS;
export const SAMPLE_ICONS: readonly SampleIcon[] = ["landmark", "leaf", "star"];
export const SamplePicture = ({ icon }: { icon: SampleIcon }) => createElement(ICONS[icon], { className: "size-5" });

const FILLED_VALUES = {
  name: "Carnival Calabar",
  password: "Demo-CrossRiver-2026",
  code: "412903",
  reason: "The photo is blurred. Please send it again.",
  note: "@Ada Obi please check the photo.",
  channel: "ussd",
  amount: 5_000_050,
  places: 1200,
  fee: 150,
  agreed: true,
  icon: "leaf",
  starts: "2026-11-27",
};
const ERRORS = {
  name: "This can't be empty.",
  password: "Use at least 12 characters.",
  code: "Enter the 6 digits of the code.",
  reason: "Use at most 40 characters.",
  note: "Ben Eze can't read this record.",
  channel: "Choose a channel.",
  amount: "Enter an amount such as 5,000 or 5,000.50.",
  places: "Enter a whole number.",
  fee: "Enter a percentage such as 1.5.",
  agreed: "Confirm this first.",
  icon: "Choose an icon.",
  starts: "Choose a date from 28/11/2026 on.",
};

type FieldsProps = { values?: object; errors?: FieldErrors; disabled?: boolean };

/** Renders every type of field in a form without a submit button. */
function AllFields({ values = {}, errors: formErrors, disabled }: FieldsProps) {
  const form = useForm({
    defaultValues: { name: "", password: "", code: "", reason: "", channel: "", ...values },
    errors: formErrors,
    shouldFocusError: false,
  });
  return (
    <FormProvider {...form}>
      <form className="grid gap-4 md:grid-cols-3" autoComplete="off">
        <TextField name="name" label="Name" hint="Shown in the app." disabled={disabled} />
        <PasswordField
          name="password"
          label="Password"
          hint="12 characters or more."
          disabled={disabled}
          autoComplete="off"
        />
        <SelectField
          name="channel"
          label="Channel"
          hint="How it was paid."
          options={CHANNELS}
          placeholder="Choose a channel"
          disabled={disabled}
        />
        <MoneyField name="amount" label="Amount in naira" disabled={disabled} placeholder="5,000" />
        <NumberField name="places" label="Places" disabled={disabled} optional />
        <PercentField name="fee" label="Fee in percent" disabled={disabled} optional />
        <DateField name="starts" label="First day" disabled={disabled} />
        <TextAreaField name="reason" label="Reason" max={40} rows={3} disabled={disabled} />
        <MentionField
          name="note"
          label="Note"
          hint={MENTION_HINT}
          rows={3}
          readers={SAMPLE_READERS}
          onMention={() => {}}
          disabled={disabled}
        />
        <OneTimeCodeField name="code" label="Code" hint="We mailed it to you." disabled={disabled} />
        <Column>
          <CheckboxField
            name="agreed"
            label="I have checked the documents"
            hint="Shown to the approver."
            disabled={disabled}
          />
          <IconField icons={SAMPLE_ICONS} picture={(icon) => <SamplePicture icon={icon} />} />
        </Column>
      </form>
    </FormProvider>
  );
}

const Column = ({ children }: { children: ReactNode }) => <div className="space-y-4">{children}</div>;

const errors = Object.fromEntries(Object.entries(ERRORS).map(([name, message]) => [name, { type: "server", message }]));

export const FieldExamples = () => (
  <>
    <GallerySection id="fields" title="Fields">
      <GalleryExample caption="Empty">
        <AllFields />
      </GalleryExample>
      <GalleryExample caption="Filled">
        <AllFields values={FILLED_VALUES} />
      </GalleryExample>
    </GallerySection>
    <GallerySection id="fields-refused" title="Fields that are refused or disabled">
      <GalleryExample caption="With an error">
        <AllFields errors={errors} values={{ reason: FILLED_VALUES.reason }} />
      </GalleryExample>
      <GalleryExample caption="Disabled">
        <AllFields values={FILLED_VALUES} disabled />
      </GalleryExample>
    </GallerySection>
  </>
);
