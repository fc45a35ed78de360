/** Off, the site hides every figure, review and account that has no proof on file. */
export const SHOW_WITHOUT_EVIDENCE: boolean = true;
