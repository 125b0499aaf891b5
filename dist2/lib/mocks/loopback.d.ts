/** Whether only this machine can reach what is at an address, or at the host of a URL. */
export declare const isLoopback: (host: string) => boolean;
