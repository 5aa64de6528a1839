import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wordList } from '../../service/hearing/coded/wordList';
import type { SpokenWord } from '../../service/hearing/vocabulary';
import { toWav } from '../../service/media/wav';
import { encoded } from './recordingFile';

const FILE = 'test/service/hearing/coded/words.aac';

/** Writes the recording of all words as AAC, from which the end-to-end run makes M4A files without ffmpeg. */
export async function writeCodedWords(vocabulary: readonly SpokenWord[]): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'inference-words-'));
	try {
		const wav = join(folder, 'words.wav');
		writeFileSync(wav, toWav(wordList(vocabulary).tone));
		await encoded(wav, FILE, ['-c:a', 'aac', '-b:a', '64k', '-f', 'adts']);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
