import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from './files.js';
import { FolderError } from './folder-error.js';
import { format, refuseOtherFormat } from './format.js';
const fileIn = (folder) => join(folder, 'understudy.json');
/** Throws `FolderError` for a folder that holds other things than ours, before anything is put there. */
export function refuseForeign(folder) {
    if (!existsSync(folder) || existsSync(fileIn(folder)))
        return;
    if (readdirSync(folder).length > 0)
        throw new FolderError(`${folder} holds other things: give a folder that is empty, or new.`);
}
/** The file that says what a folder is; it keeps the secret of its worlds, for its owner alone. */
export class Marker {
    #path;
    #secret;
    /** Reads the file, or writes it. Throws `FolderError` where it can't be read, or is of another release. */
    constructor(folder) {
        this.#path = fileIn(folder);
        if (!existsSync(this.#path))
            this.#write();
        const { format: written, secret } = this.#read();
        refuseOtherFormat(this.#path, written);
        this.#secret = secret;
    }
    /** The secret that is kept; `undefined` where there is none, or only one that is known. */
    secret(mayBeKnown) {
        return mayBeKnown || this.#secret?.drawn === true ? this.#secret?.value : undefined;
    }
    /** Keeps a secret; says whether it puts an end to another one. */
    keep(secret) {
        const before = this.#secret;
        this.#secret = secret;
        this.#write();
        return before !== undefined;
    }
    #read() {
        try {
            return JSON.parse(readFileSync(this.#path, 'utf8')) ?? {};
        }
        catch (error) {
            if (!(error instanceof SyntaxError))
                throw error;
            throw new FolderError(`${this.#path} is damaged: put back a copy of it.`);
        }
    }
    #write() {
        const document = { understudy: 'folder', format, secret: this.#secret };
        replaceFile(this.#path, `${JSON.stringify(document)}\n`, { content: true, place: true });
    }
}
