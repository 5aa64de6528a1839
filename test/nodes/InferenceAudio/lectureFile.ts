import 'reflect-metadata';
import { Readable } from 'node:stream';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { INodeExecutionData } from 'n8n-workflow';
import { useBinaryMode } from '../../engine/binaryStore';

/** An item with a recording that n8n keeps on disk. */
export async function storedRecording(
	bytes: Buffer,
	fileName: string,
	mimeType: string,
): Promise<INodeExecutionData[]> {
	await useBinaryMode('filesystem');
	const location = { type: 'execution', workflowId: 'w', executionId: 'e' } as const;
	const data = await Container.get(BinaryDataService).store(location, Readable.from([bytes]), {
		...{ data: '', mimeType, fileName },
	});
	return [{ json: {}, binary: { data } }];
}
