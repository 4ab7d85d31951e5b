"use client";

import { useMutation } from "@tanstack/react-query";
import { usePathname, useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { BirthDateField, DateField } from "@/components/common/form/date-field";
import { SelectField, TextField } from "@/components/common/form/fields";
import { Form, SubmitButton } from "@/components/common/form/form";
import { Card, CardHeader } from "@/components/ui/card";
import { ApiError } from "@/lib/client/api-error";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import { toast } from "@/lib/client/toast";
import type { KycDetails } from "@/lib/contract/kyc";
import type { KycApplicant } from "@/lib/contract/kyc.submission";
import { hasExpiry, IDENTITY_TYPES, type IdentityType, KYC_TIERS } from "@/lib/contract/kyc.values";
import { LGA_OPTIONS } from "@/lib/contract/lgas.values";
import { recordUrl } from "@/lib/contract/records";
import { selectOptions } from "@/lib/format";
import { type ResubmitKycInput, resubmitKycMutation, type SubmitKycInput, submitKycMutation } from "@/lib/queries/kyc";
import { KycDocumentsField } from "./kyc-documents-field";
import { identityTypeLabel } from "./kyc-words";

const loadSubmissionSchema = () => import("@/lib/contract/kyc.submission").then((module) => module.kycSubmission);
const loadResubmissionSchema = () => import("@/lib/contract/kyc.submission").then((module) => module.kycResubmission);
const GENDER_OPTIONS = selectOptions(["female", "male"]);

type PersonData = Pick<
  KycApplicant,
  "first_name" | "middle_name" | "last_name" | "date_of_birth" | "gender" | "phone" | "address" | "lga"
>;
const personData = ({ first_name, middle_name, last_name, date_of_birth, gender, phone, address, lga }: PersonData) => {
  return { first_name, middle_name, last_name, date_of_birth, gender, phone, address, lga };
};
const EMPTY_SUBMISSION = { identity_number: "", identity_expires_on: "", documents: [] };

/** Submits a user's first identity request. Prefilled with the account's data, which the officer corrects to match the identity document. */
export function KycSubmissionForm({ applicant }: { applicant: KycApplicant }) {
  const finishSubmission = useFinishSubmission();
  const [key, setKey] = useState(newIdempotencyKey);
  const { mutateAsync } = useMutation(submitKycMutation(key));
  const tiers = KYC_TIERS.filter((tier) => Number(tier) > applicant.tier);
  return (
    <Form<SubmitKycInput>
      schema={loadSubmissionSchema}
      fixed={{ user_id: applicant.id }}
      defaultValues={{ ...personData(applicant), ...EMPTY_SUBMISSION, tier: tiers[0], identity_type: "nin" }}
      draft={`kyc.submit:${applicant.id}`}
      onSubmit={(input) => renewKeyOnError(setKey, async () => finishSubmission(await mutateAsync(input)))}
    >
      <SubmissionFields tiers={tiers} submitLabel="Submit request" />
    </Form>
  );
}

/** Resubmits a returned identity request. The identity number must be typed again, because admins can't read it. */
export function KycResubmissionForm({ request }: { request: KycDetails }) {
  const finishSubmission = useFinishSubmission();
  const [key, setKey] = useState(newIdempotencyKey);
  const { mutateAsync } = useMutation(resubmitKycMutation(key));
  return (
    <Form<ResubmitKycInput>
      schema={loadResubmissionSchema}
      fixed={{ kycId: request.id, version: request.version }}
      defaultValues={{
        ...personData(request.submitted),
        ...EMPTY_SUBMISSION,
        tier: String(request.tier),
        identity_type: request.identity_type,
        identity_expires_on: request.identity_expires_on ?? "",
      }}
      draft={`kyc.resubmit:${request.id}`}
      onSubmit={(input) => renewKeyOnError(setKey, async () => finishSubmission(await mutateAsync(input)))}
    >
      <SubmissionFields
        tiers={KYC_TIERS.filter((tier) => Number(tier) > request.account.tier)}
        has={request.documents.map(({ kind }) => kind)}
        last4={request.identity_number_last4}
        submitLabel="Upload resubmission"
      />
    </Form>
  );
}

/** Renews the idempotency key after a refusal, because corrected input needs another key. Keeps it if the response was lost. */
async function renewKeyOnError(setKey: (key: string) => void, submit: () => Promise<void>) {
  try {
    await submit();
  } catch (error) {
    if (error instanceof ApiError && error.status) setKey(newIdempotencyKey());
    throw error;
  }
}

function useFinishSubmission() {
  const router = useRouter();
  const path = usePathname();
  return async ({ id, reference }: { id: string; reference: string }) => {
    toast.success(`${reference} is waiting for review.`);
    // Opens the submitted request unless the admin already left the page.
    if (window.location.pathname === path) router.push(recordUrl("kyc", id));
  };
}

type SubmissionFieldsProps = {
  tiers: readonly string[];
  has?: KycDetails["documents"][number]["kind"][];
  last4?: string;
  submitLabel: string;
};

function SubmissionFields({ tiers, has: existingKinds, last4: lastDigits, submitLabel }: SubmissionFieldsProps) {
  return (
    <div className="space-y-5">
      <Section title="Request">
        <SelectField name="tier" label="Tier" options={selectOptions(tiers, (tier) => `Tier ${tier}`)} />
        <SelectField name="identity_type" label="Identity" options={selectOptions(IDENTITY_TYPES, identityTypeLabel)} />
        <TextField
          name="identity_number"
          label="Identity number"
          hint={lastDigits && `Previous number ended in ${lastDigits}.`}
          autoComplete="off"
          spellCheck={false}
        />
        <ExpiryField />
      </Section>
      <Section title="Person" description="Enter details exactly as on the document.">
        <TextField name="first_name" label="First name" autoComplete="off" />
        <TextField name="middle_name" label="Middle name" optional autoComplete="off" />
        <TextField name="last_name" label="Last name" autoComplete="off" />
        <BirthDateField />
        <SelectField name="gender" label="Gender" options={GENDER_OPTIONS} />
        <TextField name="phone" label="Phone" type="tel" autoComplete="off" />
        <TextField name="address" label="Address" autoComplete="off" />
        <SelectField name="lga" label="LGA" options={LGA_OPTIONS} />
      </Section>
      <Card className="px-5 py-5">
        <KycDocumentsField has={existingKinds} />
      </Card>
      <div className="flex justify-end">
        <SubmitButton size="lg">{submitLabel}</SubmitButton>
      </div>
    </div>
  );
}

function ExpiryField() {
  const { control } = useFormContext();
  const type = useWatch({ control, name: "identity_type" }) as IdentityType;
  return hasExpiry(type) ? <DateField name="identity_expires_on" label="Document expires" /> : null;
}

const Section = ({ title, description, children }: { title: string; description?: string; children: ReactNode }) => (
  <Card>
    <CardHeader title={title} description={description} />
    <div className="grid gap-4 px-5 pb-5 sm:grid-cols-2 xl:grid-cols-4">{children}</div>
  </Card>
);
