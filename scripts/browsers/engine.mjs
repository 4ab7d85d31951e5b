// @ts-check
// Interface of a browser engine. The modules' tests (modules.mjs) use only it, so all engines run the same.

/**
 * @typedef {object} Engine
 * @property {string} name with its version
 * @property {(url: string) => Promise<void>} goto
 * @property {(source: string) => Promise<any>} run evaluates an expression in the page; its caller knows the type of the result
 * @property {(selector: string) => Promise<void>} click with the engine's own pointer events
 * @property {(selector: string, text: string) => Promise<void>} fill replaces the content by typing
 * @property {(selector: string, file: string) => Promise<void>} upload
 * @property {(width: number, height: number) => Promise<void>} resize
 * @property {(selector: string) => Promise<string>} [openTab] clicks with Ctrl and returns the path and search of the tab that opens; WebKitGTK's test browser has no tabs
 * @property {() => string[]} takeProblems console errors, uncaught exceptions and violations of the content security policy
 * @property {() => Promise<void>} close
 */

/** Returns the error for a missing Debian package. @param {string} engineName @param {string[]} packages */
export const missingPackageError = (engineName, packages) =>
  new Error(`${engineName} is missing. On Debian, as root: apt-get install ${packages.join(" ")}`);
