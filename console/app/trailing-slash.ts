/**
 * Adds a missing slash to the address of the page, as in `/agents`, because relative addresses miss
 * the last part of a path without one. The page is in the folder above its scripts. Import it first.
 */
const folder = new URL('..', import.meta.url).pathname
const { pathname, search, hash } = window.location
if (`${pathname}/` === folder) window.history.replaceState(null, '', `${folder}${search}${hash}`)

export {}
