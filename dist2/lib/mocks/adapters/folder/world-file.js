import { closeSync, openSync, readFileSync, readSync, truncateSync } from 'node:fs';
import { replaceFile } from './files.js';
import { FolderError } from './folder-error.js';
import { format, refuseOtherFormat } from './format.js';
import { DamagedLine, seal, unseal } from './seal.js';
/** Writes the file of a world anew, in the place of an older one. */
export function writeWorldFile(path, head, state, sync) {
    const first = seal(toLine(head), 0);
    const second = seal(state, first.sum);
    const text = first.line + second.line;
    replaceFile(path, text, sync);
    return { sum: second.sum, size: Buffer.byteLength(text) };
}
/** Reads a world, and cuts off a torn last line. Throws `FolderError` where it is damaged. */
export function readWorldFile(path) {
    const bytes = readFileSync(path);
    const { values, sum, whole } = unsealFile(path, bytes);
    const [head, state, ...changes] = values;
    if (state === undefined)
        throw damaged(path, values.length + 1);
    const torn = whole < bytes.length;
    if (torn)
        truncateSync(path, whole);
    return {
        head: fromLine(path, head),
        state: state,
        changes: changes.flat(),
        end: { sum, size: whole },
        torn,
    };
}
/** Reads what a file is. Throws `FolderError` where it is damaged, or of another release. */
export function readHead(path) {
    const { values } = unsealFile(path, firstLine(path));
    return fromLine(path, values[0]);
}
function unsealFile(path, bytes) {
    try {
        return unseal(bytes);
    }
    catch (error) {
        throw error instanceof DamagedLine ? damaged(path, error.line) : error;
    }
}
const damaged = (path, line) => new FolderError(`${path} is damaged at line ${line}. Put back a copy of it, or delete it to let the world begin anew` +
    (line > 2
        ? '; without that line and all after it, the world is as it was before them.'
        : '.'));
/** JSON has no word for infinity. */
const toLine = ({ order, ...head }) => ({
    understudy: 'world',
    format,
    ...head,
    order: { ...order, speed: order.speed === Number.POSITIVE_INFINITY ? 'max' : order.speed },
});
function fromLine(path, line) {
    if (line === undefined)
        throw damaged(path, 1);
    const { name, fixture, chosen, order, format: written } = line;
    refuseOtherFormat(path, written);
    const speed = order.speed === 'max' ? Number.POSITIVE_INFINITY : order.speed;
    return { name, fixture, chosen, order: { ...order, speed } };
}
function firstLine(path) {
    const file = openSync(path, 'r');
    try {
        const pieces = [];
        for (;;) {
            const piece = Buffer.alloc(4096);
            const length = readSync(file, piece);
            const end = piece.indexOf('\n');
            if (length === 0 || end >= 0)
                return Buffer.concat([...pieces, piece.subarray(0, end + 1)]);
            pieces.push(piece.subarray(0, length));
        }
    }
    finally {
        closeSync(file);
    }
}
