/** The landing page's title, which says more than its headline. */
export const LANDING_TITLE = 'End-of-life planning, shared with the people you trust'
