export const noBytes = new Uint8Array();
export const encode = (text) => new TextEncoder().encode(text);
export const decode = (bytes) => new TextDecoder().decode(bytes);
/** The frames of a stream, one by one, behind an empty piece that is its beginning. */
export async function* framesOf(stream) {
    let event = 0;
    yield { bytes: noBytes, event };
    for (let sent = await stream.pull(); sent !== undefined; sent = await stream.pull()) {
        const frames = typeof sent === 'string' ? sent.split(/(?<=\n\r?\n)/).map(encode) : [sent];
        for (const bytes of frames) {
            const name = /^event: ?(\w+)/m.exec(decode(bytes))?.[1];
            yield name === undefined ? { bytes } : { bytes, name, event: ++event };
        }
    }
}
/** All of them, one behind the other. */
export function joined(...parts) {
    const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
    let at = 0;
    for (const part of parts) {
        whole.set(part, at);
        at += part.length;
    }
    return whole;
}
