// @ts-check
// Interface that each browser engine implements. The tests in modules.mjs use no other functions, so they run in every engine.

/**
 * @typedef {object} Engine
 * @property {string} name name and version of the browser
 * @property {(url: string) => Promise<void>} goto opens a URL
 * @property {(source: string) => Promise<any>} run evaluates an expression in the page; its caller knows the type of the result
 * @property {(selector: string) => Promise<void>} click sends real pointer events
 * @property {(selector: string, text: string) => Promise<void>} fill replaces the content by typing
 * @property {(selector: string, file: string) => Promise<void>} upload chooses a file in a file input
 * @property {(width: number, height: number) => Promise<void>} resize sets the size of the page, in CSS pixels
 * @property {(selector: string) => Promise<string>} [openTab] clicks with Ctrl and returns the path and search of the tab that opens; WebKitGTK's test browser has no tabs
 * @property {() => string[]} takeProblems returns and clears console errors, uncaught exceptions and violations of the content security policy
 * @property {() => Promise<void>} close ends the browser
 */

/** Returns the error to throw if Debian packages of a browser engine are missing. @param {string} engineName @param {string[]} packages */
export const missingPackageError = (engineName, packages) =>
  new Error(`${engineName} is missing. On Debian, as root: apt-get install ${packages.join(" ")}`);
