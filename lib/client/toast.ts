import { toast as queue, type ToastOptions } from "react-hot-toast/headless";

/**
 * Toasts come through here only: react-hot-toast's full build writes a <style> as soon as it is imported, before the
 * nonce can be known, and the content security policy refuses it. The headless build is the same queue without styles.
 * Two that say the same are one, which stays for as long as the later one would.
 */
export const toast = Object.assign(alike("", queue), {
  success: alike("success", queue.success),
  error: alike("error", queue.error),
  dismiss: queue.dismiss,
});

type Send = (message: Parameters<typeof queue>[0], options?: ToastOptions) => string;

function alike(kind: string, send: Send): Send {
  return (message, options) =>
    send(message, { ...(typeof message === "string" && { id: `${kind}:${message}` }), ...options });
}
