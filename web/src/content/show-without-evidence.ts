declare const process: { readonly env: { readonly UNPROVED_CLAIMS?: string } };

/**
 * Off, the site hides every figure, review, account and deadline that has no proof on file. The build puts the setting
 * in its place: without it, as in production, they are off.
 */
export const SHOW_WITHOUT_EVIDENCE: boolean = process.env.UNPROVED_CLAIMS === "shown";
