import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { Table } from './tables.js';
/** Draws from a seed; `counters` tells how often each purpose and subject was drawn for. */
export function createRandom(seed, counters = new Table('draws')) {
    const bytes = (purpose, subject) => {
        const key = `${purpose}\n${subject}`;
        const count = counters.get(key) ?? 0;
        counters.set(key, count + 1);
        return sha256(utf8ToBytes(`${seed}\n${key}\n${count}`));
    };
    return {
        bytes,
        uuid: (purpose, subject = '') => uuidOf(bytes(purpose, subject)),
        fraction: (purpose, subject) => {
            const [a = 0, b = 0, c = 0, d = 0] = bytes(purpose, subject);
            return (a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d) / 2 ** 32;
        },
    };
}
function uuidOf(bytes) {
    const hex = bytesToHex(bytes);
    const variant = '89ab'[(bytes[8] ?? 0) & 3];
    return [
        hex.slice(0, 8),
        hex.slice(8, 12),
        `4${hex.slice(13, 16)}`,
        `${variant}${hex.slice(17, 20)}`,
        hex.slice(20, 32),
    ].join('-');
}
