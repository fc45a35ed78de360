import * as z from "zod/mini";
import {
  MEDIA_BYTES_MAX,
  MEDIA_NAME_MAX,
  MEDIA_REFUSALS,
  MEDIA_STATES,
  MEDIA_TYPE_KEYS,
} from "../../content/media.ts";
import { idPattern } from "../../ids.ts";
import { oneLine, SHA256_HEX } from "../../text.ts";

/** `POST /functions/v1/material`: begins an upload, or finds the unfinished one of the same file. */
export const StartUploadRequest = z.strictObject({
  name: oneLine(MEDIA_NAME_MAX).check(z.minLength(1)),
  bytes: z.int().check(z.minimum(1), z.maximum(MEDIA_BYTES_MAX)),
  /** SHA-256 in hex of what tells the file apart: name, size, date and first bytes. */
  fingerprint: z.string().check(z.regex(SHA256_HEX)),
});
export type StartUploadRequest = z.infer<typeof StartUploadRequest>;

export const StartUploadResponse = z.object({
  id: z.string(),
  /** Numbers of the parts that have arrived, from 1. */
  parts: z.array(z.int()),
  /** Each part is `PUT` here, with its number in place of `:part`; as 0, a picture of a video's first frame. Valid for an hour. */
  address: z.string(),
});
export type StartUploadResponse = z.infer<typeof StartUploadResponse>;

/** A page of the keys of R2, which the worker reads. */
export const ObjectList = z.object({
  objects: z.array(z.object({ key: z.string(), at: z.iso.datetime() })),
  next: z.nullable(z.string()),
});
export type ObjectList = z.infer<typeof ObjectList>;

export const MediaId = z.string().check(z.regex(idPattern("media")));

const Material = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(MEDIA_STATES),
  /** Null until the first part has arrived. */
  type: z.nullable(z.enum(MEDIA_TYPE_KEYS as [(typeof MEDIA_TYPE_KEYS)[number]])),
  bytes: z.int(),
  /** Null unless the file is a picture or video that is ready. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  refusal: z.nullable(z.enum(MEDIA_REFUSALS)),
  /** Addresses that work for at most an hour; null until the file is ready. */
  thumbnail: z.nullable(z.string()),
  original: z.nullable(z.string()),
});
export type Material = z.infer<typeof Material>;

/** `GET /functions/v1/material`, `POST …/:id/complete` and `DELETE …/:id`: the newest first. */
export const MaterialResponse = z.object({
  material: z.array(Material),
  /** Without an open subscription files can only be read and removed. */
  canAdd: z.boolean(),
});
export type MaterialResponse = z.infer<typeof MaterialResponse>;
