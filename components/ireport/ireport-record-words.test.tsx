import { expect, it } from "vitest";
import { describeIreportAction, ireportActorName } from "./ireport-record-words";

it("shows the admin's name in a report's history, or Citizen for anonymous reporters and System for scheduled escalations", () => {
  const by = { id: "1", name: "Ofem Ubi", email: "ofem@crossriverpay.example" };
  expect(ireportActorName({ by, action: "ireport.file" })).toBe("Ofem Ubi (ofem@crossriverpay.example)");
  expect(ireportActorName({ by: null, action: "ireport.file" })).toBe("Citizen");
  expect(ireportActorName({ by: null, action: "ireport.reopenAsCitizen" })).toBe("Citizen");
  expect(ireportActorName({ by: null, action: "ireport.escalate" })).toBe("System");
});

it("describes intermediate state changes of a report by the new state, and the last state change by the action", () => {
  const step = (action: string, before: string, after: string) =>
    describeIreportAction({
      action: `ireport.${action}`,
      words: "Its own words",
      changes: [{ field: "state", before, after }],
    });
  expect(step("reject", "submitted", "acknowledged")).toBe("Acknowledged");
  expect(step("reject", "acknowledged", "in_progress")).toBe("Work started");
  expect(step("reject", "in_progress", "rejected")).toBe("Its own words");
  expect(step("changeState", "waiting_for_citizen", "submitted")).toBe("Continued without an answer");
  expect(step("changeStates", "submitted", "acknowledged")).toBe("Acknowledged");
  expect(step("answer", "waiting_for_citizen", "in_progress")).toBe("Its own words");
  expect(step("reopen", "resolved", "in_progress")).toBe("Its own words");
});
