import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { expect, it, vi } from "vitest";
import { GroupRuleFields } from "./group-rule-fields";

function RuleForm({ children }: { children: ReactNode }) {
  return <FormProvider {...useForm({ defaultValues: { rule: { age_min: "x" } } })}>{children}</FormProvider>;
}

/** Renders the fields of a group's rule. The stubbed API responds to the count of members with this error. */
function renderFields(refusal: object) {
  vi.stubGlobal("crossRiverPayFetch", async () => Response.json({ status: 400, ...refusal }, { status: 400 }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RuleForm>
        <GroupRuleFields />
      </RuleForm>
    </QueryClientProvider>,
  );
}

it("shows validation errors of a group's rule without the API's field names", async () => {
  const errorText = "Enter an age in whole years.";
  renderFields({ message: `Check "age_min": ${errorText}`, fields: { age_min: errorText } });
  expect((await screen.findByText(/Enter an age/)).textContent).toBe(errorText);
});

it("shows the API's message if counting the members of a group's rule fails for another reason than validation", async () => {
  renderFields({ message: "Try again later." });
  expect(await screen.findByText("Try again later.")).toBeDefined();
});
