import type { Resource } from '../../contract/resources.ts';
import type { Visit } from './visit.ts';
/** Keeps changes of the record that was found to those who have a say over it. */
export declare function permitChange(visit: Visit, resource: Resource): void;
