/** Moves the time of the world as the control API takes it; says whether it was done. */
export type Move = (body: object) => Promise<boolean>
