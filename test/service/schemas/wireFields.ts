import { z } from 'zod';

/** The paths of all fields of a schema: `prompt`, `style_references[].image`, `reasoning.effort`. */
export function wireFields(schema: z.ZodTypeAny): string[] {
	return [...new Set(below(schema, ''))];
}

function below(schema: z.ZodTypeAny, path: string): string[] {
	if (schema instanceof z.ZodObject) {
		const shape: Record<string, z.ZodTypeAny> = schema.shape;
		return Object.entries(shape).flatMap(([name, field]) => {
			const place = path === '' ? name : `${path}.${name}`;
			return [place, ...below(field, place)];
		});
	}
	if (schema instanceof z.ZodArray) return below(schema.element, `${path}[]`);
	if (schema instanceof z.ZodUnion || schema instanceof z.ZodDiscriminatedUnion) {
		return [...schema.options].flatMap((option: z.ZodTypeAny) => below(option, path));
	}
	if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
		return below(schema.unwrap(), path);
	}
	if (schema instanceof z.ZodDefault) return below(schema.removeDefault(), path);
	if (schema instanceof z.ZodEffects) return below(schema.innerType(), path);
	return schema instanceof z.ZodPipeline ? below(schema._def.in, path) : [];
}
