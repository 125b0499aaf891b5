import { closeSync, constants, fdatasyncSync, fsyncSync, ftruncateSync, openSync, renameSync, rmSync, writeSync, } from 'node:fs';
import { dirname } from 'node:path';
/** What a file is called while it is written; whoever finds one may remove it. */
export const unfinished = '.new';
/** Puts a text in the place of a file at once: a crash leaves the old one or the new one. */
export function replaceFile(path, text, sync) {
    const draft = path + unfinished;
    try {
        // Only for its owner: it may hold a secret, or what worlds hold.
        withFile(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC, (file) => {
            writeAll(file, Buffer.from(text));
            if (sync.content)
                fsyncSync(file);
        });
        renameSync(draft, path);
    }
    catch (error) {
        rmSync(draft, { force: true });
        throw error;
    }
    if (sync.place)
        syncFolder(dirname(path));
}
/** Adds to the end of a file that is there, `size` bytes long; what fails leaves it as it was. */
export function appendToFile(path, size, text, sync) {
    withFile(path, constants.O_WRONLY | constants.O_APPEND, (file) => {
        try {
            writeAll(file, Buffer.from(text));
            if (sync)
                fdatasyncSync(file);
        }
        catch (error) {
            cutAt(file, size);
            throw error;
        }
    });
}
/** Takes back a part that was written; where even that fails, the torn line is left out when it is read. */
function cutAt(file, size) {
    try {
        ftruncateSync(file, size);
    }
    catch {
        return;
    }
}
/** Makes what was put into a folder, or taken out of it, outlast a loss of power. */
export function syncFolder(path) {
    withFile(path, constants.O_RDONLY, fsyncSync);
}
function withFile(path, flags, act) {
    const file = openSync(path, flags, 0o600);
    try {
        act(file);
    }
    finally {
        closeSync(file);
    }
}
/** Writes all of it: on a disk that is nearly full, one write may take only a part. */
function writeAll(file, bytes) {
    for (let done = 0; done < bytes.length;)
        done += writeSync(file, bytes, done);
}
