import { toast as queue, type ToastOptions } from "react-hot-toast/headless";

/**
 * Shows toasts; import them only from here. The full build of react-hot-toast inserts a <style> on import, before the nonce is set, so the
 * content security policy blocks it. The headless build has the same queue without styles. Equal toasts are merged, and the duration
 * restarts.
 */
export const toast = Object.assign(withoutRepeats("", queue), {
  success: withoutRepeats("success", queue.success),
  error: withoutRepeats("error", queue.error),
  dismiss: queue.dismiss,
});

type SendToast = (message: Parameters<typeof queue>[0], options?: ToastOptions) => string;

function withoutRepeats(kind: string, send: SendToast): SendToast {
  return (message, options) =>
    send(message, { ...(typeof message === "string" && { id: `${kind}:${message}` }), ...options });
}
