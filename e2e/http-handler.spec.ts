import { connect } from "node:net";
import { expect, test } from "./support/test";

/** Sends a raw HTTP request and returns the raw response. Browsers and fetch refuse to send most of these requests. */
function rawRequest(server: string, method: string, path: string, extraHeaders = ""): Promise<string> {
  const { hostname, port } = new URL(server);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let received = "";
    socket.setEncoding("utf8");
    socket.on("data", (piece) => {
      received += piece;
    });
    socket.on("end", () => resolve(received)).on("error", reject);
    socket.write(`${method} ${path} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n${extraHeaders}\r\n`);
  });
}

const API_PATHS = [
  "/api/v1/users",
  "/api/v1/public/faq",
  "/api/health",
  "/api/webhooks/simulated",
  "/api/v1/openapi.json",
];

for (const path of API_PATHS)
  test(`${path} refuses unsupported HTTP methods with 405 and a message`, async ({ server }) => {
    for (const method of ["TRACE", "PROPFIND", "MKCOL", "PUT"]) {
      const answer = await rawRequest(server, method, path);
      expect([method, answer.split("\r\n")[0]]).toEqual([method, "HTTP/1.1 405 Method Not Allowed"]);
      expect(answer).toMatch(/\r\nallow: [A-Z, ]+\r\n/i);
      expect(answer).toMatch(/"status":405,"message":"[A-Z].+\."/);
    }
  });

test("the server returns no 5xx for any HTTP method", async ({ server }) => {
  const paths = [
    ...API_PATHS,
    "/",
    "/auth/login",
    "/dashboard",
    "/api/v1/docs",
    "/api/nothing",
    "/icon.svg",
    "/nothing",
  ];
  for (const path of paths)
    for (const method of ["TRACE", "PROPFIND", "PURGE", "OPTIONS", "HEAD", "PUT", "DELETE", "PATCH"]) {
      const [, status] = (await rawRequest(server, method, path)).split(" ");
      expect([method, path, Number(status) < 500]).toEqual([method, path, true]);
    }
  expect(await rawRequest(server, "CONNECT", "example.com:443").catch(() => "")).not.toContain(" 500 ");
});

test("the server sends nosniff and HSTS headers with all responses below /api", async ({ server }) => {
  const paths = [
    ...API_PATHS,
    "/api/v1/docs",
    "/api/v1/nothing",
    "/api/nothing",
    "/api/v1/exports/none",
    "/api/v1/public/previews/x",
  ];
  for (const path of paths)
    for (const method of ["GET", "POST", "TRACE"]) {
      const answer = (await rawRequest(server, method, path)).toLowerCase();
      expect([method, path, answer]).toEqual([
        method,
        path,
        expect.stringContaining("x-content-type-options: nosniff"),
      ]);
      expect([method, path, answer]).toEqual([
        method,
        path,
        expect.stringContaining("strict-transport-security: max-age=31536000; includesubdomains"),
      ]);
    }
});

test("the server rejects a sign-in body above the size limit by its Content-Length, or while receiving it", async ({
  server,
}) => {
  const json = "Content-Type: application/json\r\n";
  const path = "/api/v1/auth/admin/login";
  expect(await rawRequest(server, "POST", path, `${json}Content-Length: 814000\r\n`)).toContain(" 413 ");
  const chunk = `${(8_192).toString(16)}\r\n${"x".repeat(8_192)}\r\n`;
  const chunkedAnswer = await rawRequest(
    server,
    "POST",
    path,
    `${json}Transfer-Encoding: chunked\r\n\r\n${chunk}0\r\n`,
  );
  expect(chunkedAnswer).toContain(" 413 ");
  expect(chunkedAnswer).toContain("larger than 4 KB");
});
