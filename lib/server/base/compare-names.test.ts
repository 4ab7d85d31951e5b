import { expect, it } from "vitest";
import { areNamesEqual } from "./compare-names";

it.each([
  ["Ekaette Bassey", "BASSEY EKAETTE"],
  ["Ekaette Bassey", "BASSEY EKAETTE NKOYO"],
  ["Ekaette Nkoyo Bassey", "BASSEY, EKAETTE N."],
  ["E. Bassey", "Bassey Ekaette"],
  ["Bella Bassey-Duke", "BASSEY DUKE BELLA"],
  ["Bella Bassey-Duke", "BASSEYDUKE BELLA"],
  ["Basseyduke Bella", "Bella Bassey Duke"],
  ["Oluwaseun Adébáyọ̀", "ADEBAYO OLUWASEUN"],
  ["N'Golo O’Neill", "ONEILL NGOLO"],
  ["Mrs Ada Obi", "OBI ADA"],
  ["Chief Dr. Ada Obi", "ADA  OBI"],
  ["Ada", "ADA"],
])("areNamesEqual takes %s and %s for one person", (one, other) => {
  expect(areNamesEqual(one, other)).toBe(true);
  expect(areNamesEqual(other, one)).toBe(true);
});

it.each([
  ["Ekaette Bassey", "EKAETTE EFFIONG"],
  ["Ekaette Bassey", "BASSEY UKEME"],
  ["Ekaette Nkoyo Bassey", "EKAETTE UKEME BASSEY"],
  ["Ekaette Bassey", "EKAETTE"],
  ["E. B.", "EKAETTE BASSEY"],
  ["Ada Obi", "ADAOBI NWOSU"],
  ["Ada Ada", "ADA OBI"],
  ["Ada Obi", ""],
  ["…", "ADA OBI"],
])("areNamesEqual does not take %s and %s for one person", (one, other) => {
  expect(areNamesEqual(one, other)).toBe(false);
  expect(areNamesEqual(other, one)).toBe(false);
});
