/**
 * Mutants that no test has to kill, each with the reason: they change nothing that anybody can see, or only what a
 * second rule catches.
 */
export const accepted: Record<string, string> = {}
