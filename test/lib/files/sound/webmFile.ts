export interface WebmOptions {
	/** The packets of each cluster, each with its time in milliseconds. */
	clusters: Array<Array<[time: number, packet: Buffer]>>;
	codec?: string;
	setup?: Buffer;
	/** Whether sizes are not known, as in what a browser records. */
	isLive?: boolean;
	/** In milliseconds. */
	duration?: number;
}

/** A file with a track of sound, number 2 after one of pictures (RFC 9559). */
export function webmOf({ clusters, isLive = false, ...options }: WebmOptions): Buffer {
	const { codec = 'A_OPUS', setup = opusHead(), duration } = options;
	const info = [element(0x2a_d7b1, number(1_000_000))];
	if (duration !== undefined) info.push(element(0x4489, double(duration)));
	const pictures = element(0xae, track(1, 1, 'V_VP8'));
	const sound = element(
		0xae,
		track(2, 2, codec),
		element(0x63a2, setup),
		element(0xe1, element(0x9f, number(1))),
	);
	const body = [
		element(0x1549_a966, ...info),
		element(0x1654_ae6b, pictures, sound),
		...clusters.map((blocks) => clusterOf(blocks, isLive)),
	];
	const type = element(
		0x1a45_dfa3,
		element(0x4282, Buffer.from('webm')),
		element(0x4287, number(4)),
	);
	return Buffer.concat([
		type,
		isLive ? openElement(0x1853_8067, ...body) : element(0x1853_8067, ...body),
	]);
}

function clusterOf(blocks: WebmOptions['clusters'][number], isLive: boolean): Buffer {
	const [[start] = [0]] = blocks;
	const content = blocks.flatMap(([time, packet]) => {
		const head = Buffer.from([0x82, 0, 0, 0x80]);
		head.writeInt16BE(time - start, 1);
		// A picture, which is not read.
		const picture = Buffer.from([0x81, 0, 0, 0x80, 0xff, 0xff]);
		return [element(0xa3, picture), element(0xa3, head, packet)];
	});
	const all = [element(0xe7, number(start)), ...content];
	return isLive ? openElement(0x1f43_b675, ...all) : element(0x1f43_b675, ...all);
}

function track(id: number, type: number, codec: string): Buffer {
	return Buffer.concat([
		...[element(0xd7, number(id)), element(0x73c5, number(id)), element(0x83, number(type))],
		element(0x86, Buffer.from(codec)),
		...(type === 1 ? [element(0xe0, element(0xb0, number(64)), element(0xba, number(64)))] : []),
	]);
}

function opusHead(): Buffer {
	const head = Buffer.alloc(19);
	head.write('OpusHead');
	head.writeUInt8(1, 8);
	head.writeUInt8(1, 9);
	head.writeUInt16LE(312, 10);
	head.writeUInt32LE(48_000, 12);
	return head;
}

function element(id: number, ...content: Buffer[]): Buffer {
	const body = Buffer.concat(content);
	const size = Buffer.from([0x10, 0, 0, 0]);
	size.writeUInt32BE(0x1000_0000 + body.length);
	return Buffer.concat([number(id), size, body]);
}

function openElement(id: number, ...content: Buffer[]): Buffer {
	return Buffer.concat([
		number(id),
		Buffer.from([1, 255, 255, 255, 255, 255, 255, 255]),
		...content,
	]);
}

function number(value: number): Buffer {
	const hex = value.toString(16);
	return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
}

function double(value: number): Buffer {
	const bytes = Buffer.alloc(8);
	bytes.writeDoubleBE(value);
	return bytes;
}
