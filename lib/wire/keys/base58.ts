const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Bytes in base58 (Bitcoin's alphabet, as Solana writes addresses and signatures); each leading zero byte becomes a "1". */
export function encodeBase58(bytes: Uint8Array): string {
	let value = BigInt(`0x0${Buffer.from(bytes).toString('hex')}`);
	let text = '';
	for (; value > 0n; value /= 58n) text = ALPHABET.charAt(Number(value % 58n)) + text;
	return '1'.repeat(countLeading(bytes, 0)) + text;
}

/** The bytes of a base58 text of at most 128 characters; undefined when it is empty, longer or has another character. */
export function decodeBase58(text: string): Uint8Array | undefined {
	if (!/^[1-9A-HJ-NP-Za-km-z]{1,128}$/.test(text)) return undefined;
	let value = 0n;
	for (const character of text) value = value * 58n + BigInt(ALPHABET.indexOf(character));
	const zeros = countLeading([...text], '1');
	const hex = value === 0n ? '' : value.toString(16);
	const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
	return Uint8Array.from([...new Uint8Array(zeros), ...bytes]);
}

/** The 32 bytes behind a Solana address, block hash or key; undefined when the text is something else. */
export function decode32Bytes(text: unknown): Uint8Array | undefined {
	const bytes = typeof text === 'string' ? decodeBase58(text) : undefined;
	return bytes?.length === 32 ? bytes : undefined;
}

function countLeading<T>(items: ArrayLike<T>, wanted: T): number {
	let count = 0;
	while (count < items.length && items[count] === wanted) count += 1;
	return count;
}
