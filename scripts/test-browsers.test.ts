import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { MODULES } from "@/lib/modules";
import { startConsoleProxy } from "./browsers/console-proxy.mjs";
import { MODULE_TESTS } from "./browsers/modules.mjs";

it("every module has a browser test", () => {
  expect(Object.keys(MODULE_TESTS).sort()).toEqual(MODULES.map(({ slug }) => slug).sort());
});

it("the console proxy adds its script with the page's nonce to HTML only, and collects the script's reports", async () => {
  const app = createServer((request, response) => {
    const type = request.url === "/page" ? "text/html; charset=utf-8" : "application/json";
    response.writeHead(200, { "content-type": type, "content-security-policy": "script-src 'nonce-abc123'" });
    response.end(request.url === "/page" ? "<html><head><title>Ọlá</title></head></html>" : '"<head>"');
  }).listen(0);
  await once(app, "listening");
  const proxy = await startConsoleProxy(`http://localhost:${(app.address() as AddressInfo).port}`, 0);
  const page = await (await fetch(`${proxy.url}/page`)).text();
  expect(page).toMatch(/^<html><head><script nonce="abc123">[\s\S]+<\/script><title>Ọlá<\/title><\/head><\/html>$/);
  expect(await (await fetch(`${proxy.url}/data`)).text()).toBe('"<head>"');
  await fetch(`${proxy.url}/browser-test-report`, { method: "POST", body: "Unhandled: late" });
  expect(proxy.takeProblems()).toEqual(["Unhandled: late"]);
  expect(proxy.takeProblems()).toEqual([]);
  await proxy.close();
  app.close();
});
