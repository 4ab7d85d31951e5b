let context: AudioContext | undefined;

/** Signals a scan's result by sound and vibration: high and short for admitted, low and long for refused. */
export function playResultSignal(isAdmitted: boolean): void {
  navigator.vibrate?.(isAdmitted ? 80 : [200, 100, 200]);
  try {
    context ??= new AudioContext();
    // Browsers block sound until the user has touched the page.
    if (context.state === "suspended") void context.resume().catch(() => {});
    const oscillator = context.createOscillator();
    const gain = context.createGain();
    gain.gain.value = 0.2;
    oscillator.frequency.value = isAdmitted ? 1_200 : 260;
    oscillator.connect(gain).connect(context.destination);
    oscillator.start();
    oscillator.stop(context.currentTime + (isAdmitted ? 0.12 : 0.45));
  } catch {
    // Ignores errors of sound and vibration, because colour and text also show the result.
  }
}
