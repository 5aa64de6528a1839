import { z } from 'zod';

const known = z.object({
	character_slug: z.string().optional(),
	strip_thinking_response: z.boolean().default(false),
	disable_thinking: z.boolean().default(false),
	enable_e2ee: z.boolean().default(true),
	enable_web_search: z.enum(['auto', 'off', 'on']).default('off'),
	enable_web_scraping: z.boolean().default(false),
	enable_web_citations: z.boolean().default(false),
	enable_x_search: z.boolean().default(false),
	include_search_results_in_stream: z.boolean().default(false),
	return_search_results_as_documents: z.boolean().default(false),
});

export type GivenSwitches = Record<string, unknown>;

/** `<prefix>_parameters` of a chat request, as given: what the service adds to the common convention. */
export function switchesSchema(namePrefix: string): z.ZodType<GivenSwitches> {
	return known
		.partial()
		.extend({ [`include_${namePrefix}_system_prompt`]: z.boolean().optional() })
		.strict();
}

/** The switches with their defaults, under names that hold no brand. */
export interface Switches {
	characterSlug?: string;
	stripThinking: boolean;
	disableThinking: boolean;
	e2ee: boolean;
	webSearch: 'auto' | 'off' | 'on';
	webScraping: boolean;
	webCitations: boolean;
	xSearch: boolean;
	searchResultsInStream: boolean;
	searchResultsAsDocuments: boolean;
	systemPrompt: boolean;
}

export function toSwitches(given: GivenSwitches, namePrefix: string): Switches {
	const switches = known.parse(given);
	return {
		characterSlug: switches.character_slug,
		stripThinking: switches.strip_thinking_response,
		disableThinking: switches.disable_thinking,
		e2ee: switches.enable_e2ee,
		webSearch: switches.enable_web_search,
		webScraping: switches.enable_web_scraping,
		webCitations: switches.enable_web_citations,
		xSearch: switches.enable_x_search,
		searchResultsInStream: switches.include_search_results_in_stream,
		searchResultsAsDocuments: switches.return_search_results_as_documents,
		systemPrompt: given[`include_${namePrefix}_system_prompt`] !== false,
	};
}

/** The nine switches that every answer repeats. */
export function echoOf(switches: Switches, namePrefix: string): Record<string, unknown> {
	return {
		enable_e2ee: switches.e2ee,
		enable_web_search: switches.webSearch,
		enable_web_citations: switches.webCitations,
		enable_web_scraping: switches.webScraping,
		[`include_${namePrefix}_system_prompt`]: switches.systemPrompt,
		include_search_results_in_stream: switches.searchResultsInStream,
		return_search_results_as_documents: switches.searchResultsAsDocuments,
		strip_thinking_response: switches.stripThinking,
		disable_thinking: switches.disableThinking,
		...(switches.characterSlug !== undefined && { character_slug: switches.characterSlug }),
	};
}
