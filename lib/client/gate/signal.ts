let context: AudioContext | undefined;

/** Heard and felt, so that nobody has to look: high and short for "in", low and long for "stop". */
export function signal(isIn: boolean): void {
  navigator.vibrate?.(isIn ? 80 : [200, 100, 200]);
  try {
    context ??= new AudioContext();
    // A browser keeps a page silent until it is touched.
    if (context.state === "suspended") void context.resume().catch(() => {});
    const tone = context.createOscillator();
    const volume = context.createGain();
    volume.gain.value = 0.2;
    tone.frequency.value = isIn ? 1_200 : 260;
    tone.connect(volume).connect(context.destination);
    tone.start();
    tone.stop(context.currentTime + (isIn ? 0.12 : 0.45));
  } catch {
    // Without sound the colour and the word still say it.
  }
}
