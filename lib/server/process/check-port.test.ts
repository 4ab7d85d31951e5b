import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { findPortFault } from "./check-port";

it("returns a sentence with the port and an example if another program uses it, and nothing once it is free", async () => {
  const other = createServer().listen(0);
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  expect(await findPortFault(port)).toBe(`PORT is ${port}, which another program uses. Example: PORT=3000`);
  other.close();
  await once(other, "close");
  expect(await findPortFault(port)).toBeUndefined();
});
