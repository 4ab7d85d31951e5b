import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, Server } from "node:net";
import { expect, it, vi } from "vitest";
import { findPortFault } from "./check-port";

it("findPortFault never opens a free port, because a load balancer could connect while it is open", async () => {
  const other = createServer().listen(0);
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  other.close();
  await once(other, "close");
  const listen = vi.spyOn(Server.prototype, "listen");
  expect(await findPortFault(port)).toBeUndefined();
  expect(listen).not.toHaveBeenCalled();
  listen.mockRestore();
});

it("findPortFault returns a sentence with advice if another program uses the port, and undefined once the port is free", async () => {
  const other = createServer().listen(0);
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  expect(await findPortFault(port)).toBe(`PORT is ${port}, which another program uses. Example: PORT=3000`);
  other.close();
  await once(other, "close");
  expect(await findPortFault(port)).toBeUndefined();
});
