/** Why a sound file cannot be read, as the end of a sentence that begins with the file. */
export class Unreadable extends Error {}
