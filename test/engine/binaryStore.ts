import 'reflect-metadata';
import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService } from 'n8n-core';
import type { IBinaryData } from 'n8n-workflow';

/** Where n8n keeps the bytes of a file: as base64 in the item, or as a file under its user folder. */
export type BinaryMode = 'memory' | 'filesystem';

export async function useBinaryMode(mode: BinaryMode): Promise<void> {
	const service = Container.get(BinaryDataService);
	if (mode === 'filesystem') {
		Container.get(BinaryDataConfig).mode = 'filesystem';
		await service.init();
	} else {
		// Without a manager the service falls back to base64, as it does before n8n has started.
		Reflect.set(service, 'managers', {});
	}
}

/** The bytes of a file that a node gave, wherever n8n keeps them. */
export async function binaryBuffer(binary: IBinaryData | undefined): Promise<Buffer> {
	if (!binary) throw new Error('The item has no such file');
	return await Container.get(BinaryDataService).getAsBuffer(binary);
}
