import { describe, expect, it } from "vitest";
import { changeSettings } from "@/lib/server/testing/settings";
import { postWebhook } from "./post";
import { isPublicAddress, lookupPublicAddress, URL_NOT_PUBLIC_MESSAGE, webhookUrlProblem } from "./target";

const settings = changeSettings();

it.each([
  ["https://app.crossriver.example/hooks", null],
  ["https://app.crossriver.example:8443/hooks?x=1", null],
  ["https://8.8.8.8/hooks", null],
  ["http://localhost:4000/hooks", null],
  ["not an address", /begins with https/],
  ["ftp://app.crossriver.example/", /begins with https/],
  ["http://app.crossriver.example/", /begins with https/],
  ["https://ada:secret@app.crossriver.example/", /user name and password/],
  ["https://app.crossriver.example/#part", /from # on/],
  ["https://app.crossriver.example:22/", /Use port 443/],
  ["https://app.crossriver.example:25/", /Use port 443/],
  ["https://10.0.0.5/", /public internet/],
  ["https://169.254.169.254/latest/meta-data", /public internet/],
  ["https://[fd00:ec2::254]/", /public internet/],
  ["https://[::ffff:10.0.0.5]/", /public internet/],
  ["https://0x0a.1:8443/", /public internet/],
  ["https://167772165/", /public internet/],
  ["https://intranet/", /public internet/],
])("the webhook URL %s is accepted only if it is public", (address, problem) => {
  const found = webhookUrlProblem(address);
  if (problem === null) expect(found).toBeNull();
  else expect(String(found)).toMatch(problem);
});

it("localhost webhook URLs are accepted only if the settings allow them", () => {
  settings.webhooksToLocalhost = false;
  for (const url of [
    "http://localhost:4000/",
    "https://localhost/",
    "http://127.0.0.1/",
    "https://127.0.0.1/",
    "https://[::1]/",
  ])
    expect(webhookUrlProblem(url), url).not.toBeNull();
  settings.webhooksToLocalhost = true;
  expect(webhookUrlProblem("http://127.0.0.1:4000/")).toBeNull();
  expect(webhookUrlProblem("http://127.0.0.2:4000/")).not.toBeNull();
  expect(webhookUrlProblem("http://localhost.:4000/")).not.toBeNull();
});

it.each([
  ["8.8.8.8", true],
  ["2a00:1450:4001:80f::200e", true],
  ["127.0.0.1", false],
  ["0.0.0.0", false],
  ["10.1.2.3", false],
  ["172.16.0.1", false],
  ["192.168.1.1", false],
  ["100.64.0.1", false],
  ["169.254.169.254", false],
  ["168.63.129.16", false],
  ["224.0.0.1", false],
  ["255.255.255.255", false],
  ["192.0.2.1", false],
  ["::", false],
  ["::1", false],
  ["fe80::1", false],
  ["fd00::1", false],
  ["::ffff:10.0.0.1", false],
  ["::ffff:a9fe:a9fe", false],
  ["64:ff9b::a9fe:a9fe", false],
  ["2002:a9fe:a9fe::1", false],
  ["ff02::1", false],
  ["not an address", false],
])("isPublicAddress(%s) returns %s", (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

describe("the lookup of a connection", () => {
  const resolvingTo = (...addresses: string[]) =>
    lookupPublicAddress(async () => addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })));
  const lookUp = (lookup: ReturnType<typeof lookupPublicAddress>, all: boolean) =>
    new Promise((resolve) => lookup("app.example", { all }, (error, found) => resolve(error?.message ?? found)));

  it("lookupPublicAddress returns the checked addresses, which the connection then uses", async () => {
    expect(await lookUp(resolvingTo("8.8.8.8", "2a00::1"), true)).toHaveLength(2);
    expect(await lookUp(resolvingTo("8.8.8.8"), false)).toBe("8.8.8.8");
  });

  it.each([["10.0.0.1"], ["169.254.169.254"], ["::1"], ["8.8.8.8", "127.0.0.1"]])(
    "lookupPublicAddress fails for a host name that resolves to %s %s",
    async (...addresses) => {
      expect(await lookUp(resolvingTo(...addresses), true)).toBe(URL_NOT_PUBLIC_MESSAGE);
    },
  );

  it("a webhook is not sent to a host name that became private after the endpoint was saved", async () => {
    const attempt = await postWebhook("https://rebinding.example/", {}, "{}", { lookup: resolvingTo("127.0.0.1") });
    expect(attempt).toMatchObject({ status: null, problem: URL_NOT_PUBLIC_MESSAGE });
  });
});
