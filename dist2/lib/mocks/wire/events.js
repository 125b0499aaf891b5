import { rewrite } from './records.js';
export const answerDocumented = (data) => data;
export const answerStatus = ({ type, text }) => text === undefined ? { status: type } : { status: type, content: text };
export const answerBoth = (data) => ({ ...data, ...answerStatus(data) });
export const toolDocumented = (call) => call;
export const toolPrefixed = ({ tool, input }) => ({ tool_name: tool, tool_args: input });
export const toolBoth = (call) => ({ ...call, ...toolPrefixed(call) });
export const thinkingDocumented = (data) => data;
export const thinkingContent = ({ thinking_delta, ...rest }) => ({
    ...rest,
    content: thinking_delta,
});
export const thinkingBoth = (data) => ({ ...data, ...thinkingContent(data) });
export const suggestionArray = (questions) => questions;
export const suggestionItems = (questions) => ({ items: questions });
export function createPayload(names) {
    const moments = { timestamp: names.stepMoments, omitEmpty: false };
    const step = (data) => {
        const named = withToolNames(data, names);
        const thinks = 'thinking_delta' in named && typeof named.thinking_delta === 'string';
        return thinks ? names.thinking(named) : named;
    };
    return ({ event, data }) => {
        if (event === 'violation')
            return data.payload;
        if (event === 'answer')
            return names.answer(data);
        if (event === 'step')
            return step(data);
        if (event === 'step_progress')
            return rewrite(step(data), moments);
        if (event === 'phase')
            return rewrite(phase(data), moments);
        if (event === 'suggestions')
            return names.suggestions(data);
        if (event === 'done' && !names.doneTokens) {
            const { tokens: _left, ...rest } = data;
            return rest;
        }
        return data;
    };
}
/** The selection of tools is a phase with a form of its own. */
function phase(data) {
    const { name, total_tools } = data;
    return name === 'selecting_tools' ? { phase: name, total_tools } : data;
}
/** A payload with the fields of its tool call, where it has one, under the names of the dialect. */
function withToolNames(data, names) {
    if (!('tool' in data) || typeof data.tool !== 'string')
        return data;
    const { tool, input, ...rest } = data;
    return { ...rest, ...names.tool({ tool, input: input ?? {} }) };
}
