/** The common part of every list. */
export const list = { method: 'GET', access: 'bearer', reply: 'page' };
/** A record whose id stands in the path; a missing one is 404. */
export const foundByPath = (resource, name) => ({ resource, by: 'path', name, missing: 'resource-missing' });
/** The same, where the operation is for those alone who have a say over the record. */
export const changedByPath = (resource, name) => ({ ...foundByPath(resource, name), changes: true });
