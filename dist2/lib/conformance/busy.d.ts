import type { Exchange } from './exchange.ts';
/** Too many requests, or maintenance: both may pass. */
export declare const isBusy: (exchange: Exchange) => boolean;
/** An error page that a gateway made, not the service. */
export declare const isGatewayPage: (exchange: Exchange) => boolean;
/** What stood between the suite and the service: no rule is judged on it. */
export declare const isObstacle: (exchange: Exchange) => boolean;
