let audio: AudioContext | null = null;

/** People who count do not look at the screen: every result is heard and felt as well. */
export function signal(result: "ok" | "again" | "error"): void {
  navigator.vibrate?.({ ok: 40, again: [40, 60, 40], error: [180, 80, 180] }[result]);
  try {
    audio ??= new AudioContext();
    void audio.resume();
    if (result === "ok") beep({ hertz: 1320, from: 0, seconds: 0.07 });
    if (result === "again") for (const from of [0, 0.11]) beep({ hertz: 990, from, seconds: 0.07 });
    if (result === "error") for (const from of [0, 0.24]) beep({ hertz: 196, from, seconds: 0.2, type: "square" });
  } catch {
    audio = null; // no sound card or no leave to use it: the words and the vibration remain
  }
}

function beep({
  hertz,
  from,
  seconds,
  type = "sine",
}: {
  hertz: number;
  from: number;
  seconds: number;
  type?: OscillatorType;
}): void {
  if (!audio) return;
  const at = audio.currentTime + from;
  const tone = new OscillatorNode(audio, { frequency: hertz, type });
  const loudness = new GainNode(audio, { gain: 0.25 });
  loudness.gain.setTargetAtTime(0, at + seconds - 0.02, 0.01);
  tone.connect(loudness).connect(audio.destination);
  tone.start(at);
  tone.stop(at + seconds + 0.05);
}
