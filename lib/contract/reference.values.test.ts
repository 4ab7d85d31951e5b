import { expect, it } from "vitest";
import { referenceIn } from "./reference.values";

it.each([
  ["KYC-000302 Ada Obi", "KYC-000302"],
  ["TRX-019AC01FFE3B", "TRX-019AC01FFE3B"],
  ["Ada Obi", undefined],
  ["Ada KYC-000302", undefined],
  ["KYC-", undefined],
  ["KYC-000302-Ada", undefined],
  ["KYC-000302Ada", undefined],
  ["XYZ-000302", undefined],
])("referenceIn(%j) extracts the reference %j", (name, reference) => {
  expect(referenceIn(name)).toBe(reference);
});
