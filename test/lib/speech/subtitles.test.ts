import { timedTexts } from '../../../lib/speech/subtitles';
import { WILD_SRT, WILD_VTT, type Wild } from './wildSubtitles';

const read = (text: string) => timedTexts(text, []).map(({ start, text: said }) => [start, said]);

describe.each([
	['SubRip', WILD_SRT],
	['WebVTT', WILD_VTT],
] as Array<[string, Wild[]]>)('%s', (_format, kinds) => {
	it.each(kinds.map((wild) => [wild.name, wild] as const))(
		'is read as players read it: %s',
		(_name, { text, cues }) => {
			expect(read(text)).toEqual(cues);
		},
	);
});
