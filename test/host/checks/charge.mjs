let count = 0;

/** Charges the account of the local service, now. @param {any} service @param {number} amount positive */
export function charge(service, amount) {
	service.record({
		timestamp: new Date().toISOString(),
		sku: 'recorded',
		amount: -amount,
		currency: 'USD',
		units: 1,
		pricePerUnitUsd: amount,
		notes: 'API Inference',
		inferenceDetails: {
			requestId: `charge-${++count}`,
			inferenceExecutionTime: 1,
			promptTokens: null,
			completionTokens: null,
		},
	});
}
