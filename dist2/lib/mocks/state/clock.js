import { ownLimits } from '../../contract/limits.js';
import { momentOf } from './moment.js';
/** The machine's own clock and timers. */
export const systemWall = {
    now: () => Date.now(),
    after(ms, run) {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
    },
};
/** The longest delay that timers take; a later task is looked at again then. */
const longestTimer = 2 ** 31 - 1;
const { worldTime } = ownLimits;
/** Where time would go beyond what a timestamp can tell, it stays. */
const bounded = (moment) => Math.min(Math.max(moment, worldTime.first), worldTime.last);
function rethrow(error) {
    throw error;
}
/** A clock over machine time: one timer serves the earliest of all tasks; what they throw is told. */
export function createClock(wall, options = {}) {
    const { onCrash = rethrow, onChange, afterTasks } = options;
    const begins = options.time ?? { wall: wall.now(), world: wall.now(), scale: 1, frozen: false };
    let origin = { wall: begins.wall, world: begins.world };
    let { scale, frozen } = begins;
    let moving = false;
    let stopped = false;
    let count = 0;
    let disarm;
    const tasks = [];
    const waiting = new Set();
    const passed = () => (frozen ? 0 : (wall.now() - origin.wall) * scale);
    const now = () => bounded(origin.world + passed());
    const set = (world) => (origin = { wall: wall.now(), world: bounded(world) });
    const time = () => ({ ...origin, scale, frozen });
    function runDue(until) {
        for (let task = tasks[0]; task !== undefined && task.due <= until; task = tasks[0]) {
            popTask(tasks);
            if (frozen && task.due > origin.world)
                set(task.due);
            try {
                task.run?.();
            }
            catch (error) {
                onCrash(error);
            }
        }
        afterTasks?.();
    }
    /** Forgets tasks that were called off, and gives the one that falls due first. */
    function earliest() {
        while (tasks[0] !== undefined && tasks[0].run === undefined)
            popTask(tasks);
        return tasks[0];
    }
    function arm() {
        disarm?.();
        disarm = undefined;
        const next = earliest();
        if (frozen || moving || stopped || next === undefined || next.due > worldTime.last)
            return;
        const wait = Math.max(0, Math.ceil((next.due - now()) / scale));
        disarm = wall.after(Math.min(wait, longestTimer), () => {
            runDue(now());
            arm();
        });
    }
    function at(due, run) {
        const task = { due, order: count++, run };
        pushTask(tasks, task);
        if (tasks[0] === task)
            arm();
        return () => (task.run = undefined);
    }
    function advance(ms) {
        const target = bounded(now() + ms);
        const wasFrozen = frozen;
        frozen = moving = true;
        runDue(target);
        set(target);
        frozen = wasFrozen;
        moving = false;
        arm();
        onChange?.(time());
    }
    return {
        now,
        iso: () => momentOf(now()),
        at,
        freeze(moment = now()) {
            if (moment > now())
                advance(moment - now());
            set(moment);
            frozen = true;
            arm();
            onChange?.(time());
        },
        resume(newScale = 1) {
            set(now());
            scale = newScale;
            frozen = false;
            arm();
            onChange?.(time());
        },
        advance,
        step() {
            const next = earliest();
            if (next === undefined)
                return false;
            advance(Math.max(0, next.due - now()));
            return true;
        },
        wait: (ms, signal) => new Promise((resolve) => {
            const settle = () => {
                callOff();
                waiting.delete(settle);
                signal?.removeEventListener('abort', settle);
                resolve();
            };
            const callOff = at(now() + ms, settle);
            waiting.add(settle);
            signal?.addEventListener('abort', settle, { once: true });
            if (stopped || signal?.aborted)
                settle();
        }),
        get time() {
            return time();
        },
        stop() {
            stopped = true;
            disarm?.();
            tasks.length = 0;
            for (const settle of waiting)
                settle();
        },
    };
}
const before = (a, b) => a.due < b.due || (a.due === b.due && a.order < b.order);
function pushTask(heap, task) {
    let at = heap.push(task) - 1;
    while (at > 0) {
        const parent = (at - 1) >> 1;
        const above = heap[parent];
        if (above === undefined || !before(task, above))
            break;
        heap[at] = above;
        at = parent;
    }
    heap[at] = task;
}
function popTask(heap) {
    const last = heap.pop();
    if (last === undefined || heap.length === 0)
        return;
    let at = 0;
    for (;;) {
        const left = at * 2 + 1;
        const right = heap[left + 1];
        let child = left;
        let below = heap[left];
        if (below !== undefined && right !== undefined && before(right, below))
            [child, below] = [left + 1, right];
        if (below === undefined || !before(below, last))
            break;
        heap[at] = below;
        at = child;
    }
    heap[at] = last;
}
