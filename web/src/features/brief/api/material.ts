import type {
  MaterialResponse,
  StartUploadRequest,
  StartUploadResponse,
} from "#contracts/api/content/material.ts";
import { CallError } from "../../../lib/call-error.ts";
import { fieldsOf, textOf } from "../../../lib/json.ts";
import { readSiteConfig } from "../../../lib/site-config.ts";
import { callApi } from "../../session/call-api.ts";
import { LimitError } from "../retry-pause.ts";

// Each function throws a CallError for an error response, and another error when there was no response.

export async function fetchMaterial(): Promise<MaterialResponse> {
  return parse(await callApi("GET", "material"));
}

export async function startUpload(file: StartUploadRequest): Promise<StartUploadResponse> {
  const response = await callApi("POST", "material", file);
  const contract = await import("#contracts/api/content/material.ts");
  return contract.StartUploadResponse.parse(await response.json());
}

export async function completeUpload(id: string): Promise<MaterialResponse> {
  return parse(await callApi("POST", `material/${encodeURIComponent(id)}/complete`));
}

export async function removeMaterial(id: string): Promise<MaterialResponse> {
  return parse(await callApi("DELETE", `material/${encodeURIComponent(id)}`));
}

/**
 * `fetch` tells nothing of how far a request is.
 *
 * @param onProgress gets how many bytes have left
 * @throws {CallError} for every answer but success; a TypeError, as `fetch`, when there was none
 */
export async function putPart(
  address: string,
  bytes: Blob,
  { onProgress, signal }: { onProgress: (sent: number) => void; signal: AbortSignal },
): Promise<void> {
  const { anonKey } = readSiteConfig();
  await new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("PUT", address);
    request.setRequestHeader("apikey", anonKey);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.responseType = "json";
    request.upload.addEventListener("progress", ({ loaded }) => onProgress(loaded));
    request.addEventListener("load", () => {
      if (request.status < 300) return resolve();
      const { code, error } = fieldsOf(request.response);
      const answer = [textOf(code), textOf(error)] as const;
      reject(
        request.status === 429
          ? new LimitError(request.getResponseHeader("retry-after"), ...answer)
          : new CallError(request.status, ...answer),
      );
    });
    request.addEventListener("error", () => reject(new TypeError("no answer")));
    request.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(bytes);
  });
}

async function parse(response: Response): Promise<MaterialResponse> {
  const contract = await import("#contracts/api/content/material.ts");
  return contract.MaterialResponse.parse(await response.json());
}
