import { z } from 'zod';

export const rpcCall = z.object({
	jsonrpc: z.literal('2.0').optional(),
	method: z.string().min(1),
	params: z.array(z.unknown()).optional(),
	id: z.union([z.number().int(), z.string()]).optional(),
});

export type RpcCall = z.infer<typeof rpcCall>;

export const rpcRequest = z.union([rpcCall, z.array(rpcCall).min(1).max(100)]);

export const rpcPath = z.object({ network: z.string() });

export const rpcHeaders = z.object({
	'idempotency-key': z
		.string()
		.regex(/^[A-Za-z0-9_-]{1,255}$/, 'Must have 1 to 255 of A-Z, a-z, 0-9, _ and -')
		.optional(),
});
