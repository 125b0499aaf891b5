const idOf = (target, user) => `${target}\n${user}`;
/** What a user stored of their own for a connector or a server. */
export const credentialsOf = ({ store }, target, user) => store.credentials.get(idOf(target, user));
/** Stores a user's credentials, in the place of those that were there. */
export function storeCredentials({ store }, target, user, values) {
    const id = idOf(target, user);
    store.credentials.delete(id);
    store.credentials.insert({ id, target_id: target, ...values });
}
export const deleteCredentials = ({ store }, target, user) => store.credentials.delete(idOf(target, user));
/** Deletes what anybody stored for a connector or a server that is gone. */
export function forgetCredentials({ store }, target) {
    for (const { id } of store.credentials.owned(target, 'any'))
        store.credentials.delete(id);
}
