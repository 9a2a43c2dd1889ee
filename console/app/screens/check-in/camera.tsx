/** The camera, while it is on: what it sees, and each code once. */
import { Alert, Box } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { readPicture, turns } from "./read-picture.ts";
import { checkInTexts } from "./texts.ts";

const lookMs = 150;
/** A code that stays before the camera is read once. */
const sameMs = 4_000;

export function Camera({ found }: { readonly found: (text: string) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const tell = useRef(found);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    tell.current = found;
  });
  useEffect(() => {
    const end = new AbortController();
    void watch(video.current, end.signal, (text) => tell.current(text)).catch(() =>
      setRefused(true),
    );
    return () => end.abort();
  }, []);
  const words = checkInTexts();
  if (isRefused) return <Alert color="orange">{words.noCamera}</Alert>;
  return (
    <Box className="camera">
      <video ref={video} playsInline muted aria-label={words.camera} />
    </Box>
  );
}

async function watch(
  video: HTMLVideoElement | null,
  signal: AbortSignal,
  found: (text: string) => void,
): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: "environment" },
  });
  const stop = (): void => {
    for (const track of stream.getTracks()) track.stop();
  };
  if (signal.aborted || !video) return stop();
  signal.addEventListener("abort", stop);
  video.srcObject = stream;
  await video.play().catch(() => undefined);
  let last = { text: "", at: 0 };
  let looks = 0;
  const timer = setInterval(() => {
    const { videoWidth: width, videoHeight: height } = video;
    const turn = turns[looks++ % turns.length] ?? 0;
    const text = readPicture({ source: video, width, height }, turn);
    const now = Date.now();
    if (text === undefined || (text === last.text && now - last.at < sameMs)) return;
    last = { text, at: now };
    found(text);
  }, lookMs);
  signal.addEventListener("abort", () => clearInterval(timer));
}
