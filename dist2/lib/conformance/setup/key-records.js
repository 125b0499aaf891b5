import { Finding } from '../outcomes.js';
import { issuedKey, listedKey } from './keys.js';
/** A throwaway key with its record in the list, which may lag behind its creation. */
export const keyRecord = (lab, purpose) => lab.once(`the record of the ${purpose} key`, async () => {
    const key = await issuedKey(lab, purpose);
    const start = lab.now();
    for (let pause = 25;; pause *= 2) {
        const { item, exchange } = await listedKey(lab, { name: key.name });
        if (item)
            return { key, record: item, exchange };
        if (lab.now() - start + pause > lab.grace) {
            throw new Finding(`a key named ${key.name} in the list`, 'none', exchange);
        }
        await lab.sleep(pause);
    }
});
