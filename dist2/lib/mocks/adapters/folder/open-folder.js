import { mkdirSync } from 'node:fs';
import { systemWall } from '../../state/clock.js';
import { Folder } from './folder.js';
import { FolderError, reasonOf } from './folder-error.js';
import { takeLock } from './lock.js';
import { Marker, refuseForeign } from './marker.js';
/**
 * Opens a folder that keeps worlds, or makes it: the `keeper` of a fake, for one process at a time.
 * Throws `FolderError` where another process has it, or it can't be used.
 */
export function openFolder(path, options = {}) {
    const { fsync: sync = false, notice = () => { }, wall = systemWall } = options;
    let release;
    try {
        refuseForeign(path);
        mkdirSync(path, { recursive: true, mode: 0o700 });
        release = takeLock(path);
        return new Folder({ path, sync, notice, wall, release, marker: new Marker(path) });
    }
    catch (error) {
        release?.();
        if (error instanceof FolderError)
            throw error;
        throw new FolderError(`Failed to keep worlds in ${path}: ${reasonOf(error)}.`);
    }
}
