"use client";

import { type RefObject, useEffect, useRef, useState } from "react";
import { createQrCodeReader } from "@/lib/client/gate/frame-reader";
import { createRepeatedCodeFilter } from "@/lib/client/gate/repeat-filter";
import { useIsPageVisible } from "./use-gate-page";

/** State of the camera at a gate. `refused`: the user denied access. `none`: no camera is available. */
export type GateCameraState = "off" | "starting" | "on" | "refused" | "none";

const FRAME_INTERVAL_MS = 125;
const waitForNextFrame = () => new Promise((resolve) => setTimeout(resolve, FRAME_INTERVAL_MS));

type CameraOptions = { onCode: (text: string) => unknown; isBusy: RefObject<boolean> };

/** Reads ticket codes with the phone's rear camera. Pauses while the page is hidden. */
export function useGateCamera({ onCode, isBusy }: CameraOptions) {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<GateCameraState>("off");
  const [isWanted, setIsWanted] = useState(false);
  const [track, setTrack] = useState<MediaStreamTrack | null>(null);
  const [torch, setIsTorchOn] = useState(false);
  const visible = useIsPageVisible();
  const latest = useRef(onCode);
  useEffect(() => {
    latest.current = onCode;
  });

  useEffect(() => {
    // Preloads the code reader while the phone is online.
    void createQrCodeReader().catch(() => {});
    // Starts the camera without a click if permission was granted before. Ignores an error, because some browsers do not report
    // permissions.
    navigator.permissions
      ?.query({ name: "camera" })
      .then((permission) => permission.state === "granted" && setIsWanted(true))
      .catch(() => {});
  }, []);

  useEffect(() => {
    if (!isWanted || !visible) return;
    let isStopped = false;
    let stream: MediaStream | undefined;
    const scanFrames = async () => {
      setState("starting");
      stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: "environment", width: { ideal: 1280 } },
      });
      const element = video.current;
      if (isStopped || !element) return stopCameraStream(stream);
      const [first] = stream.getVideoTracks();
      first?.addEventListener("ended", () => setState("none"));
      element.srcObject = stream;
      await element.play();
      setState("on");
      if (hasTorch(first)) setTrack(first ?? null);
      const readCode = await createQrCodeReader();
      const isNewCode = createRepeatedCodeFilter();
      while (!isStopped) {
        const text = await readCode(element);
        if (text && !isStopped && isNewCode(text, performance.now(), isBusy.current)) latest.current(text);
        await waitForNextFrame();
      }
    };
    scanFrames().catch((error: unknown) => {
      stopCameraStream(stream);
      if (!isStopped) setState(error instanceof DOMException && error.name === "NotAllowedError" ? "refused" : "none");
    });
    return () => {
      isStopped = true;
      stopCameraStream(stream);
      setTrack(null);
      setIsTorchOn(false);
      setState("off");
    };
  }, [isWanted, visible, isBusy]);

  const start = () => {
    // Resets the state first, so that the effect runs again after permission was denied.
    setIsWanted(false);
    setTimeout(() => setIsWanted(true));
  };
  const toggleTorch = async () => {
    // Adds `torch`, which TypeScript's type of the constraints lacks.
    const constraint: MediaTrackConstraintSet & { torch: boolean } = { torch: !torch };
    await track?.applyConstraints({ advanced: [constraint] }).then(
      () => setIsTorchOn(!torch),
      () => setTrack(null),
    );
  };
  return { video, state, start, stop: () => setIsWanted(false), torch: track ? torch : null, toggleTorch };
}

function stopCameraStream(stream: MediaStream | undefined) {
  for (const each of stream?.getTracks() ?? []) each.stop();
}

function hasTorch(track: MediaStreamTrack | undefined): boolean {
  const capabilities: MediaTrackCapabilities & { torch?: boolean } = track?.getCapabilities?.() ?? {};
  return capabilities.torch === true;
}
