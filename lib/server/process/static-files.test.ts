import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serveCompressed } from "./static-files";

const folder = mkdtempSync(path.join(tmpdir(), "static-files-"));
const nextServer = createServer((_, response) => response.end("Next"));
const compressedBody = brotliCompressSync("let a;");

beforeAll(async () => {
  mkdirSync(path.join(folder, "chunks"));
  writeFileSync(path.join(folder, "chunks/a.js"), "let a;");
  writeFileSync(path.join(folder, "chunks/a.js.br"), compressedBody);
  writeFileSync(path.join(folder, "chunks/b.js"), "let b;");
  serveCompressed(folder);
  await new Promise<void>((resolve) => nextServer.listen(0, resolve));
});
afterAll(() => {
  nextServer.close();
  rmSync(folder, { recursive: true });
});

function requestFile(
  url: string,
  headers: Record<string, string> = { "accept-encoding": "gzip, deflate, br, zstd" },
  method = "GET",
) {
  const { port } = nextServer.address() as AddressInfo;
  return new Promise<{ headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    request({ port, path: url, headers, method, agent: false }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({ headers: response.headers, body: Buffer.concat(chunks) });
    })
      .on("error", reject)
      .end();
  });
}

describe("static files", () => {
  it("serveCompressed serves scripts and styles as the build compressed them, from the first request, with an immutable cache header", async () => {
    for (const url of ["/_next/static/chunks/a.js", "/_next/static/chunks/a.js?v=1"]) {
      const { headers, body } = await requestFile(url);
      expect(body).toEqual(compressedBody);
      expect(headers).toMatchObject({
        "content-encoding": "br",
        "content-type": "application/javascript; charset=UTF-8",
        "content-length": String(compressedBody.length),
        "cache-control": "public, max-age=31536000, immutable",
        vary: "Accept-Encoding",
      });
    }
  });

  it.each([
    ["a browser without brotli", "/_next/static/chunks/a.js", { "accept-encoding": "gzip, deflate" }],
    ["a range request", "/_next/static/chunks/a.js", { "accept-encoding": "br", range: "bytes=0-1" }],
    ["a file that is not compressed", "/_next/static/chunks/b.js"],
    ["the compressed file by its name", "/_next/static/chunks/a.js.br"],
    ["a path that leaves the folder", "/_next/static/../chunks/a.js"],
    ["a page", "/dashboard"],
  ])("serveCompressed leaves the request to Next.js for %s", async (_, url, headers?: Record<string, string>) => {
    expect((await requestFile(url, headers)).body.toString()).toBe("Next");
  });

  it("serveCompressed leaves a HEAD request for a static file to Next.js", async () => {
    expect((await requestFile("/_next/static/chunks/a.js", undefined, "HEAD")).headers).not.toHaveProperty(
      "content-encoding",
    );
  });
});
