import { flow, start } from '../../host/flow.mjs';
import { itemsOf, putWorkflow, runWorkflow, withCredential } from '../../host/workflows.mjs';

/**
 * What is said, spoken by the package: a WAV file for each text.
 * @param {import('../../host/rest.mjs').Rest} rest
 * @param {{ id: string, name: string }} credential
 * @param {string[]} texts
 * @returns {Promise<Buffer[]>}
 */
export async function narrate(rest, credential, texts) {
	const workflow = flow('Narration', [
		{
			name: 'Texts',
			type: 'n8n-nodes-base.set',
			parameters: { mode: 'raw', jsonOutput: JSON.stringify({ text: texts }) },
		},
		{
			name: 'Each Text',
			type: 'n8n-nodes-base.splitOut',
			parameters: { fieldToSplitOut: 'text', options: {} },
			after: 'Texts',
		},
		{
			name: 'Speak',
			type: 'inferenceAudio',
			parameters: {
				...{ resource: 'speech', operation: 'generate', text: '={{ $json.text }}' },
				options: { outputFormat: 'wav' },
			},
			after: 'Each Text',
		},
	]);
	const saved = await putWorkflow(rest, withCredential(workflow, credential));
	const items = itemsOf(await runWorkflow(rest, saved, start), 'Speak');
	return await Promise.all(items.map(({ binary }) => rest.binary(binary?.data.id)));
}
