import { render } from "@testing-library/react";
import { getNonce, setNonce } from "get-nonce";
import { afterEach, expect, it } from "vitest";
import { StyleNonce } from "./nonce";

// Removes the nonce, because other tests of the process insert styles too.
afterEach(() => setNonce(""));

it("inserted styles keep the nonce of the document when the root layout is fetched again with another nonce", () => {
  const { rerender } = render(<StyleNonce nonce="of-the-document" />);
  rerender(<StyleNonce nonce="of-a-later-response" />);
  expect(getNonce()).toBe("of-the-document");
});
