import type { Visit } from '../pipeline/visit.ts';
export declare const connectorActionRoutes: {
    'connectors.add-action': (visit: Visit) => {
        id: string;
        connector_id: string;
        created_at: string;
        updated_at: null;
        name: string;
        description: string | null;
        method: "DELETE" | "GET" | "PATCH" | "POST" | "PUT";
        path: string;
        parameters_schema: Record<string, unknown> | null;
        request_body_template: Record<string, unknown> | null;
        response_extract: string | null;
        requires_confirmation: boolean;
    };
    'connectors.replace-action': (visit: Visit) => {
        id: string;
        connector_id: string;
        created_at: string;
        updated_at: string;
        name: string;
        description: string | null;
        method: "DELETE" | "GET" | "PATCH" | "POST" | "PUT";
        path: string;
        parameters_schema: Record<string, unknown> | null;
        request_body_template: Record<string, unknown> | null;
        response_extract: string | null;
        requires_confirmation: boolean;
    };
    'connectors.delete-action': (visit: Visit) => {
        deleted: string;
    };
};
