import { createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { checkLink, type HttpClient, isPublicAddress, realHttp } from "./check-link";

const PUBLIC_IP = "102.89.1.1";
type FakeReply = { status: number; location?: string };

/** Returns a fake HTTP client that knows these host addresses and responses. It records the requests. */
function fakeHttp(hosts: Record<string, string[]>, replies: Record<string, FakeReply> = {}) {
  const requests: string[] = [];
  const fakeClient: HttpClient = {
    find: async (host) => {
      const addresses = hosts[host];
      if (!addresses) throw new Error("ENOTFOUND");
      return addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    },
    ask: async (url, { address }) => {
      requests.push(`${url.href} at ${address}`);
      const { status, location = null } = replies[url.href] ?? { status: 200 };
      return { status, location };
    },
  };
  return { web: fakeClient, asked: requests };
}

describe("an address", () => {
  it.each(
    [
      ["127.0.0.1", "127.255.255.254", "0.0.0.0", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1"],
      ["169.254.169.254", "169.254.0.1", "100.64.0.1", "100.100.100.200", "192.0.0.192", "198.18.0.1"],
      ["224.0.0.1", "239.255.255.255", "255.255.255.255", "240.0.0.1"],
      ["::", "::1", "fe80::1", "febf::1", "fe80::1%eth0", "fec0::1", "fc00::1", "fd00:ec2::254", "ff02::1"],
      ["::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:169.254.169.254", "::ffff:102.89.1.1", "::127.0.0.1", "::7f00:1"],
      [
        "64:ff9b::7f00:1",
        "64:ff9b:1::a00:1",
        "2002:7f00:1::",
        "2002:a9fe:a9fe::1",
        "2001::1",
        "2001:0:7f00:1::",
        "100::1",
      ],
      ["2001:db8::1", "3fff::1", "5f00::1", "4000::1"],
      ["", "localhost", "example.com", "127.1", "0x7f000001", "2130706433", "1.2.3.4.5", "999.1.1.1"],
    ].flat(),
  )("classifies the IP address %j as not public", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(["102.89.1.1", "8.8.8.8", "172.32.0.1", "172.15.0.1", "100.63.0.1", "2c0f:f4b8::1", "2606:4700::1111"])(
    "classifies the IP address %s as public",
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});

describe("a link", () => {
  it("a link check sends the request to the IP address that was checked, without another DNS lookup", async () => {
    const { web: fakeClient, asked: requests } = fakeHttp({ "crossriver.example": [PUBLIC_IP] });
    expect(await checkLink("https://crossriver.example/a?b=c", fakeClient)).toEqual({
      answers: true,
      message: "The page answers.",
    });
    expect(requests).toEqual([`https://crossriver.example/a?b=c at ${PUBLIC_IP}`]);
  });

  it.each([
    [404, false],
    [410, false],
    [500, false],
    [401, true],
    [403, true],
    [405, true],
    [429, true],
    [204, true],
  ])("a link with the response status %i counts as working: %s", async (status, answers) => {
    const { web: fakeClient } = fakeHttp({ "a.example": [PUBLIC_IP] }, { "https://a.example/": { status } });
    expect(await checkLink("https://a.example/", fakeClient)).toMatchObject({ answers });
  });

  it.each([
    "https://127.0.0.1/",
    "https://[::1]/",
    "https://[::ffff:169.254.169.254]/latest/meta-data",
    "https://169.254.169.254/latest/meta-data",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://127.1/",
    "https://0/",
    "https://[64:ff9b::a9fe:a9fe]/",
    "https://[2002:7f00:1::]/",
  ])("does not request a link to this machine or a private network: %s", async (link) => {
    const ask = vi.fn();
    const answer = await checkLink(link, { find: realHttp.find, ask });
    expect(answer).toMatchObject({ answers: false, message: expect.stringContaining("not on the public web") });
    expect(ask).not.toHaveBeenCalled();
  });

  it("does not request a link whose host resolves to a private address, alone or beside a public one", async () => {
    const { web: fakeClient, asked: requests } = fakeHttp({
      "in.example": ["10.0.0.7"],
      "both.example": [PUBLIC_IP, "127.0.0.1"],
      "no.example": [],
    });
    for (const host of ["in.example", "both.example", "no.example"])
      expect(await checkLink(`https://${host}/`, fakeClient)).toMatchObject({ answers: false });
    expect(await checkLink("https://unknown.example/", fakeClient)).toEqual({
      answers: null,
      message: "Couldn't be checked.",
    });
    expect(requests).toEqual([]);
  });

  it("follows redirects, except to a private address, to another scheme or port, or in a loop", async () => {
    const hosts = { "a.example": [PUBLIC_IP], "b.example": [PUBLIC_IP], "in.example": ["192.168.0.1"] };
    const redirectTo = async (location: string) => {
      const { web: fakeClient, asked: requests } = fakeHttp(hosts, {
        "https://a.example/": { status: 302, location },
        "https://b.example/on": { status: 301, location: "https://a.example/" },
      });
      return { ...(await checkLink("https://a.example/", fakeClient)), asked: requests.length };
    };
    expect(await redirectTo("https://b.example/")).toMatchObject({ answers: true, asked: 2 });
    expect(await redirectTo("/further")).toMatchObject({ answers: true, asked: 2 });
    expect(await redirectTo("//b.example/x")).toMatchObject({ answers: true, asked: 2 });
    for (const location of ["https://in.example/", "https://169.254.169.254/", "https://[::1]:443/"]) {
      const { web: fakeClient, asked: requests } = fakeHttp(hosts, { "https://a.example/": { status: 302, location } });
      const lookUp: HttpClient["find"] = (host) => (host in hosts ? fakeClient.find(host) : realHttp.find(host));
      const answer = await checkLink("https://a.example/", { ...fakeClient, find: lookUp });
      expect([location, answer.answers, requests.length]).toEqual([location, false, 1]);
    }
    for (const location of [
      "http://b.example/",
      "ftp://b.example/",
      "file:///etc/passwd",
      "gopher://b.example/",
      "http://[bad",
    ])
      expect([location, await redirectTo(location)]).toEqual([
        location,
        expect.objectContaining({ answers: false, asked: 1, message: expect.stringContaining("without https") }),
      ]);
    expect(await redirectTo("https://b.example:8443/")).toMatchObject({ asked: 1, answers: null });
    const redirectLoop = await redirectTo("https://b.example/on");
    expect(redirectLoop).toMatchObject({
      answers: false,
      asked: 4,
      message: expect.stringContaining("Too many redirects"),
    });
  });

  it("does not request a link to a port other than 443, so that nobody can scan ports through this server", async () => {
    const { web: fakeClient, asked: requests } = fakeHttp({ "a.example": [PUBLIC_IP] });
    for (const port of [22, 80, 5432, 6379, 8443])
      expect(await checkLink(`https://a.example:${port}/`, fakeClient)).toMatchObject({ answers: null });
    expect(requests).toEqual([]);
    expect(await checkLink("https://a.example:443/", fakeClient)).toMatchObject({ answers: true });
  });

  it("requests a link without its user name and password", async () => {
    const { web: fakeClient, asked: requests } = fakeHttp({ "a.example": [PUBLIC_IP] });
    await checkLink("https://user:secret@a.example/", fakeClient);
    expect(requests.join()).not.toContain("secret");
  });

  it("a link check returns `answers: false` for an invalid link, and `answers: null` for a link without https", async () => {
    expect(await checkLink("no address")).toMatchObject({ answers: false });
    expect(await checkLink("mailto:a@example.com")).toMatchObject({ answers: null });
    expect(await checkLink("tel:+2348031234567")).toMatchObject({ answers: null });
    expect(await checkLink("http://a.example/")).toMatchObject({ answers: null });
    expect(await checkLink("file:///etc/passwd")).toMatchObject({ answers: null });
  });

  it("gives up checking a link after 3 seconds if the DNS lookup or the request is slow", async () => {
    vi.useFakeTimers();
    try {
      const neverResolve = () => new Promise<never>(() => {});
      const { web: fakeClient } = fakeHttp({ "a.example": [PUBLIC_IP] });
      const answers = Promise.all([
        checkLink("https://a.example/", { ...fakeClient, find: neverResolve }),
        checkLink("https://a.example/", { ...fakeClient, ask: neverResolve }),
      ]);
      await vi.advanceTimersByTimeAsync(3_100);
      expect(await answers).toEqual([
        { answers: null, message: "Couldn't be checked." },
        { answers: false, message: expect.stringContaining("does not answer") },
      ]);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("a server that never answers", () => {
  const openSockets = new Set<Socket>();
  let silentServer: Server;
  let port: number;
  beforeAll(async () => {
    silentServer = createServer((socket) => {
      openSockets.add(socket.on("error", () => {}));
    });
    await new Promise<void>((resolve) => silentServer.listen(0, "127.0.0.1", resolve));
    port = (silentServer.address() as { port: number }).port;
  });
  afterAll(() => {
    for (const socket of openSockets) socket.destroy();
    silentServer.close();
  });

  it("aborts a link check after the time limit if the server does not answer", async () => {
    const started = Date.now();
    const requests = realHttp.ask(new URL(`https://slow.example:${port}/`), { address: "127.0.0.1", family: 4 }, 400);
    await expect(requests).rejects.toThrow();
    expect(Date.now() - started).toBeLessThan(3_000);
  });
});

describe("the API call that checks a link", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());

  it("returns the result of a link check only to admins who may read content", async () => {
    const reader = await makeAdmin(app, { rights: makeRights({ "Content Management": ["read"] }) });
    const outsider = await makeAdmin(app, { rights: makeRights({ "App Configurations": ["read"] }) });
    const checkLinkCall = (link: string, token?: string) =>
      app.call("POST", "/content/links/check", { token, body: { link } });
    expect((await checkLinkCall("https://127.0.0.1/", reader.token)).json.data).toMatchObject({ answers: false });
    expect((await checkLinkCall("https://127.0.0.1/", outsider.token)).status).toBe(403);
    expect((await checkLinkCall("https://127.0.0.1/")).status).toBe(401);
    expect((await checkLinkCall(`https://${"a".repeat(600)}.example/`, reader.token)).status).toBe(400);
  });
});
