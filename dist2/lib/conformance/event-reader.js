import { createParser } from 'eventsource-parser';
/**
 * Reads Server-Sent Events from text that arrives in pieces. The parser decides what an event is;
 * what it hides from its users (blocks without data, how many data lines) is counted beside it.
 */
export function createEventReader(now) {
    const events = [];
    let parsed;
    let lines = [];
    let rest = '';
    const parser = createParser({ onEvent: (message) => (parsed = message) });
    const endBlock = () => {
        const dataLines = lines.filter((line) => /^data(?::|$)/.test(line)).length;
        const name = lines.findLast((line) => line.startsWith('event:'));
        const { event, data, id } = parsed ?? { event: name?.slice(6).trim(), data: '', id: undefined };
        if (dataLines > 0 || name !== undefined) {
            events.push({ event: event || undefined, data, id, dataLines, at: now() });
        }
        parsed = undefined;
        lines = [];
    };
    return {
        events,
        feed(text) {
            const { complete, open } = splitLines(rest + text);
            rest = open;
            for (const line of complete) {
                parser.feed(`${line}\n`);
                if (line === '')
                    endBlock();
                else
                    lines.push(line);
            }
        },
    };
}
// A CR at the very end may be half of a CRLF, so its line stays open.
function splitLines(text) {
    const held = text.endsWith('\r') ? 1 : 0;
    const parts = text.slice(0, text.length - held).split(/\r\n|\n|\r/);
    const open = (parts.pop() ?? '') + text.slice(text.length - held);
    return { complete: parts, open };
}
