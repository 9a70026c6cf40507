// The sample data of a practice memorial names no person, so that it is not mistaken for a real plan.

/** The times of a sample row. */
export const sampleTimes = { created_at: '2026-01-01T12:00:00Z', updated_at: '2026-01-01T12:00:00Z' }
