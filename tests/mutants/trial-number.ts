// A trial is a test file with its number in the path, so that one run of vitest can run the same file for many mutants.

/** @returns the path by which vitest runs the file again as its own module */
export const trialPath = (file: string, number: number) => `${file}?trial=${number}`

export const trialNumber = (path: string) => Number(/\?trial=(\d+)$/.exec(path)?.[1])
