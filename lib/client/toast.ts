/**
 * Toasts come through here only: react-hot-toast's full build writes a <style> as soon as it is imported, before the
 * nonce can be known, and the content security policy refuses it. The headless build is the same queue without styles.
 */
// biome-ignore lint/performance/noBarrelFile: one name from one package
export { toast } from "react-hot-toast/headless";
