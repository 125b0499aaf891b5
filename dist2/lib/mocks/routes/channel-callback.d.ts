import type { Visit } from '../pipeline/visit.ts';
export declare const channelCallbackRoutes: {
    'channels.callback': (visit: Visit) => {
        challenge: string;
    } | {
        challenge?: undefined;
    } | {
        toast: {
            type: "error" | "success";
            content: string;
        };
    };
};
