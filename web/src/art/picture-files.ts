import type { Trade } from "../content/industries.ts";

export type PictureFile = {
  readonly id: string;
  /** Name without width and format. */
  readonly name: string;
  /** Its height at a width of 1080. */
  readonly height: number;
};

/** The build fills it from `web/pictures/`, photographs before renders. Unit tests have no pictures. */
export const PICTURE_FILES: Readonly<Partial<Record<Trade | "team", readonly PictureFile[]>>> = {};

export const PICTURE_CREDITS: readonly string[] = [];
