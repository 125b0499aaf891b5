import { picksAt } from '../../contract/picks.js';
import { createChoose } from './choose.js';
import { compilePolicy } from './policy.js';
import { compileWire } from './wire.js';
const compiled = new WeakMap();
/** The behaviours of a profile, compiled when one is first asked for, once for all worlds. */
export function behavioursOf(profile) {
    return (endpoint) => {
        let behaviours = compiled.get(profile);
        if (behaviours === undefined) {
            behaviours = compileProfile(profile);
            compiled.set(profile, behaviours);
        }
        return behaviours(endpoint);
    };
}
/** Compiles a profile; the only way from picks to what the fake does. */
export function compileProfile(profile) {
    const general = compile(createChoose(picksAt(profile)));
    const own = new Map(Object.keys(profile.at).map((endpoint) => [
        endpoint,
        compile(createChoose(picksAt(profile, endpoint))),
    ]));
    return (endpoint) => own.get(endpoint) ?? general;
}
function compile(choose) {
    return {
        has: compileInventory(choose),
        order: choose('order.stages', {
            'credential-first': ['authenticate', 'authorize', 'validate', 'find'],
            'existence-before-validation': ['authenticate', 'authorize', 'find', 'validate'],
            'validation-first': ['validate', 'authenticate', 'authorize', 'find'],
        }),
        policy: compilePolicy(choose),
        wire: compileWire(choose),
    };
}
function compileInventory(choose) {
    const absent = new Set([
        ...choose('operations.auth-verify', {
            present: [],
            absent: ['auth.verify'],
        }),
        ...choose('keys.delete-operation', {
            present: [],
            absent: ['keys.delete'],
        }),
    ]);
    return (endpoint) => !absent.has(endpoint);
}
