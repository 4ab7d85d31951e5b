import { expect, it } from "vitest";
import { hasValidNubanCheckDigit, nubanCheckDigit, nubanInstitutionCode } from "./nuban.values";

it("nubanCheckDigit returns the check digits of the central bank's examples, for three-digit and five-digit bank codes", () => {
  expect(nubanCheckDigit("000011", "000001457")).toBe(9);
  expect(hasValidNubanCheckDigit("011", "0000014579")).toBe(true);
  expect(nubanInstitutionCode("50547")).toBe("950547");
  // Sum 9*3 + 5*7 + 0*3 + 5*3 + 4*7 + 7*3 = 126: the check digit of serial 000000000 is 4.
  expect(nubanCheckDigit("950547", "000000000")).toBe(4);
  // A sum that ends in 0 has the check digit 0.
  expect(nubanCheckDigit("000000", "000000000")).toBe(0);
});

it("hasValidNubanCheckDigit detects every single wrong digit in an account number", () => {
  const number = "0123456785";
  expect(hasValidNubanCheckDigit("058", number)).toBe(true);
  for (let place = 0; place < 10; place++)
    for (let digit = 0; digit < 10; digit++) {
      const typed = `${number.slice(0, place)}${digit}${number.slice(place + 1)}`;
      expect(hasValidNubanCheckDigit("058", typed)).toBe(typed === number);
    }
});

it("hasValidNubanCheckDigit returns null for a bank code without check digits and an account number of wrong length", () => {
  expect(hasValidNubanCheckDigit("120001", "0123456789")).toBeNull();
  expect(hasValidNubanCheckDigit("058", "012345678")).toBeNull();
});
