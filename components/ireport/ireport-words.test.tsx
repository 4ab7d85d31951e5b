import { expect, it } from "vitest";
import { routes } from "@/lib/contract/routes";
import { actionWords, actorWords } from "./ireport-words";

it("names whoever did it; who reports anonymously is a citizen, and the clock is the system", () => {
  const by = { id: "1", name: "Ofem Ubi" };
  expect(actorWords({ by, action: "ireport.file" })).toBe("Ofem Ubi");
  expect(actorWords({ by: null, action: "ireport.file" })).toBe("Citizen");
  expect(actorWords({ by: null, action: "ireport.reopenAsCitizen" })).toBe("Citizen");
  expect(actorWords({ by: null, action: "ireport.escalate" })).toBe("System");
});

it("has words of its own for every call that changes a report", () => {
  const calls = Object.entries(routes.ireport).flatMap(([name, { method, path }]) =>
    method !== "GET" && /^(\/app\/reports|\/ireports\/(\{ireportId\}|assignments|states|next))/.test(path)
      ? [name]
      : [],
  );
  expect(calls.length).toBeGreaterThan(15);
  // Without words it would be the name of the call.
  const unnamed = calls.filter((name) => actionWords(`ireport.${name}`) === actionWords(`other.${name}`));
  // Following one only reads.
  expect(unnamed).toEqual(["follow"]);
});

it("calls a step on the way by where it led, and the last one by what was pressed", () => {
  const step = (action: string, before: string, after: string) =>
    actionWords(`ireport.${action}`, { changes: [{ field: "state", before, after }] });
  expect(step("reject", "submitted", "acknowledged")).toBe("Acknowledged");
  expect(step("reject", "acknowledged", "in_progress")).toBe("Work started");
  expect(step("reject", "in_progress", "rejected")).toBe("Rejected");
  expect(step("changeState", "waiting_for_citizen", "submitted")).toBe("Continued without an answer");
  expect(step("changeStates", "submitted", "acknowledged")).toBe("Acknowledged");
  expect(step("answer", "waiting_for_citizen", "in_progress")).toBe("Question answered");
  expect(step("reopen", "resolved", "in_progress")).toBe("Reopened");
});
