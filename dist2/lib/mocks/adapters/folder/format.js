import { FolderError } from './folder-error.js';
/** The version of all that this release keeps in a folder. */
export const format = 1;
/** Throws `FolderError` for a file of another version than this release reads. */
export function refuseOtherFormat(path, written) {
    if (written === format)
        return;
    const age = typeof written === 'number' && written > format ? 'a later' : 'another';
    throw new FolderError(`${path} is of format ${JSON.stringify(written)}, of ${age} release; this one reads format ${format}. ` +
        'Use the release that wrote it, or another folder.');
}
