import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { expect, it, vi } from "vitest";
import { RuleFields } from "./group-rule-fields";

function Rule({ children }: { children: ReactNode }) {
  return <FormProvider {...useForm({ defaultValues: { rule: { age_min: "x" } } })}>{children}</FormProvider>;
}

/** The rule's fields before an API that refuses to count. */
function show(refusal: object) {
  vi.stubGlobal("crossRiverPayFetch", async () => Response.json({ status: 400, ...refusal }, { status: 400 }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Rule>
        <RuleFields />
      </Rule>
    </QueryClientProvider>,
  );
}

it("the preview says what is wrong with a rule, without the API's name for the field", async () => {
  const sentence = "Enter an age in whole years.";
  show({ message: `Check "age_min": ${sentence}`, fields: { age_min: sentence } });
  expect((await screen.findByText(/Enter an age/)).textContent).toBe(sentence);
});

it("the preview says what else is wrong in the API's words", async () => {
  show({ message: "Try again later." });
  expect(await screen.findByText("Try again later.")).toBeDefined();
});
