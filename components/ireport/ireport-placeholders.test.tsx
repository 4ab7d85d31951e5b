import { describe, expect, it } from "vitest";
import { ApiError } from "@/lib/client/api-error";
import type { IreportTemplate } from "@/lib/contract/ireport-set-up";
import {
  appendReplyTemplate,
  applicableReplyTemplates,
  fillPlaceholders,
  refuseUnfilledPlaceholders,
  unfilledPlaceholders,
} from "./ireport-placeholders";

const REPORT = { number: "IR-000301", title: "Deep {hole}", reporter: { id: "u", name: "Ada Obi", phone: "" } };

describe("a template's text", () => {
  it("fills in name, number and title in a reply template, and keeps braces in the title", () => {
    expect(fillPlaceholders("Dear {name}, {number}: {title}. {Name}!", REPORT)).toBe(
      "Dear Ada Obi, IR-000301: Deep {hole}. Ada Obi!",
    );
  });

  it("keeps placeholders of a reply template that are misspelt or have no value, and lists them as unfilled", () => {
    const text = fillPlaceholders("Dear {name} of {nmae}, {number} {name}", { ...REPORT, reporter: null });
    expect(text).toBe("Dear {name} of {nmae}, IR-000301 {name}");
    expect(unfilledPlaceholders(text)).toEqual(["{name}", "{nmae}"]);
    expect(unfilledPlaceholders("Nothing {} left { 12 } here")).toEqual([]);
  });

  it("refuses to send a reply to a citizen that contains unfilled placeholders", () => {
    expect(() => refuseUnfilledPlaceholders("note", "Dear Ada")).not.toThrow();
    const refusal = () => refuseUnfilledPlaceholders("note", "Dear {name}");
    expect(refusal).toThrow(ApiError);
    expect(refusal).toThrow("Fill in or remove {name} before you send this.");
  });

  it("appends a reply template below the typed text", () => {
    expect(appendReplyTemplate("  ", "Dear Ada")).toBe("Dear Ada");
    expect(appendReplyTemplate("Typed. ", "Dear Ada")).toBe("Typed.\n\nDear Ada");
  });
});

describe("templates for a report", () => {
  const template = (name: string, category: string | null, state: IreportTemplate["state"]): IreportTemplate => ({
    id: name,
    name,
    text: name,
    category: category === null ? null : { id: category, name: category },
    state,
    version: 1,
  });
  const templates = [
    template("b general", null, null),
    template("a general", null, null),
    template("parent", "roads", null),
    template("exact", "potholes", "resolved"),
    template("other category", "markets", null),
    template("other state", "potholes", "rejected"),
    template("state", null, "resolved"),
  ];
  const names = (parent: string | null) =>
    applicableReplyTemplates(templates, { category: "potholes", parent, states: ["resolved"] }).map(({ name }) => name);

  it("offers reply templates of the report's category, its parent and all categories, the best match first", () => {
    expect(names("roads")).toEqual(["exact", "parent", "state", "a general", "b general"]);
    expect(names(null)).toEqual(["exact", "state", "a general", "b general"]);
  });
});
