import { createHash } from 'node:crypto';

import { decode32Bytes, encodeBase58 } from '../wire/keys/base58';
import { isOnCurve } from '../wire/keys/ed25519';
import { USDC_ADDRESSES } from './usdc';
import type { SolanaWallet } from './wallet';

/** A USDC transfer on Solana; `amount` in base units, addresses and block hash in base58. */
interface SolanaTransfer {
	payTo: string;
	feePayer: string;
	amount: bigint;
	blockhash: string;
	memo: string;
}

const COMPUTE_BUDGET_PROGRAM = 'ComputeBudget111111111111111111111111111111';
const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
const COMPUTE_UNIT_LIMIT = 20_000;
const COMPUTE_UNIT_PRICE = 1n;
const USDC_DECIMALS = 6;

interface Instruction {
	program: string;
	accounts: string[];
	data: Uint8Array;
}

/**
 * A versioned (v0) transaction, in base64, that moves USDC from the wallet's token account to the receiver's: unit
 * limit, unit price, TransferChecked, memo. The wallet signs; the fee payer's signature is left open (x402 "exact" on
 * Solana). Throws a RangeError when an address is none.
 */
export function solanaPayment(wallet: SolanaWallet, transfer: SolanaTransfer): string {
	const message = compileMessage(wallet.address, transfer);
	const signatures = [new Uint8Array(64), wallet.signMessage(message)];
	return Buffer.concat([compactU16(signatures.length), ...signatures, message]).toString('base64');
}

function compileMessage(payer: string, transfer: SolanaTransfer): Uint8Array {
	const { feePayer, payTo, amount, blockhash, memo } = transfer;
	const source = associatedTokenAccount(payer, USDC_ADDRESSES.solana);
	const destination = associatedTokenAccount(payTo, USDC_ADDRESSES.solana);
	const instructions: Instruction[] = [
		computeBudgetInstruction(Uint8Array.of(2), littleEndianBytes(BigInt(COMPUTE_UNIT_LIMIT), 4)),
		computeBudgetInstruction(Uint8Array.of(3), littleEndianBytes(COMPUTE_UNIT_PRICE, 8)),
		{
			program: SPL_PROGRAM,
			accounts: [source, USDC_ADDRESSES.solana, destination, payer],
			data: Buffer.concat([[12], littleEndianBytes(amount, 8), [USDC_DECIMALS]].map(toBytes)),
		},
		{ program: MEMO_PROGRAM, accounts: [], data: Buffer.from(memo, 'utf8') },
	];
	// Signers first, writable before read-only, and addresses in order: the same bytes as Solana's own library makes.
	const readOnly = sortedAddresses([
		USDC_ADDRESSES.solana,
		COMPUTE_BUDGET_PROGRAM,
		SPL_PROGRAM,
		MEMO_PROGRAM,
	]);
	const accounts = [feePayer, payer, ...sortedAddresses([source, destination]), ...readOnly];
	const version = 0x80;
	return Buffer.concat([
		Uint8Array.of(version, 2, 1, readOnly.length),
		compactU16(accounts.length),
		...accounts.map(addressBytes),
		addressBytes(blockhash),
		compactU16(instructions.length),
		...instructions.map((one) => encodeInstruction(one, accounts)),
		compactU16(0),
	]);
}

function computeBudgetInstruction(...parts: Uint8Array[]): Instruction {
	return { program: COMPUTE_BUDGET_PROGRAM, accounts: [], data: Buffer.concat(parts) };
}

function encodeInstruction({ program, accounts, data }: Instruction, all: string[]): Uint8Array {
	return Buffer.concat([
		Uint8Array.of(all.indexOf(program)),
		compactU16(accounts.length),
		Uint8Array.from(accounts, (account) => all.indexOf(account)),
		compactU16(data.length),
		data,
	]);
}

/** Solana's compact-u16: seven bits a byte, the lowest first. */
function compactU16(value: number): Uint8Array {
	return value < 0x80 ? Uint8Array.of(value) : Uint8Array.of((value & 0x7f) | 0x80, value >> 7);
}

function littleEndianBytes(value: bigint, length: number): Uint8Array {
	return Uint8Array.from({ length }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn));
}

function toBytes(part: Uint8Array | number[]): Uint8Array {
	return Uint8Array.from(part);
}

function sortedAddresses(addresses: string[]): string[] {
	const collator = new Intl.Collator('en', { caseFirst: 'lower' });
	return addresses.sort((one, other) => collator.compare(one, other));
}

/** Solana's token program and the program that derives an owner's account for a mint. */
const SPL_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const ASSOCIATED_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';

/** The 32 bytes of an address known to be valid; throws a RangeError otherwise. */
function addressBytes(address: string): Uint8Array {
	const bytes = decode32Bytes(address);
	if (!bytes) throw new RangeError('Not a Solana address');
	return bytes;
}

/**
 * The associated token account of an owner for a mint: the first hash off the Ed25519 curve, counting a byte down from
 * 255 (Solana's program-derived addresses). Throws a RangeError when one of the addresses is none.
 */
export function associatedTokenAccount(owner: string, mint: string): string {
	const seeds = [owner, SPL_PROGRAM, mint].map(addressBytes);
	for (let bump = 255; bump >= 0; bump -= 1) {
		const hash = createHash('sha256');
		for (const seed of seeds) hash.update(seed);
		hash.update(Uint8Array.of(bump)).update(addressBytes(ASSOCIATED_PROGRAM));
		const candidate = hash.update('ProgramDerivedAddress', 'utf8').digest();
		if (!isOnCurve(candidate)) return encodeBase58(candidate);
	}
	throw new RangeError('No token account can be derived');
}
