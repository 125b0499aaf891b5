import { resumeTurn } from '../turns/resume-turn.ts';
export declare const chatRoutes: {
    'chat.react': (visit: import("../pipeline/visit.ts").Visit) => import("../call.ts").FrameStream;
    'chat.dag': (visit: import("../pipeline/visit.ts").Visit) => import("../call.ts").FrameStream;
    'chat.auto': (visit: import("../pipeline/visit.ts").Visit) => import("../call.ts").FrameStream;
    'chat.resume': typeof resumeTurn;
    'chat.inject': (visit: import("../pipeline/visit.ts").Visit) => {
        success: boolean;
        id: string;
    };
    'chat.inject-recall': (visit: import("../pipeline/visit.ts").Visit) => {
        success: boolean;
    };
};
