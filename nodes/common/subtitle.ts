/** The ID of the model that was chosen; nothing where the service chooses, or an expression. */
const MODEL = '[$rawParameter["model"]].filter((id) => id && !id.startsWith("="))';

/** What stands under the name of an action node on the canvas: operation, resource where there are several, and model. */
export const operationSubtitle = `={{ [[$parameter["operation"], $parameter["resource"]].filter(Boolean).join(": "), ...${MODEL}].join(" · ") }}`;

/** What stands under the name of an AI sub-node on the canvas. */
export const modelSubtitle = `={{ ${MODEL}.join() }}`;
