/** Time in ms without a key, click or scroll after which the page counts as unattended. */
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

/** Returns true if the page has not been used for five minutes. Its background requests then do not extend the session. */
export const isIdle = () => Date.now() - lastUse > UNATTENDED_MS;
