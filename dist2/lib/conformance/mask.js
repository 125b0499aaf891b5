import { walk } from './json.js';
import { formsOf } from './secret-forms.js';
import { lists } from './setup/lists.js';
/** A mask for all secrets that went into a run, `more` among them, and all that came back in it. */
export function createMask(target, exchanges, more = {}) {
    const secrets = new Map();
    const learn = (value, label) => {
        if (label === '' || typeof value !== 'string' || value.length < shortestSecret)
            return;
        for (const form of formsOf(value))
            if (!secrets.has(form))
                secrets.set(form, label);
    };
    learn(target.password, '<PASSWORD>');
    learn(target.otherPassword, '<OTHER_PASSWORD>');
    learn(target.apiKey, '<API_KEY>');
    learn(target.expiredToken, '<EXPIRED_TOKEN>');
    for (const [label, secret] of Object.entries(more))
        learn(secret, label);
    for (const exchange of exchanges) {
        for (const { key, value } of walk(exchange.json))
            learn(value, labelOf(key, value, exchange));
    }
    // Longest first, so that no secret is torn by a shorter one inside it.
    const ordered = [...secrets].toSorted(([a], [b]) => b.length - a.length);
    return (text) => {
        const masked = ordered.reduce((rest, [secret, label]) => rest.replaceAll(secret, label), text);
        return masked.replaceAll(jwt, '<TOKEN>');
    };
}
// A shorter value could be any word of a report, and masking it would only garble the text.
const shortestSecret = 4;
const jwt = /eyJ[\w-]+\.[\w-]+\.[\w-]+/g;
function labelOf(key, value, { ask }) {
    if (typeof value !== 'string')
        return '';
    if (key === 'access_token')
        return '<ACCESS_TOKEN>';
    if (key === 'refresh_token')
        return '<REFRESH_TOKEN>';
    if (/token|ticket|secret|password/.test(key) && value.length >= 16)
        return '<TOKEN>';
    if (value.startsWith('svc_') && value.length > 8)
        return '<API_KEY>';
    // A key that breaks the rule of its prefix is a secret all the same.
    const mayHoldKey = ask.method === 'POST' && ask.path === lists.keys;
    return mayHoldKey && /^[\w-]{24,}$/.test(value) && !uuid.test(value) ? '<API_KEY>' : '';
}
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
