import { ApiError } from '../api-error.js';
/** Refuses a stream while as many are open as a fake may have, before anything is done for it. */
export function limitStreams({ plan: { streams } }, { reply }) {
    if (reply === 'stream' && streams.open >= streams.most)
        throw new ApiError('overloaded', `There are ${streams.most} streams open: end one first.`);
}
