import { expiringKey } from '../checks/key-expiry.js';
import { usage } from '../checks/key-usage.js';
import { find, isObject, member } from '../json.js';
import { isAccepted, skip } from '../must.js';
import { otherBearer } from '../setup/credentials.js';
import { deletedKey } from '../setup/key-states.js';
import { issuedKey, recordIn, setActive } from '../setup/keys.js';
import { seen } from './observer.js';
const plan = 'core';
const shapes = { key: 'flat', secret: 'wrapped', plain: 'nested' };
/** API keys (2.1, 4.1). */
export const keyObservers = {
    'keys.creation-status': {
        plan,
        look: async ({ lab }) => {
            const { exchange } = await issuedKey(lab, 'full');
            if (exchange.status === 200 || exchange.status === 201) {
                return seen(exchange, `${exchange.status}`);
            }
            return skip(`status ${exchange.status}`);
        },
    },
    'keys.creation-shape': {
        plan,
        look: async ({ lab }) => {
            const { exchange, value } = await issuedKey(lab, 'full');
            const name = find(exchange.json, (place) => place.value === value)?.key ?? '';
            const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined;
            return shape === undefined ? skip(`the full key stands in ${name}`) : seen(exchange, shape);
        },
    },
    'keys.creation-record': {
        plan,
        look: async ({ lab }) => {
            const { exchange } = await issuedKey(lab, 'full');
            const record = recordIn(exchange.json) ?? skip('the creation tells no record');
            return seen(exchange, 'is_active' in record ? 'whole' : 'partial');
        },
    },
    'keys.expiry-field': {
        plan,
        look: async ({ lab }) => {
            const found = await expiringKey(lab);
            const { field, key } = found ?? skip('no field of a known name sets it');
            return field === 'expires_at'
                ? seen(key.exchange, 'expires_at')
                : seen(key.exchange, 'named', field);
        },
    },
    'keys.delete-operation': {
        plan,
        look: async ({ lab }) => {
            const { change, after } = await deletedKey(lab);
            const byDelete = change?.exchange.ask.method === 'DELETE';
            return seen(change?.exchange ?? after, byDelete ? 'present' : 'absent');
        },
    },
    'keys.usage': {
        plan,
        look: async ({ lab }) => {
            const { before, after, exchange } = await usage(lab);
            if (!('total_requests' in after))
                skip('the record has no total_requests');
            const grown = Number(after['total_requests']) > Number(before['total_requests']);
            return seen(exchange, grown ? 'every' : 'writes');
        },
    },
    'keys.ownership': {
        plan,
        look: async ({ lab }) => {
            const { id } = await issuedKey(lab, 'second');
            const exchange = await setActive(lab, id, true, await otherBearer(lab));
            if (isAccepted(exchange) && isObject(exchange.json)) {
                return member(exchange.json, 'success') === false
                    ? skip('a refusal with 200')
                    : seen(exchange, 'any');
            }
            return seen(exchange, 'own');
        },
    },
};
