import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { PhoneFrame } from "./phone-frame";

it("opens links in the previewed text in a new tab", () => {
  const html = '<p>See <a href="https://a.example" rel="noopener noreferrer">the rules</a>, &lt;a or b.</p>';
  render(<PhoneFrame theme="light" title="" label="Preview" html={html} />);
  const link = screen.getByRole("link", { name: "the rules" });
  expect(link.getAttribute("target")).toBe("_blank");
  expect(link.getAttribute("rel")).toBe("noopener noreferrer");
  expect(screen.getByLabelText("Preview").textContent).toBe("See the rules, <a or b.");
});
