/** What stands for a secret in answers; sent back, it leaves the secret as it was. */
export declare const hidden = "***";
type Config = Readonly<Record<string, unknown>>;
/** A config with each secret in it, however deep, as `***`. */
export declare const masked: (config: Config) => Record<string, unknown>;
/** A config without the secrets in it. */
export declare const withoutSecrets: (config: Config) => Record<string, unknown>;
/** Whether there is a secret in a config. */
export declare const holdsSecret: (config: Config) => boolean;
/** Changes of a config laid over it; secrets that come back masked stay, however deep. */
export declare const merged: (config: Config, changes: Config) => Record<string, unknown>;
/** Values that are all secret, by their names. */
export declare const namesOnly: (values: Readonly<Record<string, string>>) => Record<string, string>;
export {};
