import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext, Page } from "@playwright/test";
import { testPort } from "./ports";
import { type ServerOptions, startServer } from "./server";

const PUSH_PORT = testPort(2);
/** URL of the server started by `startPushServer`. */
export const PUSH_SERVER_URL = `http://localhost:${PUSH_PORT}`;
const WORKER_SCOPE = "/firebase-cloud-messaging-push-scope";

/** Data of a push message in the browser; `category_data` is JSON (specification section 3). */
export type PushData = { category_data?: string };
type PushMessage = { data: PushData; notification?: { title: string; body: string } };

/**
 * Starts a second app server on the same data, with push configured and a fake of Google's two hosts. `sent` lists the messages
 * that the fake has received.
 */
export async function startPushServer(dataDir: string, options: Partial<ServerOptions> = {}) {
  const sentMessages: (PushMessage & { token: string })[] = [];
  const fakeGoogle = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    if (request.url !== "/token") sentMessages.push(JSON.parse(body).message);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ access_token: "granted", expires_in: 3_600, name: "projects/e2e/messages/1" }));
  });
  await new Promise<void>((resolve) => fakeGoogle.listen(0, "127.0.0.1", resolve));
  const googleUrl = `http://127.0.0.1:${(fakeGoogle.address() as AddressInfo).port}`;

  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  const private_key = privateKey.export({ type: "pkcs8", format: "pem" });
  const account = { project_id: "e2e", client_email: "push@e2e.example", private_key };
  const server = await startServer({
    port: PUSH_PORT,
    dataDir,
    ...options,
    env: {
      ...options.env,
      FIREBASE_API_KEY: "AIzaSyE2E",
      FIREBASE_PROJECT_ID: "e2e",
      FIREBASE_APP_ID: "1:1234567890:web:e2e",
      FIREBASE_MESSAGING_SENDER_ID: "1234567890",
      FIREBASE_VAPID_KEY: "BDOU99-h67HcA6JeFXHbSNMu7e2yNNu3RzoMj8TM4W88jITfq7ZmPvIM1Iv-4_l2LxQcYwhqby2xGpWwzjfAnG4",
      FIREBASE_SERVICE_ACCOUNT: JSON.stringify(account),
      FIREBASE_TOKEN_URL: `${googleUrl}/token`,
      FIREBASE_SEND_URL: googleUrl,
    },
  });
  return {
    sent: sentMessages,
    server,
    async stop() {
      await server.stop();
      fakeGoogle.closeAllConnections();
      fakeGoogle.close();
    },
  };
}

/**
 * Stubs Firebase's two hosts for a browser. Also stubs `PushManager.subscribe`, because Chromium can't subscribe without Google's push
 * service. Firebase's code, the service worker, messages and the page are real.
 */
export async function stubFirebase(context: BrowserContext, options: { token?: () => string; status?: number } = {}) {
  const { token = () => "device-token-1", status = 200 } = options;
  const headers = { "access-control-allow-origin": "*" };
  const firebaseCalls: string[] = [];
  await context.route("https://*.googleapis.com/**", (route) => {
    const { hostname } = new URL(route.request().url());
    firebaseCalls.push(hostname);
    const installed = {
      fid: "c0123456789abcdefghij0",
      refreshToken: "refresh",
      authToken: { token: "installation", expiresIn: "604800s" },
    };
    const json = hostname.startsWith("firebaseinstallations.") ? installed : { token: token() };
    return route.fulfill({ status, headers, json });
  });
  await context.addInitScript((scope) => {
    PushManager.prototype.subscribe = async () => {
      const registration = await navigator.serviceWorker.getRegistration(scope);
      if (!registration?.active) throw new Error("Subscription failed - no active Service Worker");
      const getKey = () => new Uint8Array(16).buffer;
      return {
        endpoint: "https://push.example/1",
        getKey,
        unsubscribe: async () => true,
      } as unknown as PushSubscription;
    };
  }, WORKER_SCOPE);
  return { asked: firebaseCalls };
}

/** Delivers a push to the worker through the DevTools protocol, as the browser's push service would. */
export async function deliverPush(page: Page, message: PushMessage): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  const registrationId = new Promise<string>((resolve) => {
    devTools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const workerRegistration = registrations.find(
        ({ scopeURL, isDeleted }) => scopeURL.endsWith(WORKER_SCOPE) && !isDeleted,
      );
      if (workerRegistration) resolve(workerRegistration.registrationId);
    });
  });
  await devTools.send("ServiceWorker.enable");
  await devTools.send("ServiceWorker.deliverPushMessage", {
    origin: PUSH_SERVER_URL,
    registrationId: await registrationId,
    data: JSON.stringify({ from: "1234567890", fcmMessageId: "1", ...message }),
  });
  await devTools.detach();
}
