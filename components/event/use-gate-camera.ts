"use client";

import { type RefObject, useEffect, useRef, useState } from "react";
import { frameReader } from "@/lib/client/gate/frames";
import { createRepeatFilter } from "@/lib/client/gate/repeats";
import { useVisible } from "./use-gate-page";

export type CameraState = "off" | "starting" | "on" | "refused" | "none";

const LOOK_MS = 125;
const pause = () => new Promise((resolve) => setTimeout(resolve, LOOK_MS));

type CameraOptions = { onCode: (text: string) => unknown; isBusy: RefObject<boolean> };

/** Reads codes with the rear camera. Pauses while the page is hidden. */
export function useGateCamera({ onCode, isBusy }: CameraOptions) {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>("off");
  const [wanted, setWanted] = useState(false);
  const [track, setTrack] = useState<MediaStreamTrack | null>(null);
  const [torch, setTorch] = useState(false);
  const visible = useVisible();
  const latest = useRef(onCode);
  useEffect(() => {
    latest.current = onCode;
  });

  useEffect(() => {
    // Loads the reader while there is a network.
    void frameReader().catch(() => {});
    // Starts without a press if permission was granted before. Some browsers do not report this.
    navigator.permissions
      ?.query({ name: "camera" })
      .then((permission) => permission.state === "granted" && setWanted(true))
      .catch(() => {});
  }, []);

  useEffect(() => {
    if (!wanted || !visible) return;
    let left = false;
    let stream: MediaStream | undefined;
    const look = async () => {
      setState("starting");
      stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: "environment", width: { ideal: 1280 } },
      });
      const element = video.current;
      if (left || !element) return release(stream);
      const [first] = stream.getVideoTracks();
      first?.addEventListener("ended", () => setState("none"));
      element.srcObject = stream;
      await element.play();
      setState("on");
      if (hasTorch(first)) setTrack(first ?? null);
      const read = await frameReader();
      const isNew = createRepeatFilter();
      while (!left) {
        const text = await read(element);
        if (text && !left && isNew(text, performance.now(), isBusy.current)) latest.current(text);
        await pause();
      }
    };
    look().catch((error: unknown) => {
      release(stream);
      if (!left) setState(error instanceof DOMException && error.name === "NotAllowedError" ? "refused" : "none");
    });
    return () => {
      left = true;
      release(stream);
      setTrack(null);
      setTorch(false);
      setState("off");
    };
  }, [wanted, visible, isBusy]);

  const start = () => {
    // Toggles the state so that the effect runs again after a refusal.
    setWanted(false);
    setTimeout(() => setWanted(true));
  };
  const toggleTorch = async () => {
    // Adds `torch`, which TypeScript's type of the constraints lacks.
    const constraint: MediaTrackConstraintSet & { torch: boolean } = { torch: !torch };
    await track?.applyConstraints({ advanced: [constraint] }).then(
      () => setTorch(!torch),
      () => setTrack(null),
    );
  };
  return { video, state, start, stop: () => setWanted(false), torch: track ? torch : null, toggleTorch };
}

function release(stream: MediaStream | undefined) {
  for (const each of stream?.getTracks() ?? []) each.stop();
}

function hasTorch(track: MediaStreamTrack | undefined): boolean {
  const able: MediaTrackCapabilities & { torch?: boolean } = track?.getCapabilities?.() ?? {};
  return able.torch === true;
}
