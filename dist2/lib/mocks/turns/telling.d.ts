import type { StoredAgent } from '../../contract/records/agent.ts';
import type { Visit } from '../pipeline/visit.ts';
import type { Turn } from '../state/turn.ts';
import type { Telling } from './beats.ts';
import type { Fill } from './places.ts';
import { type Tempo } from './play.ts';
/** What the script of a turn is told by: the time and the chance of the world. */
export declare function tellingOf(visit: Visit, turn: Turn, tempo: Tempo, agent: StoredAgent | undefined, fill: Fill): Telling;
