import { connect } from "node:net";
import { expect, test } from "./support/test";

/** Returns the raw response to a raw request: browsers and fetch refuse to send most of these. */
function answerTo(server: string, method: string, path: string, more = ""): Promise<string> {
  const { hostname, port } = new URL(server);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let said = "";
    socket.setEncoding("utf8");
    socket.on("data", (piece) => {
      said += piece;
    });
    socket.on("end", () => resolve(said)).on("error", reject);
    socket.write(`${method} ${path} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n${more}\r\n`);
  });
}

const API = ["/api/v1/users", "/api/v1/public/faq", "/api/health", "/api/webhooks/simulated", "/api/v1/openapi.json"];

for (const path of API)
  test(`${path} refuses other methods with 405 and a message`, async ({ server }) => {
    for (const method of ["TRACE", "PROPFIND", "MKCOL", "PUT"]) {
      const answer = await answerTo(server, method, path);
      expect([method, answer.split("\r\n")[0]]).toEqual([method, "HTTP/1.1 405 Method Not Allowed"]);
      expect(answer).toMatch(/\r\nallow: [A-Z, ]+\r\n/i);
      expect(answer).toMatch(/"status":405,"message":"[A-Z].+\."/);
    }
  });

test("never responds with a server error, whatever the method", async ({ server }) => {
  const paths = [...API, "/", "/auth/login", "/dashboard", "/api/v1/docs", "/api/nothing", "/icon.svg", "/nothing"];
  for (const path of paths)
    for (const method of ["TRACE", "PROPFIND", "PURGE", "OPTIONS", "HEAD", "PUT", "DELETE", "PATCH"]) {
      const [, status] = (await answerTo(server, method, path)).split(" ");
      expect([method, path, Number(status) < 500]).toEqual([method, path, true]);
    }
  expect(await answerTo(server, "CONNECT", "example.com:443").catch(() => "")).not.toContain(" 500 ");
});

test("sends nosniff and HSTS headers for everything under /api", async ({ server }) => {
  const paths = [
    ...API,
    "/api/v1/docs",
    "/api/v1/nothing",
    "/api/nothing",
    "/api/v1/exports/none",
    "/api/v1/public/previews/x",
  ];
  for (const path of paths)
    for (const method of ["GET", "POST", "TRACE"]) {
      const answer = (await answerTo(server, method, path)).toLowerCase();
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

test("refuses a sign-in body that is too large, by its Content-Length or while receiving it", async ({ server }) => {
  const json = "Content-Type: application/json\r\n";
  const path = "/api/v1/auth/admin/login";
  expect(await answerTo(server, "POST", path, `${json}Content-Length: 814000\r\n`)).toContain(" 413 ");
  const chunk = `${(8_192).toString(16)}\r\n${"x".repeat(8_192)}\r\n`;
  const chunked = await answerTo(server, "POST", path, `${json}Transfer-Encoding: chunked\r\n\r\n${chunk}0\r\n`);
  expect(chunked).toContain(" 413 ");
  expect(chunked).toContain("larger than 4 KB");
});
