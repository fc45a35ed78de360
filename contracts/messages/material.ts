import {
  MEDIA_MAX,
  MEDIA_TYPES,
  type MediaRefusal,
  type MediaType,
  type MediaUnsupported,
  PICTURE_PIXELS_MAX,
  VIDEO_SECONDS_MAX,
} from "../content/media.ts";

const megabytes = (type: MediaType) => MEDIA_TYPES[type].maxBytes / 1_000_000;

export const MATERIAL_MESSAGES = {
  loadFailed: "We could not load your files. Please try again.",
  /** R2 does not answer. */
  unavailable: "We cannot take files just now. Your brief is saved: please try again in a minute.",
  unsupported: {
    heic: "This is a HEIC picture, which most platforms refuse. Please choose it from your phone’s photo library, which hands over a JPEG, or save it as JPEG.",
    svg: "This is an SVG drawing. Please save it as PNG or PDF.",
    gif: "This is a GIF. Please save it as PNG, or as MP4 if it moves.",
    other: "We cannot use this kind of file. Please choose a JPEG, PNG, WebP, MP4, MOV or PDF.",
  } satisfies Record<MediaUnsupported, string>,
  tooLarge: (type: MediaType) =>
    ({
      picture: `Pictures may have up to ${megabytes("image/jpeg")} MB. Please choose a smaller one.`,
      video: `Videos may have up to ${megabytes("video/mp4")} MB. Please choose a shorter one.`,
      document: `PDFs may have up to ${megabytes("application/pdf")} MB. Please choose a smaller one.`,
    })[MEDIA_TYPES[type].kind],
  empty: "This file is empty. Please choose another one.",
  refused: {
    damaged: "We could not open this file. Please export it again, and upload that.",
    too_large_picture: `This picture has more than ${PICTURE_PIXELS_MAX / 1_000_000} megapixels or a very long side. Please make it smaller.`,
    too_long: `This video is longer than ${VIDEO_SECONDS_MAX / 60} minutes. Please cut it.`,
    codec: "We cannot use this video’s format. Please export it as MP4 with H.264.",
  } satisfies Record<MediaRefusal, string>,
  full: `You have ${MEDIA_MAX} files here. Please remove one first.`,
  noSubscription: "You need an active subscription to add files.",
  incomplete:
    "Parts of this file are missing. Please choose it again: we carry on where it stopped.",
  expired: "This upload took too long. Please choose the file again: we carry on where it stopped.",
  inPost: "This file is in one of your posts, so it has to stay for now.",
  uploadFailed: "The upload has stopped. Choose the same file again, and it carries on from there.",
  removeFailed: "We could not remove this file. Please try again.",
  removed: (name: string) => `${name} is removed.`,
  uploaded: (name: string) => `${name} is uploaded. We check it now.`,
  checking: "We are checking it.",
  unfinished: "Not finished: choose the same file again, and it carries on",
  waiting: "Paused. The upload carries on by itself.",
} as const;
