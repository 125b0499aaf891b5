/** Too many requests, or maintenance: both may pass. */
export const isBusy = (exchange) => exchange.status === 429 || exchange.status === 503;
/** An error page that a gateway made, not the service. */
export const isGatewayPage = (exchange) => [502, 503, 504].includes(exchange.status) && isHtml(exchange);
/** What stood between the suite and the service: no rule is judged on it. */
export const isObstacle = (exchange) => isBusy(exchange) || isGatewayPage(exchange);
const isHtml = (exchange) => exchange.headers.get('content-type')?.includes('text/html') ?? false;
