"use client";

import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import { BirthDateField } from "@/components/common/form/date-field";
import { SelectField, TextField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { Alert } from "@/components/ui/alert";
import { CheckboxRow } from "@/components/ui/checkbox";
import { isApiErrorWithStatus } from "@/lib/client/api-error";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import { LGA_OPTIONS } from "@/lib/contract/lgas.values";
import { recordUrl } from "@/lib/contract/records";
import type { SimilarUser, UserDetails } from "@/lib/contract/user";
import { formatDay, titleCase } from "@/lib/format";
import { type CreateUserInput, createUserMutation } from "@/lib/queries/user";
import { NEW_USER_DRAFT_NAME } from "./user-actions";
import { GENDER_OPTIONS, SIMILARITY_REASON_LABELS } from "./user-words";

const loadSchema = () => import("@/lib/contract/user").then((module) => module.newUser);

const EMPTY_USER = {
  ...{ first_name: "", middle_name: "", last_name: "", date_of_birth: "", gender: "" as const },
  ...{ phone: "", email: "", address: "", lga: "" as const, identity_number: "" },
};

type Props = { onOpened: (user: UserDetails) => void; onClose: () => void };

/** Creates an account for a person at the counter. If similar accounts exist, the admin must first compare them. */
export function NewUserDialog({ onOpened: onCreated, onClose }: Props) {
  const { mutateAsync } = useKeyedMutation(createUserMutation);
  const [similar, setSimilar] = useState<readonly SimilarUser[]>([]);
  const [isOtherPerson, setIsOtherPerson] = useState(false);
  const comparisonRef = useRef<HTMLDivElement>(null);
  // Moves the focus to the similar accounts, which are below the fields and out of sight on a phone.
  useEffect(() => {
    if (similar.length) comparisonRef.current?.focus();
  }, [similar]);
  const not_same_as = isOtherPerson ? similar.map(({ id }) => id) : [];
  const create = async (input: CreateUserInput) => {
    try {
      const user = await mutateAsync(input);
      toast.success(`${user.name}'s account is open.`);
      onCreated(user);
    } catch (error) {
      if (isApiErrorWithStatus(error, 409) && Array.isArray(error.current)) {
        setSimilar(error.current as SimilarUser[]);
        setIsOtherPerson(false);
      }
      throw error;
    }
  };
  return (
    <FormDialog<CreateUserInput>
      open
      onOpenChange={onClose}
      title="New user"
      consequence="For a person at the desk. The account starts at tier 0, until an identity request is approved."
      submitLabel="Open account"
      schema={loadSchema}
      draft={NEW_USER_DRAFT_NAME}
      fixed={{ not_same_as }}
      defaultValues={EMPTY_USER}
      secret="identity_number"
      onSubmit={create}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="first_name" label="First name" autoComplete="off" />
        <TextField name="middle_name" label="Middle name" autoComplete="off" optional />
        <TextField name="last_name" label="Last name" autoComplete="off" />
        <BirthDateField />
        <SelectField name="gender" label="Gender" options={GENDER_OPTIONS} placeholder="Choose" />
        <SelectField name="lga" label="LGA" options={LGA_OPTIONS} placeholder="Choose" />
        <TextField name="phone" label="Phone" type="tel" autoComplete="off" />
        <TextField name="email" label="Email" type="email" autoComplete="off" spellCheck={false} optional />
      </div>
      <TextField name="address" label="Address" autoComplete="off" optional />
      <TextField
        name="identity_number"
        label="Identity number"
        autoComplete="off"
        optional
        hint="NIN, BVN or the number of a document. Finds accounts of the same person, and is not stored."
      />
      {similar.length > 0 && (
        <div ref={comparisonRef} tabIndex={-1} className="scroll-mt-4 rounded-md">
          <Alert tone="warning" title="Accounts that may be the same person's">
            <ul className="divide-y divide-border">
              {similar.map(({ id, name, phone, date_of_birth, tier, status, reason }) => (
                <li key={id} className="py-2">
                  <Link href={recordUrl("user", id)} target="_blank" className="font-semibold underline">
                    {name}
                  </Link>
                  <p className="font-normal">
                    {SIMILARITY_REASON_LABELS[reason]}. {phone}, born {formatDay(date_of_birth)}, tier {tier},{" "}
                    {titleCase(status).toLowerCase()}
                  </p>
                </li>
              ))}
            </ul>
            {similar.every(({ reason }) => reason !== "phone") && (
              <CheckboxRow
                label="I compared them. This is another person."
                checked={isOtherPerson}
                onChange={(event) => setIsOtherPerson(event.target.checked)}
              />
            )}
          </Alert>
        </div>
      )}
    </FormDialog>
  );
}
