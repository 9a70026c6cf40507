/**
 * How long the texts of a mark on the list of steps may be; the table has the same limits. Apart from step-marks.ts, because
 * lists in which nothing is marked do without reading and sending marks.
 */
export const stepLimits = { title: 200, note: 1000 } as const
