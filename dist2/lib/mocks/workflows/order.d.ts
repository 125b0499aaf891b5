import type { Blueprint, WorkflowEdge, WorkflowNode } from '../../contract/records/workflow.ts';
/** The edges that lead to each node, by its id. */
export declare const edgesInto: ({ edges }: Blueprint) => ReadonlyMap<string, readonly WorkflowEdge[]>;
/** The nodes so that each comes after those that lead to it; nodes of a circle are left out. */
export declare function inOrder(blueprint: Blueprint): WorkflowNode[];
