import { expect, it } from "vitest";
import { EXPORT_LISTS } from "./lists";

/** Headers of columns with ids, hashes and yes/no values, which need no label. */
const WITHOUT_LABEL = ["Admin id", "Entry", "Event", "First payment only", "Hash", "Promotion", "User"];

it.each(Object.entries(EXPORT_LISTS))(
  "exports a label column beside each code column of the list %s",
  (_name, { columns }) => {
    const names = columns.map(([name]) => name);
    const codes = columns.flatMap(([name, { kind }]) =>
      kind === "word" && !WITHOUT_LABEL.includes(name) ? [name] : [],
    );
    const unlabelled = codes.filter((name) => names[names.indexOf(name) + 1] !== `${name} in words`);
    expect(unlabelled).toEqual([]);
  },
);
