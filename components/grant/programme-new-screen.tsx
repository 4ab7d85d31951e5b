"use client";

import { NewRecordScreen } from "@/components/record-editor/new-record-screen";
import { PROGRAMME_NAME_MAX } from "@/lib/contract/grant.values";
import { routes } from "@/lib/contract/routes";
import { createProgrammeMutation, type ProgrammeInput } from "@/lib/queries/grant";
import { GRANTS_URL, PROGRAMMES_URL } from "./grant-urls";

const loadCreationSchema = () => import("@/lib/contract/grant").then((module) => module.programmeCreation);

const EMPTY_PROGRAMME: Omit<ProgrammeInput, "name"> = {
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

/** Creates a programme from its name, the only field. */
export const ProgrammeNewScreen = () => (
  <NewRecordScreen
    type="grant_programme"
    what="programme"
    refusal="You can read grants, but you don't have the right to create a programme."
    breadcrumbs={[
      { label: "Grants", href: GRANTS_URL },
      { label: "Programmes", href: PROGRAMMES_URL },
    ]}
    route={routes.grant.createProgramme}
    schema={loadCreationSchema}
    nameField={{
      name: "name",
      label: "Name",
      hint: "It becomes a draft that nobody sees. You add the budget, the window and the questions next.",
      maxLength: PROGRAMME_NAME_MAX,
    }}
    emptyValues={EMPTY_PROGRAMME}
    create={createProgrammeMutation}
  />
);
