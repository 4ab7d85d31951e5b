// @ts-check
// Proxy between a browser and the app. Adds a script to each page that reports console errors, uncaught exceptions and violations
// of the content security policy. For engines whose driver does not report them.
import { once } from "node:events";
import { createServer, request } from "node:http";

const REPORT = "/browser-test-report";

/** Runs in the page, before the app's scripts. @param {string} address */
function report(address) {
  const send = (/** @type {unknown[]} */ parts) =>
    void fetch(address, { method: "POST", keepalive: true, body: parts.map(String).join(" ") }).catch(() => {});
  const { error } = console;
  console.error = (...parts) => {
    send(parts);
    error.apply(console, parts);
  };
  addEventListener("error", (event) => event.message && send([event.message, event.error?.stack ?? ""]));
  addEventListener("unhandledrejection", ({ reason }) => send(["Unhandled:", reason?.message ?? reason]));
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    send(["Content security policy:", violatedDirective, blockedURI]),
  );
}

/**
 * @param {string} server address of the app @param {number} port 0 for any
 * @returns {Promise<{ url: string, takeProblems: () => string[], close: () => Promise<void> }>}
 */
export async function startConsoleProxy(server, port) {
  /** @type {string[]} */
  const problems = [];
  const proxy = createServer((incoming, outgoing) => {
    if (incoming.url === REPORT) {
      let text = "";
      incoming.on("data", (part) => {
        text += part;
      });
      incoming.on("end", () => {
        problems.push(text);
        outgoing.writeHead(204).end();
      });
      return;
    }
    const headers = { ...incoming.headers, "accept-encoding": "identity" };
    const asked = request(server + incoming.url, { method: incoming.method, headers }, (answer) => {
      const type = answer.headers["content-type"] ?? "";
      const policy = String(answer.headers["content-security-policy"] ?? "");
      if (!type.startsWith("text/html")) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
        return;
      }
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
      const { "content-length": _, ...rest } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, rest);
      let isDone = false;
      answer.setEncoding("utf8");
      answer.on("data", (/** @type {string} */ part) => {
        const script = `<script nonce="${nonce}">(${report})("${REPORT}")</script>`;
        outgoing.write(isDone ? part : part.replace(/<head[^>]*>/, (head) => head + script));
        isDone ||= /<head[^>]*>/.test(part);
      });
      answer.on("end", () => outgoing.end());
      answer.on("error", () => outgoing.destroy());
    });
    asked.on("error", () => outgoing.destroy());
    outgoing.on("close", () => asked.destroy());
    incoming.pipe(asked);
  });
  proxy.listen(port);
  await once(proxy, "listening");
  return {
    url: `http://localhost:${/** @type {import("node:net").AddressInfo} */ (proxy.address()).port}`,
    takeProblems: () => problems.splice(0),
    close: async () => {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, "close");
    },
  };
}
