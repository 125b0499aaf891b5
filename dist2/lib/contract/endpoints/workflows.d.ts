/** Workflows and their runs (4.7, 8). */
export declare const workflowsEndpoints: {
    readonly 'workflows.list': {
        readonly method: 'GET';
        readonly reply: 'page';
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly path: '/api/workflows';
        readonly record: 'workflow';
    };
    readonly 'workflows.create': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly method: 'POST';
        readonly path: '/api/workflows';
        readonly reply: 'envelope';
        readonly record: 'workflow';
    };
    readonly 'workflows.validate-blueprint': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly method: 'POST';
        readonly path: '/api/workflows/validate';
        readonly reply: 'envelope';
        readonly record: 'blueprintReport';
    };
    readonly 'workflows.read': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly path: '/api/workflows/{workflow_id}';
        readonly reply: 'envelope';
        readonly method: 'GET';
        readonly finds: {
            readonly resource: "workflow";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly record: 'workflow';
    };
    readonly 'workflows.update': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly path: '/api/workflows/{workflow_id}';
        readonly reply: 'envelope';
        readonly method: 'PUT';
        readonly finds: {
            readonly resource: "workflow";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
            readonly changes: true;
        };
        readonly record: 'workflow';
    };
    readonly 'workflows.delete': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly path: '/api/workflows/{workflow_id}';
        readonly reply: 'envelope';
        readonly method: 'DELETE';
        readonly finds: {
            readonly resource: "workflow";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
            readonly changes: true;
        };
        readonly record: 'deleted';
    };
    readonly 'workflows.publish': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly method: 'POST';
        readonly path: '/api/workflows/{workflow_id}/publish';
        readonly finds: {
            readonly resource: "workflow";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
            readonly changes: true;
        };
        readonly record: 'workflow';
        readonly refuses: readonly ["request-senseless", "not-permitted"];
    };
    readonly 'workflows.unpublish': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly method: 'POST';
        readonly path: '/api/workflows/{workflow_id}/unpublish';
        readonly finds: {
            readonly resource: "workflow";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
            readonly changes: true;
        };
        readonly record: 'workflow';
    };
    readonly 'workflows.validate': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly method: 'POST';
        readonly path: '/api/workflows/{workflow_id}/validate';
        readonly finds: {
            readonly resource: "workflow";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly record: 'blueprintReport';
    };
    readonly 'workflows.stats': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly method: 'GET';
        readonly path: '/api/workflows/{workflow_id}/stats';
        readonly finds: {
            readonly resource: "workflow";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly record: 'workflowStats';
    };
    readonly 'workflows.run': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly method: 'POST';
        readonly path: '/api/workflows/{workflow_id}/run';
        readonly reply: 'stream';
        readonly finds: {
            readonly resource: "workflow";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly record: 'runPlan';
        readonly events: 'run';
        readonly refuses: readonly ["request-senseless", "state-conflict", "rate-limited"];
    };
    readonly 'workflows.batch-run': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly method: 'POST';
        readonly path: '/api/workflows/{workflow_id}/batch-run';
        readonly finds: {
            readonly resource: "workflow";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly record: 'batchResult';
        readonly refuses: readonly ["request-senseless", "state-conflict", "rate-limited"];
    };
    readonly 'workflow-runs.list': {
        readonly method: 'GET';
        readonly reply: 'page';
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly path: '/api/workflows/{workflow_id}/runs';
        readonly finds: {
            readonly resource: "workflow";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly record: 'workflowRun';
    };
    readonly 'workflow-runs.clear': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly method: 'DELETE';
        readonly path: '/api/workflows/{workflow_id}/runs';
        readonly finds: {
            readonly resource: "workflow";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly record: 'clearedRuns';
    };
    readonly 'workflow-runs.read': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly finds: {
            readonly resource: "workflow-run";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly method: 'GET';
        readonly path: '/api/workflows/{workflow_id}/runs/{run_id}';
        readonly record: 'workflowRun';
    };
    readonly 'workflow-runs.delete': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly finds: {
            readonly resource: "workflow-run";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly method: 'DELETE';
        readonly path: '/api/workflows/{workflow_id}/runs/{run_id}';
        readonly record: 'deleted';
        readonly refuses: readonly ["state-conflict"];
    };
    readonly 'workflow-runs.cancel': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly finds: {
            readonly resource: "workflow-run";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly method: 'POST';
        readonly path: '/api/workflows/{workflow_id}/runs/{run_id}/cancel';
        readonly record: 'workflowRun';
        readonly refuses: readonly ["state-conflict"];
    };
};
