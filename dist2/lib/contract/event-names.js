/** The names of all events, for those who need no schemas; the compiler sees that none is missing. */
const known = {
    routing: true,
    step: true,
    step_progress: true,
    phase: true,
    compact: true,
    inject: true,
    awaiting_confirmation: true,
    answer: true,
    done: true,
    heartbeat: true,
    post_processing: true,
    suggestions: true,
    title: true,
    end: true,
    resume_done: true,
    run_started: true,
    node_started: true,
    node_completed: true,
    node_failed: true,
    node_skipped: true,
    run_completed: true,
    run_failed: true,
};
/** The events of turns and of workflow runs. */
export const eventNames = Object.keys(known);
