import type { ScriptedTurn } from '../chat/script';
import type { ChatRequest } from '../schemas/chat';
import type { SpeechFormat } from '../schemas/speech';
import { colourOf, type Size } from './colour';
import type { PictureFormat } from './dimensions';
import { picture, pictureFile } from './picture';
import { flat, halved, type Raster } from './raster';
import { type Manner, spoken } from './speech';

/** Makes what the models of the service would make. */
export interface Studio {
	/** What a chat answer says before its own words. */
	readonly preface: string;
	/** What it does with the tools that it is offered, where it does anything. */
	turn?(request: ChatRequest): ScriptedTurn | undefined;
	/** A picture of what a text describes; `source` is the file that it is made from. */
	picture(format: PictureFormat, size: Size, text: string, source?: Buffer): Buffer;
	/** What is in front in a picture, as a PNG without its background. */
	cutOut(size: Size, source?: Buffer): Buffer;
	/** A still for a film. */
	still(size: Size, text: string): Raster;
	/** A text as speech. */
	speech(text: string, format: SpeechFormat, manner: Manner): Buffer;
	/** What is said in a recording, where that is known. */
	heard(recording: Buffer): string | undefined;
}

/** Cheap to ask thousands of times: one colour, one tone. */
export const plainStudio: Studio = {
	preface: '',
	picture,
	cutOut: (size) => pictureFile('png', halved(size, colourOf('foreground'))),
	still: (size, text) => flat(size, colourOf(text)),
	speech: spoken,
	heard: () => undefined,
};
