let context: AudioContext | undefined;

/** Signals a result by sound and vibration: high and short for "in", low and long for "stop". */
export function playResultSignal(isIn: boolean): void {
  navigator.vibrate?.(isIn ? 80 : [200, 100, 200]);
  try {
    context ??= new AudioContext();
    // Browsers block sound until the page is touched.
    if (context.state === "suspended") void context.resume().catch(() => {});
    const tone = context.createOscillator();
    const volume = context.createGain();
    volume.gain.value = 0.2;
    tone.frequency.value = isIn ? 1_200 : 260;
    tone.connect(volume).connect(context.destination);
    tone.start();
    tone.stop(context.currentTime + (isIn ? 0.12 : 0.45));
  } catch {
    // Without sound, colour and text show the result.
  }
}
