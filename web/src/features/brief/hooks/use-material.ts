import { useEffect, useRef, useState } from "react";
import useSWR from "swr";
import type { MaterialResponse } from "#contracts/api/content/material.ts";
import { MATERIAL_MESSAGES } from "#contracts/messages/material.ts";
import { errorMessage } from "../../../lib/error-message.ts";
import { apiErrors } from "../../session/api-errors.ts";
import { fetchMaterial } from "../api/material.ts";
import { uploadFile, whyRefused } from "../upload-file.ts";

/** Poll interval while a file is being checked. */
const REFRESH_MS = 3_000;

export type Upload = {
  readonly key: number;
  readonly file: File;
  readonly sent: number;
  /** `waiting` for a connection, or for its turn. */
  readonly state: "sending" | "waiting" | "stopped";
  readonly error: string | null;
};

const ERRORS = apiErrors(MATERIAL_MESSAGES.uploadFailed);

/** The files of the server, and those that are on their way, one after the other. */
export function useMaterial(userId: string) {
  const { data, error, mutate } = useSWR(["material", userId], fetchMaterial, {
    refreshInterval: (loaded) =>
      loaded?.material.some(({ state }) => state === "checking") === true ? REFRESH_MS : 0,
  });
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [announcement, announce] = useState("");
  const queue = useRef<Upload[]>([]);
  const isRunning = useRef(false);
  const nextKey = useRef(0);
  const [leaving] = useState(() => new AbortController());
  useEffect(() => () => leaving.abort(), [leaving]);

  function change(key: number, next: Partial<Upload>): void {
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...next } : one)));
  }

  function dismiss(key: number): void {
    setUploads((all) => all.filter((one) => one.key !== key));
  }

  function show(loaded: MaterialResponse): void {
    void mutate(loaded, { revalidate: false });
  }

  async function send({ key, file }: Upload): Promise<void> {
    try {
      const refusal = await whyRefused(file);
      if (refusal !== null) return change(key, { state: "stopped", error: refusal });
      change(key, { state: "sending" });
      const loaded = await uploadFile(file, {
        onProgress: (sent) => change(key, { sent }),
        onWaiting: (isWaiting) => change(key, { state: isWaiting ? "waiting" : "sending" }),
        signal: leaving.signal,
      });
      show(loaded);
      dismiss(key);
      announce(MATERIAL_MESSAGES.uploaded(file.name));
    } catch (failed) {
      change(key, { state: "stopped", error: errorMessage(failed, ERRORS) });
      // Parts that arrived are listed as an unfinished upload.
      void mutate();
    }
  }

  async function sendAll(): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    for (let next = queue.current.shift(); next !== undefined; next = queue.current.shift()) {
      await send(next);
    }
    isRunning.current = false;
  }

  function add(files: readonly File[]): void {
    const added = files.map((file): Upload => ({
      key: nextKey.current++,
      file,
      sent: 0,
      state: "waiting",
      error: null,
    }));
    // A file that is chosen again carries on.
    setUploads((all) => [
      ...all.filter(
        ({ file, state }) => state !== "stopped" || files.every(({ name }) => name !== file.name),
      ),
      ...added,
    ]);
    queue.current.push(...added);
    void sendAll();
  }

  return {
    data,
    error,
    uploads,
    announcement,
    add,
    dismiss,
    show,
    reload: () => void mutate(),
    announce,
  };
}
