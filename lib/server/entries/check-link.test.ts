import { createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makeAdmin, rightsOf, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { checkLink, isPublicAddress, realHttp, type Web } from "./check-link";

const PUBLIC = "102.89.1.1";
type Reply = { status: number; location?: string };

/** Returns a fake web with the hosts' addresses and replies, which records the requests. */
function webOf(hosts: Record<string, string[]>, replies: Record<string, Reply> = {}) {
  const asked: string[] = [];
  const web: Web = {
    find: async (host) => {
      const at = hosts[host];
      if (!at) throw new Error("ENOTFOUND");
      return at.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    },
    ask: async (url, { address }) => {
      asked.push(`${url.href} at ${address}`);
      const { status, location = null } = replies[url.href] ?? { status: 200 };
      return { status, location };
    },
  };
  return { web, asked };
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
  )("is not public: %j", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(["102.89.1.1", "8.8.8.8", "172.32.0.1", "172.15.0.1", "100.63.0.1", "2c0f:f4b8::1", "2606:4700::1111"])(
    "is public: %s",
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});

describe("a link", () => {
  it("is requested at the address that was checked", async () => {
    const { web, asked } = webOf({ "crossriver.example": [PUBLIC] });
    expect(await checkLink("https://crossriver.example/a?b=c", web)).toEqual({
      answers: true,
      message: "The page answers.",
    });
    expect(asked).toEqual([`https://crossriver.example/a?b=c at ${PUBLIC}`]);
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
  ])("with status %i exists: %s", async (status, answers) => {
    const { web } = webOf({ "a.example": [PUBLIC] }, { "https://a.example/": { status } });
    expect(await checkLink("https://a.example/", web)).toMatchObject({ answers });
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
  ])("to this machine is not requested: %s", async (link) => {
    const ask = vi.fn();
    const answer = await checkLink(link, { find: realHttp.find, ask });
    expect(answer).toMatchObject({ answers: false, message: expect.stringContaining("not on the public web") });
    expect(ask).not.toHaveBeenCalled();
  });

  it("whose name resolves to this machine, alone or beside a public address, is not requested", async () => {
    const { web, asked } = webOf({
      "in.example": ["10.0.0.7"],
      "both.example": [PUBLIC, "127.0.0.1"],
      "no.example": [],
    });
    for (const host of ["in.example", "both.example", "no.example"])
      expect(await checkLink(`https://${host}/`, web)).toMatchObject({ answers: false });
    expect(await checkLink("https://unknown.example/", web)).toEqual({
      answers: null,
      message: "Couldn't be checked.",
    });
    expect(asked).toEqual([]);
  });

  it("follows redirects, but not to this machine, another scheme or port, or in circles", async () => {
    const hosts = { "a.example": [PUBLIC], "b.example": [PUBLIC], "in.example": ["192.168.0.1"] };
    const leads = async (location: string) => {
      const { web, asked } = webOf(hosts, {
        "https://a.example/": { status: 302, location },
        "https://b.example/on": { status: 301, location: "https://a.example/" },
      });
      return { ...(await checkLink("https://a.example/", web)), asked: asked.length };
    };
    expect(await leads("https://b.example/")).toMatchObject({ answers: true, asked: 2 });
    expect(await leads("/further")).toMatchObject({ answers: true, asked: 2 });
    expect(await leads("//b.example/x")).toMatchObject({ answers: true, asked: 2 });
    for (const location of ["https://in.example/", "https://169.254.169.254/", "https://[::1]:443/"]) {
      const { web, asked } = webOf(hosts, { "https://a.example/": { status: 302, location } });
      const find: Web["find"] = (host) => (host in hosts ? web.find(host) : realHttp.find(host));
      const answer = await checkLink("https://a.example/", { ...web, find });
      expect([location, answer.answers, asked.length]).toEqual([location, false, 1]);
    }
    for (const location of [
      "http://b.example/",
      "ftp://b.example/",
      "file:///etc/passwd",
      "gopher://b.example/",
      "http://[bad",
    ])
      expect([location, await leads(location)]).toEqual([
        location,
        expect.objectContaining({ answers: false, asked: 1, message: expect.stringContaining("without https") }),
      ]);
    expect(await leads("https://b.example:8443/")).toMatchObject({ asked: 1, answers: null });
    const circle = await leads("https://b.example/on");
    expect(circle).toMatchObject({ answers: false, asked: 4, message: expect.stringContaining("Too many redirects") });
  });

  it("to another port is not requested, so that nobody can scan ports through this server", async () => {
    const { web, asked } = webOf({ "a.example": [PUBLIC] });
    for (const port of [22, 80, 5432, 6379, 8443])
      expect(await checkLink(`https://a.example:${port}/`, web)).toMatchObject({ answers: null });
    expect(asked).toEqual([]);
    expect(await checkLink("https://a.example:443/", web)).toMatchObject({ answers: true });
  });

  it("is requested without its user name and password", async () => {
    const { web, asked } = webOf({ "a.example": [PUBLIC] });
    await checkLink("https://user:secret@a.example/", web);
    expect(asked.join()).not.toContain("secret");
  });

  it("that is invalid or no web page gets a message", async () => {
    expect(await checkLink("no address")).toMatchObject({ answers: false });
    expect(await checkLink("mailto:a@example.com")).toMatchObject({ answers: null });
    expect(await checkLink("tel:+2348031234567")).toMatchObject({ answers: null });
    expect(await checkLink("http://a.example/")).toMatchObject({ answers: null });
    expect(await checkLink("file:///etc/passwd")).toMatchObject({ answers: null });
  });

  it("is abandoned after 3 seconds, whatever is slow", async () => {
    vi.useFakeTimers();
    try {
      const never = () => new Promise<never>(() => {});
      const { web } = webOf({ "a.example": [PUBLIC] });
      const answers = Promise.all([
        checkLink("https://a.example/", { ...web, find: never }),
        checkLink("https://a.example/", { ...web, ask: never }),
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
  const open = new Set<Socket>();
  let silent: Server;
  let port: number;
  beforeAll(async () => {
    silent = createServer((socket) => {
      open.add(socket.on("error", () => {}));
    });
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    port = (silent.address() as { port: number }).port;
  });
  afterAll(() => {
    for (const socket of open) socket.destroy();
    silent.close();
  });

  it("is abandoned in time", async () => {
    const started = Date.now();
    const asked = realHttp.ask(new URL(`https://slow.example:${port}/`), { address: "127.0.0.1", family: 4 }, 400);
    await expect(asked).rejects.toThrow();
    expect(Date.now() - started).toBeLessThan(3_000);
  });
});

describe("the API call that checks a link", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());

  it("returns the result to admins who may read content", async () => {
    const reader = await makeAdmin(app, { rights: rightsOf({ "Content Management": ["read"] }) });
    const stranger = await makeAdmin(app, { rights: rightsOf({ "App Configurations": ["read"] }) });
    const check = (link: string, token?: string) => app.call("POST", "/content/links/check", { token, body: { link } });
    expect((await check("https://127.0.0.1/", reader.token)).json.data).toMatchObject({ answers: false });
    expect((await check("https://127.0.0.1/", stranger.token)).status).toBe(403);
    expect((await check("https://127.0.0.1/")).status).toBe(401);
    expect((await check(`https://${"a".repeat(600)}.example/`, reader.token)).status).toBe(400);
  });
});
