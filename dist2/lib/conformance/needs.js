/** The flags that a check would need and that were not given; undefined where nothing is missing. */
export function missingFlags(check, target) {
    const hasLogin = target.email !== undefined && target.password !== undefined;
    const given = {
        user: hasLogin || target.apiKey !== undefined,
        login: hasLogin,
        'other-user': target.otherEmail !== undefined && target.otherPassword !== undefined,
        'expired-token': target.expiredToken !== undefined,
    };
    const missing = check.needs?.find((need) => !given[need]);
    return missing && flags[missing];
}
const flags = {
    user: '--email and --password, or --api-key',
    login: '--email and --password',
    'other-user': '--other-email and --other-password',
    'expired-token': '--expired-token',
};
