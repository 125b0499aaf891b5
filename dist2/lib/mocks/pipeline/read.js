import { ownLimits } from '../../contract/limits.js';
import { parseJson } from '../parse-json.js';
/** What a call without one has. */
export const noBody = {
    value: undefined,
    problem: undefined,
    text: '',
    position: 0,
    saysJson: true,
};
let decoder;
/** Whether a body of this call counts. */
export const carriesBody = ({ method }) => method !== 'GET' && method !== 'HEAD';
/** Reads the body of a call, up to a bound of bytes, whatever operation it is for. */
export async function read(call, limit = ownLimits.bodyBytes) {
    const bytes = await call.read(limit);
    const contentType = call.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
    const saysJson = contentType === '' || /^application\/([\w.-]+\+)?json$/.test(contentType);
    if (bytes === 'too-large')
        return { ...noBody, problem: 'too-large', saysJson };
    if (bytes.length === 0)
        return noBody;
    let text = '';
    try {
        // Made with the first body: making it loads more than a server needs at start.
        decoder ??= new TextDecoder('utf-8', { fatal: true });
        text = decoder.decode(bytes);
        return { ...noBody, value: parseJson(text), text, saysJson };
    }
    catch (error) {
        const [, position] = /position (\d+)/.exec(String(error)) ?? [];
        return {
            ...noBody,
            problem: 'unreadable',
            position: position === undefined ? text.length : Number(position),
            saysJson,
        };
    }
}
