import { HumanMessage } from '@langchain/core/messages';

import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { whole } from '../../fixtures/field/wire';
import { typed } from '../../coverage/given';
import { chatModel } from '../LmChatInference/chatModel';
import { withService } from '../withService';
import { Player } from './player';

const world = withService();
const player = new Player(() => world.service.url);
beforeEach(() => {
	player.asked.length = 0;
	player.reply = () => ({ pieces: [whole({ content: 'Yes' })] });
});
const access = () => world.accessWith({ baseUrl: player.url });

const bytesOf = (start: number[], rest = 900) =>
	Buffer.concat([Buffer.from(start), Buffer.alloc(rest, 3)]);
const ascii = (text: string) => [...Buffer.from(text, 'latin1')];
const PNG = bytesOf([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, ...ascii('IHDR')]);
const JPEG = bytesOf([0xff, 0xd8, 0xff, 0xe0, 0, 16, ...ascii('JFIF'), 0, 1]);
const WEBP = bytesOf([...ascii('RIFF'), 0x8c, 3, 0, 0, ...ascii('WEBP'), ...ascii('VP8 ')]);
const OPUS = bytesOf([
	...[...ascii('OggS'), 0, 2, ...Array<number>(20).fill(0), 1, 19],
	...ascii('OpusHead'),
]);
const MP3 = bytesOf([...ascii('ID3'), 4, 0, 0, 0, 0, 0, 0]);
const WAV = bytesOf([...ascii('RIFF'), 0xac, 3, 0, 0, ...ascii('WAVEfmt ')]);
const MP4 = bytesOf([0, 0, 0, 0x18, ...ascii('ftypM4A '), 0, 0, 0, 0]);

describe.each<[kind: 'image' | 'audio', bytes: Buffer, label: string, name: string, is: string]>([
	['audio', OPUS, 'audio/ogg; codecs=opus', 'voice', 'ogg'],
	['audio', OPUS, 'AUDIO/OGG;CODECS=OPUS', '', 'ogg'],
	['audio', OPUS, 'audio/opus', 'voice.opus', 'ogg'],
	['audio', OPUS, 'audio/mpeg', 'voice.mp3', 'ogg'],
	['audio', OPUS, 'application/octet-stream', 'voice.bin', 'ogg'],
	['audio', MP3, 'Audio/MPEG', 'a', 'mp3'],
	['audio', MP3, 'audio/ogg', 'a.ogg', 'mp3'],
	['audio', WAV, 'audio/vnd.wave; codec=1', 'a', 'wav'],
	['audio', MP4, 'video/mp4', 'a.mp4', 'm4a'],
	['image', PNG, 'IMAGE/PNG', 'photo', 'image/png'],
	['image', PNG, 'application/octet-stream', 'photo', 'image/png'],
	['image', PNG, 'binary/octet-stream', 'photo.bin', 'image/png'],
	['image', PNG, 'image/jpeg', 'photo.jpg', 'image/png'],
	['image', JPEG, 'image/jpg; charset=binary', 'photo.png', 'image/jpeg'],
	['image', WEBP, 'unknown/unknown', 'photo', 'image/webp'],
	['image', WEBP, 'text/plain', 'photo.webp', 'image/webp'],
])('a file of the kind %s, %#', (kind, bytes, mimeType, fileName, is) => {
	const data = bytes.toString('base64');
	const part =
		kind === 'image'
			? { type: 'image_url', image_url: { url: `data:${is};base64,${data}` } }
			: { type: 'input_audio', input_audio: { data, format: is } };

	it(`labelled "${mimeType}" is sent as what it is by Inference Chat`, async () => {
		const attachment = [{ kind, fileSource: 'binary', inputBinaryField: 'data' }];
		const run = await world.run({
			...access(),
			node: new InferenceChat(),
			parameters: {
				...{ model: typed('text-vision'), prompt: 'What is it?' },
				options: { attachments: { attachment } },
			},
			items: [{ json: {}, binary: { data: { data, mimeType, fileName } } }],
		});
		expect(run.error).toBeUndefined();
		expect(player.asked[0]?.body.messages).toMatchObject([
			{ content: [{ type: 'text', text: 'What is it?' }, part] },
		]);
	});

	it(`labelled "${mimeType}" is sent as what it is by Inference Chat Model`, async () => {
		const { response } = await chatModel(access());
		const block = { type: kind, source_type: 'base64', data, mime_type: mimeType };
		await response.invoke([new HumanMessage({ content: [block as never] })]);
		expect(player.asked[0]?.body.messages).toMatchObject([{ content: [part] }]);
	});
});
