/** How something stands: said by a colour, and always by words too. */
export type Tone = 'plain' | 'good' | 'bad' | 'warn' | 'info'
