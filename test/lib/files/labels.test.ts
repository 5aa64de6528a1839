import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..', '..');

/** A line that decides something by a media type, or by an extension that a label names. */
const DECIDES = new RegExp(
	[
		/(?:mimeType|fileExtension)(?:\)|\])?(?:\s*(?:[=!]==?|\?[^?.:]|&&|\|\|)|\??\.(?:startsWith|endsWith|includes|match|split|slice|replace))/,
		/(?<!function )\b(?:test|has|includes|get|exec|match|extensionFor)\([^()]*(?:mimeType|fileExtension)/,
		/(?<!\.\.\.)\[[^[\]]*(?:mimeType|fileExtension)\]/,
	]
		.map(({ source }) => source)
		.join('|'),
);

/** Each line that may: its media type is not that of a label, or only the words of an error depend on it. */
const LAWFUL: Record<string, string[]> = {
	'lib/files/inspectBody.ts': ["fileKindOf(head)?.mimeType === 'image/svg+xml'"],
	'lib/files/outputFile.ts': [
		'fileKindOf(head)?.mimeType !== declared',
		// What the bytes of a paid answer are, or the format that was asked for.
		'TYPE_OF_16_BIT_SAMPLES.test(mimeType)',
	],
	'lib/files/outputNames.ts': ['extensionFor(mimeType) ?? format'],
	'lib/speech/joinSpeech.ts': ['extensionFor(mimeType) ?? fileOptions', "mimeType === 'audio/pcm'"],
	'lib/files/fileKind.ts': [
		"mimeType === 'video/mp4' && has(",
		"mimeType === 'video/webm' && has(",
	],
	'lib/files/fileFormats.ts': ['.includes(mimeType)', 'EXTENSION_OF_TYPE.get(mimeType)'],
	// Whether a value is a file at all.
	'lib/files/inputFile.ts': ["typeof value.mimeType !== 'string'"],
	'lib/files/storedFile.ts': ["typeof value.binary.mimeType === 'string'"],
	// The part of a message of an agent, whose bytes are checked against it.
	'lib/chat/agents/wireMessages.ts': ['mimeType.startsWith(`${kind}/`)'],
	'lib/chat/attachmentParts.ts': [
		'mimeType === UNKNOWN_MEDIA_TYPE ? file.mimeType : mimeType',
		// Of sound without a mark: its bytes say nothing.
		'AUDIO_FORMAT_OF_TYPE[mimeType]',
	],
};

it('what a file is, its bytes say: no line outside of recognizeFile.ts asks a label', () => {
	const found = ['lib', 'nodes'].flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts') && !file.endsWith('recognizeFile.ts'))
			.flatMap((file) => {
				const path = `${folder}/${file.replaceAll('\\', '/')}`;
				const lines = readFileSync(join(root, path), 'utf8').split('\n');
				return lines
					.filter((line) => DECIDES.test(line))
					.map((line) => [path, line.trim()] as const);
			}),
	);
	const unlawful = found.filter(
		([path, line]) => !LAWFUL[path]?.some((lawful) => line.includes(lawful)),
	);
	expect(unlawful).toEqual([]);
	const unused = Object.entries(LAWFUL).flatMap(([path, lines]) =>
		lines.filter((lawful) => !found.some(([at, line]) => at === path && line.includes(lawful))),
	);
	expect(unused).toEqual([]);
});
