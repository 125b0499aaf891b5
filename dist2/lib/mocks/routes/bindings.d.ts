import type { StoredAgent } from '../../contract/records/agent.ts';
import type { Visit } from '../pipeline/visit.ts';
type Bindings = Pick<StoredAgent, 'kb_ids' | 'connector_ids' | 'mcp_server_ids'>;
/** Refuses ids that lead nowhere (404), or to what the caller may not use (403). */
export declare function checkBindings(visit: Visit, given: Partial<Bindings>): void;
/** The bindings of an agent that the caller may use. */
export declare function usableBindings({ world, caller }: Visit, agent: Bindings): Bindings;
export {};
