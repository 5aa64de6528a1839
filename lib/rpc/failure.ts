import { ServiceFailure } from '../base/failure';
import type { RpcError } from './reply';

const CURES: Record<string, string> = {
	'-32700': 'Check Params: the network could not read the call.',
	'-32600': 'Check Method and Params: the network rejected the call.',
	'-32601': 'Check Method: the network does not know it.',
	'-32602': 'Check Params: their number, order and form depend on the method.',
	'-32603': 'Try again later, or request less.',
	'-32005': 'Reduce the request, for example query fewer blocks.',
	'3': 'The contract refused the call; "data" says why in the form of the contract.',
};

/** An error of the network as the failure of an item; `details` are kept in it, so that nothing paid for is lost. */
export function rpcFailure(
	method: string,
	{ code, message, data }: RpcError,
	details: Record<string, unknown>,
): ServiceFailure {
	const number = code === null ? '' : ` (code ${code})`;
	return new ServiceFailure(`The network answered ${method} with an error: ${message}${number}`, {
		kind: 'refused',
		status: 200,
		cure: CURES[String(code)] ?? 'See what the documentation of the network says about this error.',
		...(code === null ? {} : { code: String(code) }),
		requestId: typeof details.requestId === 'string' ? details.requestId : undefined,
		details: { ...details, rpcError: { code, message, data } },
	});
}
