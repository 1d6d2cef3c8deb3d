/** Time is handed in, so that every rule about dates can be tried on any day. */
export type Clock = { readonly nowMs: () => number }

export const systemClock: Clock = { nowMs: () => Date.now() }
