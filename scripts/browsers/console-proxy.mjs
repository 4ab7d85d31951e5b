// @ts-check
// Proxy between a browser and the app, for engines whose driver does not report errors. Adds a script to each page that
// reports console errors, uncaught exceptions and violations of the content security policy.
import { once } from "node:events";
import { createServer, request } from "node:http";

const REPORT_PATH = "/browser-test-report";

/** Posts console errors and violations to the proxy. Runs in the page, before the app's scripts. @param {string} address */
function reportConsoleErrors(address) {
  const sendReport = (/** @type {unknown[]} */ parts) =>
    void fetch(address, { method: "POST", keepalive: true, body: parts.map(String).join(" ") }).catch(() => {});
  const { error } = console;
  console.error = (...parts) => {
    sendReport(parts);
    error.apply(console, parts);
  };
  addEventListener("error", (event) => event.message && sendReport([event.message, event.error?.stack ?? ""]));
  addEventListener("unhandledrejection", ({ reason }) => sendReport(["Unhandled:", reason?.message ?? reason]));
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    sendReport(["Content security policy:", violatedDirective, blockedURI]),
  );
}

/**
 * Starts the proxy. `takeProblems` returns and clears the reported errors.
 * @param {string} server URL of the app @param {number} port of the proxy; 0 for any free port
 * @returns {Promise<{ url: string, takeProblems: () => string[], close: () => Promise<void> }>}
 */
export async function startConsoleProxy(server, port) {
  /** Reported errors since the last `takeProblems`. @type {string[]} */
  const problems = [];
  const proxy = createServer((clientRequest, clientResponse) => {
    if (clientRequest.url === REPORT_PATH) {
      let text = "";
      clientRequest.on("data", (chunk) => {
        text += chunk;
      });
      clientRequest.on("end", () => {
        problems.push(text);
        clientResponse.writeHead(204).end();
      });
      return;
    }
    const headers = { ...clientRequest.headers, "accept-encoding": "identity" };
    const serverRequest = request(server + clientRequest.url, { method: clientRequest.method, headers }, (answer) => {
      const type = answer.headers["content-type"] ?? "";
      const policy = String(answer.headers["content-security-policy"] ?? "");
      if (!type.startsWith("text/html")) {
        clientResponse.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(clientResponse);
        return;
      }
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
      const { "content-length": _, ...rest } = answer.headers;
      clientResponse.writeHead(answer.statusCode ?? 502, rest);
      let isInjected = false;
      answer.setEncoding("utf8");
      answer.on("data", (/** @type {string} */ chunk) => {
        const script = `<script nonce="${nonce}">(${reportConsoleErrors})("${REPORT_PATH}")</script>`;
        clientResponse.write(isInjected ? chunk : chunk.replace(/<head[^>]*>/, (headTag) => headTag + script));
        isInjected ||= /<head[^>]*>/.test(chunk);
      });
      answer.on("end", () => clientResponse.end());
      answer.on("error", () => clientResponse.destroy());
    });
    serverRequest.on("error", () => clientResponse.destroy());
    clientResponse.on("close", () => serverRequest.destroy());
    clientRequest.pipe(serverRequest);
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
