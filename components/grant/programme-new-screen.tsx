"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { TextField } from "@/components/common/form/fields";
import { Form, SubmitButton } from "@/components/common/form/form";
import { PageHeader } from "@/components/common/page-header";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import { PROGRAMME_NAME_MAX } from "@/lib/contract/grant.values";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { createProgrammeMutation, type ProgrammeInput } from "@/lib/queries/grant";
import { useMay } from "@/lib/queries/rp";
import { GRANTS_URL, PROGRAMMES_URL } from "./grant-urls";

const loadForm = () => import("@/lib/contract/grant").then((module) => module.programmeFields);

/** All else is filled in on the draft's own page. */
const EMPTY: Omit<ProgrammeInput, "name"> = {
  sponsor: "",
  purpose: "",
  public_text: null,
  award_kind: "fixed",
  amount: 0,
  budget: 0,
  opens_at: null,
  closes_at: null,
  tier_min: null,
  lgas: [],
  age_min: null,
  age_max: null,
  group_id: null,
  questions: [],
  documents: [],
  publishes_awards: false,
};

/** A new programme begins with its name; the rest stands on the page of the draft. */
export function ProgrammeNewScreen() {
  const router = useRouter();
  const mayCreate = useMay(routes.grant.createProgramme);
  const [key] = useState(newIdempotencyKey);
  const { mutateAsync } = useMutation(createProgrammeMutation(key));
  return (
    <>
      <PageHeader
        title="New programme"
        breadcrumbs={[
          { label: "Grants", href: GRANTS_URL },
          { label: "Programmes", href: PROGRAMMES_URL },
        ]}
      />
      {mayCreate ? (
        <Card className="max-w-2xl p-5">
          <Form<ProgrammeInput>
            schema={loadForm}
            fixed={EMPTY}
            draft="grant.new"
            defaultValues={{ name: "" }}
            onSubmit={async (input) => {
              const made = await mutateAsync(input);
              router.replace(recordUrl("grant_programme", made.id));
            }}
          >
            <TextField
              name="name"
              label="Name"
              hint="It becomes a draft that nobody sees. You add the budget, the window and the questions next."
              autoComplete="off"
              maxLength={PROGRAMME_NAME_MAX}
            />
            <div className="flex justify-end">
              <SubmitButton>Create draft</SubmitButton>
            </div>
          </Form>
        </Card>
      ) : (
        <Alert>You can read grants, but you don't have the right to create a programme.</Alert>
      )}
    </>
  );
}
