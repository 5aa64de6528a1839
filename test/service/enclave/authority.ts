import {
	createPrivateKey,
	createPublicKey,
	generateKeyPairSync,
	randomBytes,
	sign,
	type KeyObject,
} from 'node:crypto';

import { bits, der, integer, octets, oid, sequence, time, utf8 } from './derWriter';

const HASHES = { sha256: '1.2.840.10045.4.3.2', sha384: '1.2.840.10045.4.3.3' };
const DAY = 86_400_000;

/** Whoever can sign certificates and lists of the test's own. */
export interface Party {
	name: string;
	serial: Buffer;
	certificate: Buffer;
	key: KeyObject;
	hash: keyof typeof HASHES;
	/** Its certificate and those above it, as PEM. */
	chain: string;
}

export interface Wanted {
	name: string;
	curve?: 'P-256' | 'P-384';
	isAuthority?: boolean;
	/** Extensions besides that of an authority. */
	extensions?: Buffer[];
	from?: number;
	to?: number;
}

/** A new party that `issuer` vouches for; without one, a root of its own. */
export function newParty(wanted: Wanted, issuer?: Party): Party {
	const { name, curve = 'P-256' } = wanted;
	const { privateKey } = generateKeyPairSync('ec', { namedCurve: curve });
	return certify({ ...wanted, name, curve }, privateKey, issuer);
}

/** The party of a certificate and key that were made before. */
export function knownParty(
	name: string,
	certificate: string,
	key: string,
	hash: Party['hash'],
): Party {
	const bytes = Buffer.from(certificate, 'base64');
	return {
		name,
		serial: Buffer.of(1),
		certificate: bytes,
		key: createPrivateKey(key),
		hash,
		chain: pem(bytes),
	};
}

/** A revocation list by that party. */
export function listBy(
	party: Party,
	{
		revoked = [],
		from,
		to,
		name = party.name,
	}: { revoked?: Buffer[]; from: number; to: number; name?: string },
): Buffer {
	const entries = revoked.map((serial) => sequence(integer(serial), time(from)));
	const number = sequence(oid('2.5.29.20'), octets(integer(1)));
	return signed(
		sequence(
			integer(1),
			algorithm(party.hash),
			nameOf(name),
			time(from),
			time(to),
			...(entries.length === 0 ? [] : [sequence(...entries)]),
			der(0xa0, sequence(number)),
		),
		party,
	);
}

export function pem(certificate: Buffer): string {
	const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
	return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

function certify(wanted: Wanted & { curve: string }, key: KeyObject, issuer?: Party): Party {
	const {
		name,
		curve,
		isAuthority = false,
		extensions = [],
		from = 0,
		to = Date.UTC(2049, 0, 1),
	} = wanted;
	const serial = Buffer.concat([Buffer.of(0x41), randomBytes(15)]);
	const hash = curve === 'P-384' ? 'sha384' : 'sha256';
	const signer = issuer ?? { name, key, hash };
	const basic = sequence(
		oid('2.5.29.19'),
		der(0x01, Buffer.of(0xff)),
		octets(sequence(...(isAuthority ? [der(0x01, Buffer.of(0xff))] : []))),
	);
	const content = sequence(
		der(0xa0, integer(2)),
		integer(serial),
		algorithm(signer.hash),
		nameOf(signer.name),
		sequence(time(Math.max(from, DAY)), time(to)),
		nameOf(name),
		createPublicKey(key as unknown as string).export({ type: 'spki', format: 'der' }),
		der(0xa3, sequence(basic, ...extensions)),
	);
	const certificate = signed(content, signer);
	return { name, serial, certificate, key, hash, chain: pem(certificate) + (issuer?.chain ?? '') };
}

function signed(content: Buffer, { key, hash }: Pick<Party, 'key' | 'hash'>): Buffer {
	return sequence(content, algorithm(hash), bits(sign(hash, content, key)));
}

function algorithm(hash: keyof typeof HASHES): Buffer {
	return sequence(oid(HASHES[hash]));
}

function nameOf(name: string): Buffer {
	return sequence(der(0x31, sequence(oid('2.5.4.3'), utf8(name))));
}
