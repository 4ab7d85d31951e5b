/** After so many ms without a key, a press or scrolling nobody is taken to use the page. */
const UNATTENDED_MS = 5 * 60_000;
const SIGNS_OF_USE = ["keydown", "pointerdown", "wheel", "touchmove"] as const;

let lastUse = Date.now();

if (typeof window !== "undefined")
  for (const sign of SIGNS_OF_USE)
    window.addEventListener(
      sign,
      () => {
        lastUse = Date.now();
      },
      { capture: true, passive: true },
    );

/** Whether nobody has used this page for five minutes: what it then requests by itself doesn't keep the session open. */
export const isUnattended = () => Date.now() - lastUse > UNATTENDED_MS;
