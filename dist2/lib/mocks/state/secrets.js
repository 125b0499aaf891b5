/** What stands for a secret in answers; sent back, it leaves the secret as it was. */
export const hidden = '***';
/** Names of passwords, tokens, keys: `api_key`, `X-Api-Key` and `apiKey`, but not `monkey`. */
const secretNames = [
    /(secret|token|passw(or)?d|passphrase|authorization|(^|[_-])key)$/i,
    /[a-z]Key$/,
];
/** Whether a field holds a secret, by its name. */
const isSecret = (name) => secretNames.some((ends) => ends.test(name));
/** A config with each secret in it, however deep, as `***`. */
export const masked = (config) => rewritten(config, (name) => [[name, hidden]]);
/** A config without the secrets in it. */
export const withoutSecrets = (config) => rewritten(config, () => []);
/** Whether there is a secret in a config. */
export const holdsSecret = (config) => JSON.stringify(masked(config)) !== JSON.stringify(withoutSecrets(config));
/** Changes of a config laid over it; secrets that come back masked stay, however deep. */
export const merged = (config, changes) => ({
    ...config,
    ...unmasked(changes, config),
});
/** Values that are all secret, by their names. */
export const namesOnly = (values) => Object.fromEntries(Object.keys(values).map((name) => [name, hidden]));
/** A config with `secret` in the place of each field that holds one. */
function rewritten(config, secret) {
    const within = (value) => {
        if (Array.isArray(value))
            return value.map(within);
        return isConfig(value) ? rewritten(value, secret) : value;
    };
    const entries = Object.entries(config).flatMap(([name, value]) => isSecret(name) ? secret(name) : [[name, within(value)]]);
    return Object.fromEntries(entries);
}
/** A config with what was there before for each `***` in it; where nothing was, without it. */
function unmasked(config, before) {
    const within = (value, old) => {
        if (Array.isArray(value) && Array.isArray(old))
            return value.map((item, at) => within(item, old[at]));
        return isConfig(value) && isConfig(old) ? unmasked(value, old) : value;
    };
    const entries = Object.entries(config).flatMap(([name, value]) => {
        const old = Object.hasOwn(before, name) ? before[name] : undefined;
        if (value !== hidden)
            return [[name, within(value, old)]];
        return old === undefined ? [] : [[name, old]];
    });
    return Object.fromEntries(entries);
}
const isConfig = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
