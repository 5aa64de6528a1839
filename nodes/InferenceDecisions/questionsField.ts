import type { INodeProperties } from 'n8n-workflow';

export function questionsField(): INodeProperties {
	return {
		displayName: 'Questions',
		name: 'questions',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		default: { question: [{ answerName: '', type: 'yesOrNo', instructions: '' }] },
		required: true,
		placeholder: 'Add Question',
		description: 'What to answer. Each question is answered on its own.',
		options: [{ displayName: 'Question', name: 'question', values: questionRowFields() }],
	};
}

function questionRowFields(): INodeProperties[] {
	return [
		{
			displayName: 'Answer Name',
			name: 'answerName',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. wants_refund',
			description: 'Name of the answer in the output',
		},
		{
			displayName: 'Type',
			name: 'type',
			type: 'options',
			default: 'yesOrNo',
			options: [
				{ name: 'Choice', value: 'choice', description: 'One of several choices' },
				{ name: 'Score', value: 'score', description: 'A position on an ordered scale' },
				{ name: 'Yes or No', value: 'yesOrNo', description: 'How likely a statement is true' },
			],
		},
		{
			displayName: 'Question',
			name: 'instructions',
			type: 'string',
			typeOptions: { rows: 2 },
			default: '',
			required: true,
			placeholder: 'e.g. Does the customer ask for money back?',
			description: 'Question to answer, in a whole sentence. It can name fields of the data.',
		},
		{
			displayName: 'Yes Means',
			name: 'yes',
			type: 'string',
			default: '',
			placeholder: 'e.g. The customer asks for money back',
			description: 'When the answer is yes. Leave empty if the question is clear.',
			displayOptions: { show: { type: ['yesOrNo'] } },
		},
		{
			displayName: 'No Means',
			name: 'no',
			type: 'string',
			default: '',
			placeholder: 'e.g. The customer does not ask for money back',
			description: 'When the answer is no. Leave empty if the question is clear.',
			displayOptions: { show: { type: ['yesOrNo'] } },
		},
		{
			displayName: 'Choices',
			name: 'choices',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true, sortable: true },
			default: {},
			placeholder: 'Add Choice',
			description:
				'What to choose from. Add a choice such as "other" if your choices may not cover every case.',
			displayOptions: { show: { type: ['choice'] } },
			options: [
				{
					displayName: 'Choice',
					name: 'choice',
					values: [
						{
							displayName: 'Name',
							name: 'name',
							type: 'string',
							default: '',
							placeholder: 'e.g. billing',
							description: 'Name of the choice in the output',
						},
						{
							displayName: 'Description',
							name: 'description',
							type: 'string',
							default: '',
							placeholder: 'e.g. Payments, invoices or refunds',
							description: 'When to choose it',
						},
					],
				},
			],
		},
		{
			displayName: 'Levels',
			name: 'levels',
			type: 'string',
			typeOptions: { rows: 3 },
			default: '',
			placeholder: 'e.g. Calm\nAnnoyed\nFurious',
			description: 'Levels of the scale, one per line, lowest first. The lowest scores 0.',
			displayOptions: { show: { type: ['score'] } },
		},
	];
}
