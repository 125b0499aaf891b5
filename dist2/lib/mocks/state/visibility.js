/** Whether a user sees a record: their own, those of their organizations, and global ones. */
export function isVisible(store, record, user) {
    if (record.user_id === user || record.visibility === 'global')
        return true;
    return record.visibility === 'org' && roleIn(store, record.org_id, user) !== undefined;
}
/** Whence a record reaches a user. */
export function sourceOf(record, user) {
    if (record.user_id === user)
        return 'own';
    return record.visibility === 'org' ? 'org' : 'market';
}
/** What a user is in an organization; `undefined` outside of it. */
export function roleIn(store, organization, user) {
    const members = store.organizations.get(organization ?? '')?.members;
    return members?.find(({ user_id }) => user_id === user)?.role;
}
