/**
 * Replaces the administrator's part inside the client of Supabase Auth (see vite.config.ts): it needs the service key,
 * which no browser has.
 */
export default class GoTrueAdminApi {}
