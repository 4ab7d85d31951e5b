import { describe, expect, it } from "vitest";
import { ipAddressOf, requestContext } from "./request";

describe("addressOf", () => {
  it("without a proxy, ipAddressOf returns the address of the socket, which the server itself wrote into X-Forwarded-For", () => {
    expect(ipAddressOf(new Headers({ "x-forwarded-for": "102.89.1.2" }))).toBe("102.89.1.2");
    expect(ipAddressOf(new Headers({ "x-forwarded-for": "::ffff:127.0.0.1" }))).toBe("127.0.0.1");
    expect(ipAddressOf(new Headers())).toBe("unknown");
  });

  it("behind a proxy, ipAddressOf returns the last address in X-Forwarded-For, because a client can forge the earlier ones", () => {
    expect(ipAddressOf(new Headers({ "x-forwarded-for": "1.1.1.1, 2.2.2.2, 102.89.1.2" }))).toBe("102.89.1.2");
  });
});

describe("requestContext", () => {
  it("requestContext uses the client's X-Request-Id if it is well-formed", () => {
    const requestIdOf = (name: string) => requestContext(new Headers({ "x-request-id": name })).requestId;
    expect(requestIdOf("a1b2-c3d4")).toBe("a1b2-c3d4");
    for (const name of ["short", "x".repeat(101), "with space in it", "<script>"])
      expect(requestIdOf(name)).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("requestContext reads a session from a bearer token only, not from a cookie", () => {
    const token = "a".repeat(43);
    expect(requestContext(new Headers({ authorization: `Bearer ${token}` })).token).toBe(token);
    for (const authorization of [token, `Basic ${token}`, "Bearer short", `Bearer ${token} x`, `Bearer ${token}'--`])
      expect(requestContext(new Headers({ authorization })).token).toBeNull();
    expect(requestContext(new Headers({ cookie: `cross-riv-token=${token}` })).token).toBeNull();
  });
});
