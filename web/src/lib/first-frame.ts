const FRAME_WITHIN_MS = 5_000;

/** @returns null for what is no film, and for one that this browser cannot decode */
export async function firstFrame(file: File): Promise<Blob | null> {
  if (!file.type.startsWith("video/")) return null;
  const film = document.createElement("video");
  const until = AbortSignal.timeout(FRAME_WITHIN_MS);
  const heard = (event: string) =>
    new Promise<void>((resolve, reject) => {
      film.addEventListener(event, () => resolve(), { once: true });
      for (const source of [film, until])
        source.addEventListener(source === film ? "error" : "abort", () =>
          reject(new Error(event)),
        );
    });
  film.muted = true;
  film.preload = "auto";
  film.src = URL.createObjectURL(file);
  try {
    await heard("loadeddata");
    const seeked = heard("seeked");
    // Many films begin in black.
    film.currentTime = Math.min(0.1, film.duration / 2);
    await seeked;
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [film.videoWidth, film.videoHeight];
    canvas.getContext("2d")?.drawImage(film, 0, 0);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.9));
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(film.src);
  }
}
