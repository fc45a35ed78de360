/** Alternative texts by the picture's id. The build fills it; apart from the files, because most pages need no alts. */
export const PICTURE_ALTS: Readonly<Record<string, string>> = {};
