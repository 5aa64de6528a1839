/** Stands for globalThis in bundled packages, which n8n does not let packages use: what they look up there is not there. */
export const NO_GLOBALS: Readonly<Record<string, undefined>> = {};
