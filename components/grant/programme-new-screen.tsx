"use client";

import { TextField } from "@/components/common/form/fields";
import { NewRecordScreen } from "@/components/entry/new-record-screen";
import { PROGRAMME_NAME_MAX } from "@/lib/contract/grant.values";
import { routes } from "@/lib/contract/routes";
import { createProgrammeMutation, type ProgrammeInput } from "@/lib/queries/grant";
import { useMay } from "@/lib/queries/rp";
import { GRANTS_URL, PROGRAMMES_URL } from "./grant-urls";

const loadForm = () => import("@/lib/contract/grant").then((module) => module.programmeCreation);

/** Defaults of the fields that are edited on the draft's own page. */
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

/** Creates a programme with its name. The other details are edited on the draft's page. */
export function ProgrammeNewScreen() {
  const mayCreate = useMay(routes.grant.createProgramme);
  return (
    <NewRecordScreen
      type="grant_programme"
      title="New programme"
      breadcrumbs={[
        { label: "Grants", href: GRANTS_URL },
        { label: "Programmes", href: PROGRAMMES_URL },
      ]}
      mayCreate={mayCreate}
      refusal="You can read grants, but you don't have the right to create a programme."
      schema={loadForm}
      empty={EMPTY}
      draft="grant.new"
      defaultValues={{ name: "" }}
      create={createProgrammeMutation}
    >
      <TextField
        name="name"
        label="Name"
        hint="It becomes a draft that nobody sees. You add the budget, the window and the questions next."
        autoComplete="off"
        maxLength={PROGRAMME_NAME_MAX}
      />
    </NewRecordScreen>
  );
}
