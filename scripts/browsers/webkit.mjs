// @ts-check
// Drives WebKitGTK by WebDriver, on a separate virtual display. Uses no client library, because a dozen HTTP calls are enough.
// The driver of WebKitGTK 2.50 reports no console messages; console-proxy.mjs collects them.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { startConsoleProxy } from "./console-proxy.mjs";
import { missingPackageError } from "./engine.mjs";

const DRIVER_BINARY = "/usr/bin/WebKitWebDriver";
const XVFB_BINARY = "/usr/bin/Xvfb";
/** Key of an element in responses, defined by the WebDriver standard. */
const ELEMENT_KEY = "element-6066-11e4-a52e-4f735466cecf";
const END_KEY = "\uE010";
const BACKSPACE_KEY = "\uE003";
const WINDOW_WIDTH = 1440;
const WINDOW_HEIGHT = 900;

/**
 * Starts Xvfb, the driver and the browser. @param {string} server URL of the app @param {number} port first of two free ports
 * @returns {Promise<import("./engine.mjs").Engine>} @throws if WebKitGTK or Xvfb is not installed
 */
export async function startWebKit(server, port) {
  if (!existsSync(DRIVER_BINARY) || !existsSync(XVFB_BINARY))
    throw missingPackageError("WebKitGTK", ["webkit2gtk-driver", "xvfb"]);
  const proxy = await startConsoleProxy(server, port);
  const display = spawn(XVFB_BINARY, ["-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const [number] = await once(/** @type {import("node:stream").Readable} */ (display.stdio[3]), "data");
  const driver = spawn(DRIVER_BINARY, [`--port=${port + 1}`, "--host=127.0.0.1"], {
    stdio: "ignore",
    env: { ...process.env, DISPLAY: `:${String(number).trim()}`, WEBKIT_DISABLE_DMABUF_RENDERER: "1" },
  });
  const end = () => {
    driver.kill();
    display.kill();
  };
  process.on("exit", end);

  /** Sends a WebDriver command and returns its value. @param {string} method @param {string} path @param {object} [body] */
  const callDriver = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port + 1}${path}`, { method, body: body && JSON.stringify(body) });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  await waitUntilReady(() => callDriver("GET", "/status"));
  const options = { binary: findMiniBrowser(), args: ["--automation"] };
  const { sessionId, capabilities } = await callDriver("POST", "/session", {
    capabilities: { alwaysMatch: { "webkitgtk:browserOptions": options } },
  });
  const at = `/session/${sessionId}`;
  /** Sets the size of the page, without the window's toolbars. @param {number} width @param {number} height */
  const resize = async (width, height) => {
    await callDriver("POST", `${at}/window/rect`, { width, height });
    const inner = await run("[innerWidth, innerHeight]");
    await callDriver("POST", `${at}/window/rect`, { width: 2 * width - inner[0], height: 2 * height - inner[1] });
  };
  const run = (/** @type {string} */ source) =>
    callDriver("POST", `${at}/execute/sync`, { script: `return (${source});`, args: [] });
  const element = async (/** @type {string} */ value) =>
    `${at}/element/${(await callDriver("POST", `${at}/element`, { using: "css selector", value }))[ELEMENT_KEY]}`;
  await resize(WINDOW_WIDTH, WINDOW_HEIGHT);
  return {
    name: `WebKitGTK/${capabilities.browserVersion}`,
    goto: (url) => callDriver("POST", `${at}/url`, { url: url.replace(server, proxy.url) }),
    run,
    click: async (selector) => {
      // The driver clicks the element's first client rect, which is empty in WebKit for a link around a block element.
      const isEmpty = await run(`document.querySelector(${JSON.stringify(selector)}).getClientRects()[0]?.width === 0`);
      await callDriver("POST", `${await element(isEmpty ? `${selector} > *` : selector)}/click`, {});
    },
    fill: async (selector, text) => {
      const length = await run(`document.querySelector(${JSON.stringify(selector)}).value?.length ?? 0`);
      // Deletes by Backspace: the driver's "clear" fires no event that React handles, and after Ctrl+A the driver types nothing.
      const keys = length > 0 ? END_KEY + BACKSPACE_KEY.repeat(length) + text : text;
      await callDriver("POST", `${await element(selector)}/value`, { text: keys });
    },
    upload: async (selector, file) => callDriver("POST", `${await element(selector)}/value`, { text: file }),
    resize,
    takeProblems: proxy.takeProblems,
    close: async () => {
      await callDriver("DELETE", at).catch(() => {});
      process.off("exit", end);
      end();
      await proxy.close();
    },
  };
}

/** Waits up to 20 s until a check succeeds. @param {() => Promise<unknown>} checkReady */
async function waitUntilReady(checkReady) {
  for (let tries = 0; tries < 100; tries++) {
    if (
      await checkReady().then(
        () => true,
        () => false,
      )
    )
      return;
    await delay(200);
  }
  throw new Error("WebKitWebDriver did not start within 20 seconds.");
}

/** Returns the path of WebKitGTK's test browser. Its folder is named after the processor architecture. */
function findMiniBrowser() {
  const folders = ["x86_64", "aarch64", "arm"].map((machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1`);
  const browserPath = [...folders, "/usr/lib/webkit2gtk-4.1", "/usr/libexec/webkit2gtk-4.1"]
    .map((folder) => `${folder}/MiniBrowser`)
    .find((file) => existsSync(file));
  if (!browserPath) throw missingPackageError("MiniBrowser of WebKitGTK", ["webkit2gtk-driver", "xvfb"]);
  return browserPath;
}
