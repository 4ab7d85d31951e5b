import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { expect, it, vi } from "vitest";
import { RuleFields } from "./group-rule-fields";

function Rule({ children }: { children: ReactNode }) {
  return <FormProvider {...useForm({ defaultValues: { rule: { age_min: "x" } } })}>{children}</FormProvider>;
}

/** Renders the rule fields with an API that responds to the count with an error. */
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

it("shows errors of a rule without the API's field names", async () => {
  const sentence = "Enter an age in whole years.";
  show({ message: `Check "age_min": ${sentence}`, fields: { age_min: sentence } });
  expect((await screen.findByText(/Enter an age/)).textContent).toBe(sentence);
});

it("shows other errors with the API's message", async () => {
  show({ message: "Try again later." });
  expect(await screen.findByText("Try again later.")).toBeDefined();
});
