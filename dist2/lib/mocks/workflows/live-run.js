import { Live } from '../state/live.js';
import { play } from '../turns/play.js';
import { recordOf, resultsUntil } from './results.js';
import { tellRun } from './tell-run.js';
/** One run of a workflow from its record, which is pending at first, to its end. */
export class LiveRun extends Live {
    workflowId;
    #world;
    #order;
    #record;
    #tempo;
    #playing;
    #onEnd;
    constructor(world, order) {
        super();
        this.#world = world;
        this.#order = order;
        this.workflowId = order.workflow.id;
        this.#record = world.store.workflowRuns.insert({
            id: world.random.uuid('workflow-run', order.userId),
            workflow_id: this.workflowId,
            user_id: order.userId,
            status: 'pending',
            inputs: { ...order.inputs },
            outputs: null,
            node_results: {},
            started_at: null,
            completed_at: null,
            duration_ms: null,
            error: null,
            created_at: world.clock.iso(),
            updated_at: null,
        });
        world.runs.set(this.record.id, this);
    }
    get record() {
        return this.#record;
    }
    /** Plays the run from a moment on; `onEnd` is told the moment of its end. Milliseconds since 1970. */
    begin(startedAt, onEnd) {
        this.#onEnd = onEnd;
        const { clock, speed } = this.#world;
        const { enactment, workflow } = this.#order;
        const tempo = { startedAt, speed };
        this.#tempo = tempo;
        const started_at = new Date(startedAt).toISOString();
        this.#keep({ status: 'running', started_at, updated_at: started_at });
        const told = tellRun(enactment, {
            run_id: this.record.id,
            workflow_id: this.workflowId,
            node_count: workflow.blueprint.nodes.length,
            lasts: (ms) => Math.round(ms / speed),
        });
        this.#playing = play(told, tempo, clock, (event, at) => {
            this.add({ ...event, at });
            if (event.event !== 'end')
                return;
            this.#end(recordOf(enactment, tempo), 'done');
        });
    }
    results() {
        return this.#resultsNow('running');
    }
    cancel() {
        const { clock } = this.#world;
        const at = clock.iso();
        const error = 'The run was cancelled.';
        const duration_ms = Math.round(clock.now() - (this.#tempo?.startedAt ?? clock.now()));
        const ending = { status: 'cancelled', error, duration_ms };
        const data = { run_id: this.record.id, ...ending };
        const node_results = this.#resultsNow('cancelled');
        this.#playing?.stop();
        this.add({ event: 'run_failed', data, at });
        this.add({ event: 'end', data: {}, at });
        this.#end({ ...ending, node_results, completed_at: at, updated_at: at }, 'cancelled');
    }
    abandon() {
        this.#playing?.stop();
        this.close('cancelled');
        this.#onEnd?.(this.#world.clock.now());
    }
    #resultsNow(underWay) {
        if (this.#tempo === undefined)
            return {};
        return resultsUntil(this.#order.enactment, this.#tempo, this.#world.clock.now(), underWay);
    }
    #end(change, how) {
        this.#keep(change);
        this.#world.runs.delete(this.record.id);
        this.close(how);
        this.#onEnd?.(Date.parse(change.completed_at));
    }
    #keep(change) {
        const { workflowRuns } = this.#world.store;
        const isKept = workflowRuns.get(this.record.id) !== undefined;
        this.#record = isKept ? workflowRuns.update(this.record, change) : { ...this.record, ...change };
    }
}
