import { rewrite } from './records.js';
/** An object that can take one more field: not an array, and not the empty payload of `end`. */
const takesField = (payload) => typeof payload === 'object' && payload !== null && !Array.isArray(payload) && !isEmpty(payload);
function isEmpty(payload) {
    for (const field in payload)
        if (Object.hasOwn(payload, field))
            return false;
    return true;
}
export const cursorInDataAndId = (payload, cursor) => takesField(payload) ? { payload: { cursor, ...payload }, id: cursor } : { payload, id: cursor };
export const cursorInDataOrId = (payload, cursor) => takesField(payload) ? { payload: { cursor, ...payload } } : { payload, id: cursor };
export const cursorInId = (payload, cursor) => ({ payload, id: cursor });
export const cursorAround = (payload, cursor) => ({
    payload: { cursor, data: payload },
});
export const noCursor = (payload) => ({ payload });
/** Stands in the place of a cursor while a frame is kept; no counter comes so far. */
const standIn = Number.MAX_SAFE_INTEGER;
/** The name that an event is sent by. */
const nameOf = ({ event, data }) => (event === 'violation' ? data.name : event);
export function createFrames(form) {
    const { newline, space } = form;
    const idLine = `id:${space}`;
    const eventLine = `event:${space}`;
    const dataLine = `${newline}data:${space}`;
    const end = newline + newline;
    const write = (name, payload, id) => {
        const data = JSON.stringify(rewrite(payload, form.records));
        const event = eventLine + name + dataLine + data + end;
        return id === undefined ? event : idLine + id + newline + event;
    };
    const withCursor = (carrier) => {
        const render = (event) => {
            const carried = carrier(form.payload(event), event.cursor);
            return write(nameOf(event), carried.payload, carried.id);
        };
        const kept = new WeakMap();
        return (event) => {
            // What cannot change is rendered once, but for its cursor: many turns say the same.
            if (!Object.isFrozen(event.data))
                return render(event);
            let gapped = kept.get(event.data);
            if (gapped === undefined) {
                if (JSON.stringify(event.data).includes(`${standIn}`))
                    return render(event);
                gapped = render({ ...event, cursor: standIn }).split(`${standIn}`);
                kept.set(event.data, gapped);
            }
            return gapped.join(`${event.cursor}`);
        };
    };
    return {
        preamble: form.preamble,
        keepalive: `: keepalive${newline}${newline}`,
        live: withCursor(form.live),
        replayed: withCursor(form.replayed),
        resumeDone: (counts) => write('resume_done', form.resumeDone(counts)),
        run: (event) => form
            .run(event)
            .map((payload) => write(event.event, payload))
            .join(''),
    };
}
