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
  loadFailed: "We couldn’t load your files. Please try again.",
  unavailable: "We can’t take files right now. Your brief is saved; please try again in a minute.",
  unsupported: {
    heic: "This is a HEIC picture, which most platforms won’t accept. Choose it from your phone’s photo library, which converts it, or save it as a JPEG.",
    svg: "This is an SVG drawing. Please save it as PNG or PDF.",
    gif: "This is a GIF. Please save it as PNG, or as MP4 if it moves.",
    other: "We can’t use this kind of file. Please choose a JPEG, PNG, WebP, MP4, MOV or PDF.",
  } satisfies Record<MediaUnsupported, string>,
  tooLarge: (type: MediaType) =>
    ({
      picture: `Pictures can be up to ${megabytes("image/jpeg")} MB. Please choose a smaller one.`,
      video: `Videos can be up to ${megabytes("video/mp4")} MB. Please choose a shorter one.`,
      document: `PDFs can be up to ${megabytes("application/pdf")} MB. Please choose a smaller one.`,
    })[MEDIA_TYPES[type].kind],
  empty: "This file is empty. Please choose another one.",
  refused: {
    damaged: "We couldn’t open this file. Please export it again and upload that.",
    too_large_picture: `This picture has more than ${PICTURE_PIXELS_MAX / 1_000_000} megapixels, a very long side or too much detail for us to open. Please make it smaller.`,
    too_long: `This video is longer than ${VIDEO_SECONDS_MAX / 60} minutes. Please cut it.`,
    codec: "We can’t use this video format. Please export it as MP4 with H.264.",
  } satisfies Record<MediaRefusal, string>,
  full: `You have ${MEDIA_MAX} files here that are in no post. Please remove one first.`,
  noSubscription: "You need an active subscription to add files.",
  incomplete:
    "Parts of this file are missing. Choose it again and we’ll carry on where it stopped.",
  expired: "This upload took too long. Choose the file again and we’ll carry on where it stopped.",
  inPost: "This file is in one of your posts, so you can’t remove it yet.",
  uploadFailed: "The upload has stopped. Choose the same file again to carry on.",
  removeFailed: "We couldn’t remove this file. Please try again.",
  removed: (name: string) => `${name} has been removed.`,
  uploaded: (name: string) => `${name} has been uploaded. We’re checking it now.`,
  checking: "We’re checking it.",
  unfinished: "Not finished: choose the same file again, and it carries on",
  waiting: "Paused. The upload will carry on by itself.",
} as const;
